public import Texts
public import Translation

extension Snapshot {
    /// Checks a text for a string; finds nothing in the source language.
    public func findings(of value: Value, in unit: Unit) throws -> [Finding] {
        guard unit.locale != project.source, let definition = unit.definitions.currentDefinition
        else { return [] }
        return try checkContext().findings(
            of: value, for: definition, locale: unit.locale, silenced: unit.silencedChecks)
    }
}
