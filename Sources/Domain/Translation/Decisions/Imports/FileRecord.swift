import Texts

/// The content of a file at its last import, by section, and the changes to record.
struct FileRecord {
    /// The name of the file's format; `nil` for files of which nothing is recorded.
    let format: Value.Text?
    /// Whether what the file said is no reason to leave anything out.
    let isIgnored: Bool
    /// The plural categories of the language, if exports of the file's format fill seldom ones.
    let filledCategories: PluralCategories?
    private let known: [Value.Text: FileTexts]
    /// The new marks, in file order.
    private(set) var news: [Value.Text: [(key: String, mark: String)]] = [:]

    /// An entry of a file, compared to the previous entry for the string.
    enum Claim {
        /// Nothing is known of earlier imports of the file.
        case unrecorded
        /// The file says of the string what it said.
        case same
        /// Only what is said besides the text is new.
        case detailed(TextMark)
        /// The text, or whether it needs work, is new; it was this before, or nothing.
        case statement(Statement)
    }

    /// Something new that a file says of a string.
    struct Statement {
        /// The previous entry; `nil` if there was none.
        let before: (mark: TextMark, event: EventID)?
        /// Whether it was imported and taken back, so that the project has had the text without an export of it.
        let wasTakenBack: Bool
    }

    /// Reads what is recorded of the sections of a file.
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

    /// Compares what an entry says.
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

    /// The latest import of a section's file of which something was recorded.
    func latest(_ section: String) -> EventID? { known[Value.Text(section)]?.latest }

    /// Notes what the file says of a string from now on; `nil` where it says nothing.
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

    /// Adds the events that say what a file says from now on.
    ///
    /// Each stays well below the length of a line.
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

    /// Records that files no longer have strings.
    mutating func forget(_ strings: [StringID], of files: PruningFiles) throws {
        let locale = files.locale
        for format in files.recordedFormats.sorted() {
            for (section, strings) in Dictionary(grouping: strings, by: { Value.Text($0.section) })
            {
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
    /// The approximate size of the keys and marks in one event, in bytes.
    fileprivate static let usualSize = 1 << 18
}
