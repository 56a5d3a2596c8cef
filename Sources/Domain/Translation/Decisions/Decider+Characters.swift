import JSON
import Texts

extension Decider {
    /// Refuses events with texts that most file formats cannot represent.
    ///
    /// Copies of texts that are already in the log are allowed, because renaming a string does not
    /// make the situation worse.
    func refuseForbiddenCharacters(in events: ArraySlice<Event>) throws {
        for event in events {
            guard let fault = event.forbiddenCharacter else { continue }
            if let original = try event.copies.flatMap(state.event),
                original.forbiddenCharacter != nil
            {
                continue
            }
            throw Refusal(.invalidValue, fault, hint: .allowedControlCharacters)
        }
    }

    /// Returns the reason that an entry cannot be imported, or nil if it can be imported.
    ///
    /// Checks the entry's value and all its other texts.
    func fault(
        in entry: FileEntry, _ value: Value
    ) -> (reason: String, hint: Refusal.Hint?)? {
        guard value.depth <= Value.maximumDepth else {
            return ("The value is nested more than \(Value.maximumDepth) levels deep.", nil)
        }
        let texts =
            [entry.details.comment].compactMap(\.self) + (entry.details.references ?? [])
        let meta = [entry.details.meta, entry.textDetails.meta].compactMap(\.self)
        let found =
            texts.lazy.compactMap(ForbiddenCharacters.first(in:)).first
            ?? ForbiddenCharacters.first(inKey: entry.string.key)
            ?? ForbiddenCharacters.first(in: value.json)
            ?? meta.lazy.compactMap { ForbiddenCharacters.first(in: JSONValue.object($0)) }.first
        return found.map {
            (
                "It contains the control character \(ForbiddenCharacters.spelled($0)).",
                .allowedControlCharacters
            )
        }
    }
}

extension Refusal.Hint {
    /// A hint that lists the allowed control characters.
    static let allowedControlCharacters: Refusal.Hint =
        "Remove it. Tabs and line breaks are the only control characters that texts may contain."
}
