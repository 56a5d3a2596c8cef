import JSON
public import Texts

/// What the file of a section said at its last import, in one format and language.
public struct FileTexts: Sendable {
    /// What the file said of a string.
    public struct Said: Sendable, Equatable {
        /// A mark of what it said.
        public let mark: String
        /// The event that says so.
        public let event: EventID
    }

    /// What the file said, by key.
    public let texts: [Value.Text: Said]
    /// The latest event that counts; `nil` if no import of the file is known.
    public let latest: EventID?

    /// Whether the file said a text at its last import.
    public func says(_ value: Value, of key: String) -> Bool {
        texts[Value.Text(key)].map {
            TextMark(stored: $0.mark).text.hasSameBytes(as: TextMark.text(of: value))
        } ?? false
    }

    /// What imports that were taken back had recorded, by key.
    public let takenBack: [Value.Text: Set<String>]

    /// Folds the events of one file: of several that speak of a string the one with the greatest id counts.
    ///
    /// What is undone counts for nothing. Cost: the keys that the events name.
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
