import JSON
public import Texts

/// The content of a section's file at its last import, in one format and language.
public struct FileTexts: Sendable {
    /// The file's entry for a string.
    public struct Said: Sendable, Equatable {
        /// The entry's mark.
        public let mark: String
        /// The id of the event that recorded the mark.
        public let event: EventID
    }

    /// The entries, by key.
    public let texts: [Value.Text: Said]
    /// The latest effective event with entries, or `nil` if no import of the file is known.
    public let latest: EventID?

    /// Returns true if the file contained the text at its last import.
    public func says(_ value: Value, of key: String) -> Bool {
        texts[Value.Text(key)].map {
            TextMark(stored: $0.mark).text.hasSameBytes(as: TextMark.text(of: value))
        } ?? false
    }

    /// The marks recorded by reverted imports, by key.
    public let takenBack: [Value.Text: Set<String>]

    /// Folds the events of one file.
    ///
    /// If several events contain the same key, the event with the greatest id wins. Undone events
    /// are ignored. Takes time linear in the number of keys in the events.
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

    /// Returns the file's row in the state.
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
