import ReadModel
public import Texts
public import Translation

/// Work on an old key by someone who had not seen the string's rename.
public struct LateText: Sendable {
    /// The language of the work.
    public let locale: LanguageTag
    /// The old key.
    public let old: StringID
    /// The string's new key.
    public let new: StringID
    /// The work that was not carried over.
    public let work: LateWork
}

extension Snapshot {
    /// Returns the texts and proposals still to be carried over to the new keys of renamed strings,
    /// by old key and language.
    ///
    /// Cost: reads the removed strings, and their texts and proposals in all languages.
    public func lateTexts() throws -> [LateText] {
        var successors: [StringID: [StringID]] = [:]
        return try model.unitsOfMissingStrings().flatMap { unit -> [LateText] in
            let known = try successors[unit.string] ?? model.successors(of: unit.string)
            successors[unit.string] = known
            return try known.compactMap { new in
                let work = try LateWork(
                    of: unit.string, for: new, in: unit.locale, state: model)
                guard !work.isEmpty else { return nil }
                return LateText(locale: unit.locale, old: unit.string, new: new, work: work)
            }
        }
    }
}
