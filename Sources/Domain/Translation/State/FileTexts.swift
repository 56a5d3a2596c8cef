import JSON
public import Texts

/// The content of a section's file at its last import, in one format and language.
public struct FileTexts: Sendable {
    /// The file's entry for a string.
    public struct Said: Sendable, Equatable {
        /// The mark of the entry.
        public let mark: String
        /// The event that recorded it.
        public let event: EventID
    }

    /// The entries, by key.
    public let texts: [Value.Text: Said]
    /// The latest effective event, or `nil` if no import of the file is known.
    public let latest: EventID?

    /// Returns true if the file had the text at its last import.
    public func says(_ value: Value, of key: String) -> Bool {
        texts[Value.Text(key)].map {
            TextMark(stored: $0.mark).text.hasSameBytes(as: TextMark.text(of: value))
        } ?? false
    }

    /// The marks that reverted imports had recorded, by key.
    public let takenBack: [Value.Text: Set<String>]

    /// Folds the events of one file.
    ///
    /// If several are about a string, the one with the greatest id wins. Ignores undone events.
    /// Takes time linear in the keys of the events.
    public init(events: [Event]) {
        let undoing = Undoing(events)
        var texts: [Value.Text: Said] = [:]
        var takenBack: [Value.Text: Set<String>] = [:]
        var latest: EventID?
        for event in events.sorted(by: { $0.id < $1.id }) {
            guard case .fileRead(let read) = event.payload else { continue }
            guard !undoing.isUndone(event.id) else {
                for (key, mark) in read.marks {
                    takenBack[Value.Text(key), default: []].insert(mark)
                }
                continue
            }
            if !read.marks.isEmpty { latest = event.id }
            for (key, mark) in read.marks {
                texts[Value.Text(key)] = Said(mark: mark, event: event.id)
            }
        }
        self.texts = texts.filter { !$0.value.mark.isEmpty }
        self.takenBack = takenBack
        self.latest = latest
    }

    /// The row of the state.
    public func stateRow(section: String, format: String, in locale: LanguageTag) -> [UInt8] {
        CanonicalJSON.encode { row in
            row.add("row", "file")
            row.add("locale", locale.rawValue)
            row.add("section", section)
            row.add("format", format)
            row.addObject("texts") { members in
                let sorted = texts.sorted { $0.key.string.precedesInBytes($1.key.string) }
                for (key, said) in sorted { members.add(key.string, said.mark) }
            }
        }
    }
}
