import Texts

/// The content of a file at its last import, by section, and the changes to record.
struct FileRecord {
    /// The name of the file's format; `nil` if the file's content is not recorded.
    let format: Value.Text?
    /// True if the previous import is ignored, so that no entry is skipped.
    let isIgnored: Bool
    /// The language's plural categories, if exports in the file's format add rarely needed forms.
    let filledCategories: PluralCategories?
    private let known: [Value.Text: FileTexts]
    /// The marks to record, in file order.
    private(set) var news: [Value.Text: [(key: String, mark: String)]] = [:]

    /// The result of comparing an entry with the previous entry for the string.
    enum Claim {
        /// No earlier import of the file is known.
        case unrecorded
        /// The entry is unchanged.
        case same
        /// Only attributes other than the text have changed; the value is the previous mark.
        case detailed(TextMark)
        /// The text or its needs-work mark has changed; the value contains the previous entry, if
        /// any.
        case statement(Statement)
    }

    /// A file's new statement about a string.
    struct Statement {
        /// The previous entry; `nil` if there was none.
        let before: (mark: TextMark, event: EventID)?
        /// True if an import of the same entry was reverted.
        ///
        /// The project then had the text without exporting it.
        let wasTakenBack: Bool
    }

    /// Creates a record from the recorded content of the file's sections.
    init(
        of file: FileImport, filledCategories: PluralCategories?,
        _ texts: (Value.Text, Value.Text) throws -> FileTexts
    ) rethrows {
        self.filledCategories = filledCategories
        format = file.describesOnly ? nil : file.recordedFormat.map { Value.Text($0) }
        isIgnored = file.isForced
        var known: [Value.Text: FileTexts] = [:]
        if let format {
            for section in Set(file.entries.lazy.map { Value.Text($0.string.section) }) {
                known[section] = try texts(section, format)
            }
        }
        self.known = known
    }

    /// Compares an entry with the recorded entry.
    func claim(_ entry: FileEntry, _ mark: TextMark) -> Claim {
        guard !isIgnored, let known = known[Value.Text(entry.string.section)],
            known.latest != nil
        else { return .unrecorded }
        let key = Value.Text(entry.string.key)
        let wasTakenBack = known.takenBack[key]?.contains(mark.stored) == true
        guard let said = known.texts[key] else {
            return .statement(Statement(before: nil, wasTakenBack: wasTakenBack))
        }
        let before = TextMark(stored: said.mark)
        if before == mark { return .same }
        guard !before.saysSame(as: mark) else { return .detailed(before) }
        return .statement(Statement(before: (before, said.event), wasTakenBack: wasTakenBack))
    }

    /// Returns the id of the event that recorded the latest import of a section's file.
    func latest(_ section: String) -> EventID? { known[Value.Text(section)]?.latest }

    /// Records the file's new entry for a string, or its absence if `mark` is `nil`.
    mutating func note(_ string: StringID, _ mark: TextMark?) {
        guard format != nil else { return }
        let section = Value.Text(string.section)
        let before = known[section]?.texts[Value.Text(string.key)]?.mark ?? ""
        let stored = mark?.stored ?? ""
        guard before != stored else { return }
        news[section, default: []].append((string.key, stored))
    }
}

extension Decider {
    func record(of file: FileImport) throws -> FileRecord {
        let categories = file.fillsSeldomForms ? context.pluralCategories(file.locale) : nil
        return try FileRecord(of: file, filledCategories: categories) { section, format in
            try fileTexts(section, format, in: file.locale)
        }
    }

    func fileTexts(
        _ section: Value.Text, _ format: Value.Text, in locale: LanguageTag
    ) throws -> FileTexts {
        FileTexts(events: try state.events(of: .file(section, format: format, in: locale)))
    }

    /// Adds the events that record a file's new content.
    ///
    /// Each event stays well below the maximum length of a line.
    mutating func addRecord(_ record: FileRecord, in locale: LanguageTag) {
        guard let format = record.format else { return }
        for (section, news) in record.news.sorted(by: {
            $0.key.string.precedesInBytes($1.key.string)
        }) {
            var marks: [(key: String, mark: String)] = []
            var size = 0
            func finish() {
                guard !marks.isEmpty else { return }
                addFile(section, FileStatements(format: format.string, marks: marks), in: locale)
                (marks, size) = ([], 0)
            }
            for item in news {
                marks.append(item)
                size += item.key.utf8.count + item.mark.utf8.count + 6
                if size >= FileStatements.usualSize { finish() }
            }
            finish()
        }
    }

    /// Records that the files no longer contain the given strings.
    mutating func forget(_ strings: [StringID], of files: PruningFiles) throws {
        let locale = files.locale
        for format in files.recordedFormats.sorted() {
            // The order of a dictionary differs between runs, and events are numbered in this order.
            let sections = Dictionary(grouping: strings, by: { Value.Text($0.section) })
                .sorted { $0.value[0] < $1.value[0] }
            for (section, strings) in sections {
                let known = try fileTexts(section, Value.Text(format), in: locale).texts
                let gone = strings.filter { known[Value.Text($0.key)] != nil }
                guard !gone.isEmpty else { continue }
                let marks = gone.sorted().map { (key: $0.key, mark: "") }
                addFile(section, FileStatements(format: format, marks: marks), in: locale)
            }
        }
    }
}

extension FileStatements {
    /// The approximate maximum size of the keys and marks in one event, in bytes.
    fileprivate static let usualSize = 1 << 18
}
