import Texts
import Translation

extension TranslationTable {
    /// Parses the rows of a table.
    public func catalogue(_ bytes: [UInt8]) throws(InterchangeError) -> any Catalogue {
        try ParsedTable(bytes)
    }
}

/// The rows of a table.
struct ParsedTable: Catalogue {
    private let header: TableHeader
    private var rows: [(cells: [String], line: Int)] = []

    /// The languages that have a column.
    var languages: [String] { header.languages.map(\.name) }

    /// Whether there is a `source` column.
    var hasSourceTexts: Bool { header["source"] != nil }

    /// Returns whether a language, such as `new` or `old`, has three letters and no data in CLDR.
    func mayBeWord(_ language: String) -> Bool {
        language.utf8.count == 3 && !FileLanguage.isSpelling(language.lowercased())
    }

    init(_ bytes: [UInt8]) throws(InterchangeError) {
        let text = try FileText.utf8(bytes, takesUTF16: true)
        header = try TableHeader(text)
        var reader = TableRows(text, delimiter: header.delimiter)
        for _ in 0..<header.rowCount { _ = try reader.next() }
        while let row = try reader.next() { rows.append(row) }
    }

    /// Reads the column of one language: the language in the context, or otherwise the only
    /// language.
    ///
    /// The `source` column belongs to the source language if that language has no other column. The
    /// rows of a string do not have to be adjacent.
    func read(_ context: ReadContext) throws(InterchangeError) -> ReadFile {
        let column = try column(context)
        var reading = Reading(header, column.index, context)
        for row in rows { reading.add(row.cells, line: row.line) }
        let entries = reading.entries()
        return ReadFile(language: column.language, entries: entries, notices: reading.notices)
    }

    private func column(
        _ context: ReadContext
    ) throws(InterchangeError) -> (index: Int, language: String?) {
        // Two columns can identify the same language, for example `he` and `iw`.
        if let wanted = context.language,
            let found = header.languages.first(where: { $0.name == wanted })
                ?? header.languages.first(where: { FileLanguage.isSame($0.name, wanted) })
        {
            return (found.column, found.name)
        }
        if context.isSource, let source = header["source"] { return (source, nil) }
        if context.language == nil, let first = header.languages.first,
            header.languages.count == 1 || !context.isSource
        {
            return (first.column, first.name)
        }
        let names = header.languages.map(\.name).joined(separator: ", ")
        throw InterchangeError(
            "The file has no column for \(context.language ?? "the source language"); it has \(names).",
            hint: "Name the column with its language tag.", line: 1)
    }

    private struct Reading {
        let header: TableHeader
        let column: Int
        let context: ReadContext
        var notices: [FileNotice] = []
        /// The column with the source texts, for files in other languages.
        private let sourceColumn: Int?
        private var items: [Item] = []
        private var indices: [StringID: Int] = [:]

        private struct Item {
            let string: StringID
            let line: Int
            var comment: String?
            var texts: [(steps: [TableForm.Step], text: String)] = []
            var sources: [(steps: [TableForm.Step], text: String)] = []
            var forms: Set<Value.Text> = []
        }

        init(_ header: TableHeader, _ column: Int, _ context: ReadContext) {
            self.header = header
            self.column = column
            self.context = context
            let named = context.sourceLanguage.flatMap { tag in
                header.languages.first { FileLanguage.isSame($0.name, tag) }
            }
            sourceColumn = context.isSource ? nil : header["source"] ?? named?.column
            if !header.unknown.isEmpty {
                let names = header.unknown.map { "“\($0)”" }.joined(separator: ", ")
                notices.append(
                    FileNotice(
                        line: 1,
                        message: "Columns that belong to no language are not imported: \(names).",
                        isLeftOut: true))
            }
        }

        mutating func add(_ cells: [String], line: Int) {
            func cell(_ index: Int?) -> String {
                guard let index, index < cells.count else { return "" }
                return TableCell.text(cells[index])
            }
            let key = cell(header["key"])
            let section = cell(header["section"])
            let form = cell(header["form"])
            func leaveOut(_ message: String) {
                notices.append(
                    FileNotice(key: key, line: line, message: message, isLeftOut: true))
            }
            guard !key.isEmpty else {
                if cells.contains(where: { !$0.isEmpty }) { leaveOut("The row has no key.") }
                return
            }
            guard let steps = TableForm.steps(form) else {
                return leaveOut("“\(form.prefix(40))” is not a valid form of a text.")
            }
            let string = StringID(
                section: context.section(of: section.isEmpty ? nil : section), key: key)
            let index = indices[string] ?? items.count
            if index == items.count {
                indices[string] = index
                items.append(Item(string: string, line: line))
            }
            guard items[index].forms.insert(Value.Text(form)).inserted else {
                return leaveOut("The row appears twice; the first one is used.")
            }
            let comment = cell(header["comment"])
            if !comment.isEmpty, items[index].comment == nil { items[index].comment = comment }
            let text = cell(column)
            if !text.isEmpty { items[index].texts.append((steps, text)) }
            let source = cell(sourceColumn)
            if !source.isEmpty { items[index].sources.append((steps, source)) }
        }

        mutating func entries() -> [FileEntry] {
            var entries: [FileEntry] = []
            for item in items {
                var entry = FileEntry(string: item.string, value: nil, line: item.line)
                entry.details.comment = item.comment
                if !item.texts.isEmpty {
                    guard let value = value(of: item.texts, item.string) else {
                        notices.append(
                            FileNotice(
                                key: item.string.key, line: item.line,
                                message: "The rows do not form a valid plural, list or choice.",
                                isLeftOut: true))
                        continue
                    }
                    entry.value = value
                } else if context.isSource {
                    // In the source language, a row without a text is deliberately empty.
                    entry.value = Value("")
                    entry.isDeliberatelyEmpty = true
                }
                entry.source = value(of: item.sources, item.string)
                entries.append(entry)
            }
            return entries
        }

        private func value(
            of texts: [(steps: [TableForm.Step], text: String)], _ string: StringID
        ) -> Value? {
            TableForm.value(of: texts.map { (steps: $0.steps[...], text: $0.text) })
        }
    }
}
