import ReadModel
public import Texts
public import Translation

/// What somebody wrote for a key without knowing that the string was renamed.
public struct LateText: Sendable {
    /// The language.
    public let locale: LanguageTag
    /// The old key.
    public let old: StringID
    /// The string's new key.
    public let new: StringID
    /// What did not come along.
    public let work: LateWork
}

extension Snapshot {
    /// The texts and proposals that wait to be carried over to the new keys of renamed strings, by old key and language.
    ///
    /// Cost: the strings that are gone and what languages have for them.
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
