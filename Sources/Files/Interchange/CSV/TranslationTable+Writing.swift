import Texts
import Translation

extension TranslationTable {
    /// Writes one file with a column per language.
    ///
    /// The file begins with a byte order mark, because Excel misreads UTF-8 without it. The cost is
    /// a few times the cost of reading all languages.
    public func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var options = options
        // A file without a section column has a single section.
        let header = options.layout.flatMap { try? TableHeader(Array($0.utf8)) }
        let sections = Set(languages.flatMap(\.entries).map { Value.Text($0.string.section) })
        if let header, header["section"] == nil, sections.count == 1, let only = sections.first {
            options.defaultSection = only.string
        }
        var table = Table(languages, options)
        try table.leaveOutWhatIsReadOtherwise()
        return ExportResult(
            files: [OutputFile(path: Self.fileName, bytes: table.encoded())],
            unrepresentable: table.unrepresentable)
    }

    /// The rows to be written.
    private struct Table {
        private let languages: [LanguageEntries]
        private let options: ExportOptions
        /// The texts to write for each language, by string.
        private var values: [[StringID: Value]] = []
        private var strings: [(string: StringID, comment: String?, source: Value)] = []
        /// The forms that each language needs for untranslated strings, if they differ from the
        /// forms in the source.
        private var outlines: [[StringID: Value]] = []
        private(set) var unrepresentable: [Unrepresentable] = []

        init(_ languages: [LanguageEntries], _ options: ExportOptions) {
            self.languages = languages
            self.options = options
            var known: Set<StringID> = []
            for language in languages {
                for entry in language.entries where known.insert(entry.string).inserted {
                    if entry.string.key.isEmpty || entry.string.section.isEmpty {
                        leaveOut(entry.string, "In this format, a row needs a section and a key.")
                    } else {
                        strings.append((entry.string, entry.details.comment, entry.source))
                    }
                }
            }
            for language in languages {
                var texts: [StringID: Value] = [:]
                outlines.append([:])
                var own = options
                own.isSource = language.isSource
                for entry in language.entries {
                    guard let value = entry.written(own) else {
                        outlines[outlines.count - 1][entry.string] = entry.outline
                        continue
                    }
                    if let reason = Self.obstacle(value, isSource: language.isSource) {
                        leaveOut(entry.string, reason, in: language)
                    } else {
                        texts[entry.string] = value
                    }
                }
                values.append(texts)
            }
            leaveOutWithoutSource()
        }

        private static func obstacle(_ value: Value, isSource: Bool) -> String? {
            guard let texts = TableForm.texts(of: value) else {
                return
                    "This format does not support empty lists or texts with plural variables."
            }
            if isSource, value.isEmptyText { return nil }
            return texts.contains { $0.text.isEmpty }
                ? "This format treats an empty cell as no text." : nil
        }

        /// Records a text that was left out, or a row if it has no language or no source text.
        private mutating func leaveOut(
            _ string: StringID, _ reason: String, in language: LanguageEntries? = nil
        ) {
            unrepresentable.append(
                Unrepresentable(
                    string: string, reason: reason,
                    language: language.flatMap { $0.isSource ? nil : $0.language }))
        }

        /// Removes the rows of strings whose source text cannot be written.
        ///
        /// An empty source cell would otherwise mean that the source text is empty.
        private mutating func leaveOutWithoutSource() {
            guard let index = languages.firstIndex(where: \.isSource) else { return }
            strings.removeAll { values[index][$0.string] == nil }
        }

        /// Reads each language back and removes the texts that differ, until no text differs.
        mutating func leaveOutWhatIsReadOtherwise() throws(InterchangeError) {
            var isRight = false
            while !isRight {
                isRight = true
                let table = try ParsedTable(encoded())
                for (index, language) in languages.enumerated() {
                    let file = try table.read(
                        ReadContext(
                            section: options.defaultSection, isSource: language.isSource,
                            language: language.language.rawValue))
                    let found = Dictionary(
                        file.entries.map { ($0.string, $0.value) },
                        uniquingKeysWith: { first, _ in first })
                    for (string, _, _) in strings
                    where (found[string] ?? nil) != values[index][string] {
                        values[index][string] = nil
                        leaveOut(
                            string, "The text would be read back differently.", in: language)
                        isRight = false
                    }
                }
                leaveOutWithoutSource()
            }
        }

        func encoded() -> [UInt8] {
            let hasSource = languages.contains(where: \.isSource)
            let usual =
                ["section", "key", "form", "comment"] + (hasSource ? [] : ["source"])
                + languages.map(\.language.rawValue)
            var rows: [[String]] = []
            for (string, comment, source) in strings {
                var columns = values.map { texts in
                    texts[string].flatMap { TableForm.texts(of: $0) } ?? []
                }
                if !hasSource { columns.insert(TableForm.texts(of: source) ?? [], at: 0) }
                let byForm = columns.map { column in
                    Dictionary(
                        column.map { (Value.Text($0.form), $0.text) },
                        uniquingKeysWith: { first, _ in first })
                }
                let outlines = outlines.map { values in
                    values[string].flatMap { TableForm.texts(of: $0) } ?? []
                }
                for (index, form) in Self.forms(columns + outlines).enumerated() {
                    rows.append(
                        [string.section, string.key, form, index == 0 ? comment ?? "" : ""]
                            + byForm.map { $0[Value.Text(form)] ?? "" })
                }
            }
            let layout = options.layout.flatMap { try? TableHeader(Array($0.utf8)) }
            return layout.map { encoded(rows, usual, as: $0) }
                ?? TableCell.encoded([usual] + rows.map { $0.map(TableCell.guarded) })
        }

        /// Returns the rows with the columns of an existing file, plus any required columns that
        /// the file lacks.
        private func encoded(
            _ rows: [[String]], _ names: [String], as header: TableHeader
        ) -> [UInt8] {
            let first = names.count - languages.count
            var columns = header.titles.map { title in
                names[..<first].firstIndex(of: title.lowercased())
                    ?? names[first...].firstIndex { FileLanguage.isSame(title, $0) }
            }
            var titles = header.titles
            for (index, name) in names.enumerated() where !columns.contains(index) {
                let unsaid = name == "section" ? options.defaultSection : ""
                guard index >= first || rows.contains(where: { $0[index] != unsaid }) else {
                    continue
                }
                columns.append(index)
                titles.append(name)
            }
            let cells = rows.map { row in
                columns.map { $0.map { TableCell.guarded(row[$0]) } ?? "" }
            }
            return TableCell.encoded(
                [titles] + cells, delimiter: header.delimiter, namesDelimiter: header.rowCount > 1)
        }

        /// Returns the forms in all languages without duplicates.
        ///
        /// For a string without any text, this is only the empty form.
        private static func forms(_ columns: [[(form: String, text: String)]]) -> [String] {
            var known: Set<Value.Text> = []
            let forms = columns.flatMap { $0.map(\.form) }.filter {
                known.insert(Value.Text($0)).inserted
            }
            return forms.isEmpty ? [""] : forms
        }
    }
}
