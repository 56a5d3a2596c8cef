public import Texts
public import Translation

extension Snapshot {
    /// Returns the findings of the text checks for a text of a unit.
    ///
    /// The result is empty for the source language, or if the string does not exist. Silenced
    /// findings are left out.
    public func findings(of value: Value, in unit: Unit) throws -> [Finding] {
        guard unit.locale != project.source, let definition = unit.definitions.currentDefinition
        else { return [] }
        return try checkContext().findings(
            of: value, for: definition, locale: unit.locale, silenced: unit.silencedChecks)
    }
}
