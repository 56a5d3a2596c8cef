import GRDB
public import Texts
public import Translation

/// An existing string and its source definition: the data shared by the languages in an export.
public struct SourceString: Sendable {
    /// The section and key of the string.
    public let string: StringID
    /// The source text.
    public let value: Texts.Value
    /// True if the string needs a text in other languages.
    public let isTranslatable: Bool
    /// The string's number in the database.
    let number: Int64
}

/// A language's own texts.
public struct LanguageTexts: Sendable {
    /// The numbers of the strings with a text, in ascending order for binary search.
    ///
    /// For a single pass, arrays are cheaper to create than a dictionary.
    private let strings: [Int64]
    private let texts: [Text]

    /// A text, with the event that set it.
    public struct Text: Sendable {
        /// The content of the text.
        public let value: Texts.Value
        /// The event that set the text, with the text's authorship and review.
        public let attribution: Attribution
        /// True if the source text changed after the text was written.
        public let isStale: Bool
    }

    fileprivate init(ofAscending strings: [Int64], _ texts: [Text]) {
        self.strings = strings
        self.texts = texts
    }

    /// Returns the text of a string, or `nil` if the language has no text for it.
    ///
    /// The string must come from the same state.
    public subscript(string: SourceString) -> Text? {
        var range = strings.indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if strings[middle] == string.number { return texts[middle] }
            range =
                strings[middle] < string.number
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension ReadModel {
    /// Returns the existing strings, sorted by section, position in the section and key.
    ///
    /// Strings without a position come last. If a section is given, returns only its strings. Cost:
    /// reads the returned strings.
    public func sourceStrings(section: String? = nil) throws -> [SourceString] {
        var conditions = Conditions()
        conditions.add("is_existing")
        conditions.add("section = ?", section.map(StoredText.init))
        return try read { db in
            var strings: [SourceString] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT subject, section, key, value, is_translatable FROM string WHERE \(conditions.sql)
                    ORDER BY section, position IS NULL, position, key
                    """)
            try statement.forEachRow(conditions.arguments) { row in
                guard let number = row.number(0), let section = row.text(1),
                    let key = row.text(2),
                    let value = try row.storedValue(3)
                else { return }
                strings.append(
                    SourceString(
                        string: StringID(section: section, key: key), value: value,
                        isTranslatable: row.number(4) != 0, number: number))
            }
            return strings
        }
    }

    /// Returns a language's own texts, including texts of removed strings.
    ///
    /// `omitsStale` works as in ``EntryFilter``. If a section is given, returns only the texts of
    /// its existing strings. Cost: reads the texts in this language, or the strings in the section.
    public func texts(
        of locale: LanguageTag, _ choice: TextChoice = TextChoice(), section: String? = nil,
        omitsStale: Bool = false
    ) throws -> LanguageTexts {
        let columns = TextColumns(choice, of: locale, in: project)
        let current = omitsStale ? " AND NOT \(columns.isStale)" : ""
        // SQLite keeps the order of a cross join, so the strings of the section come before their
        // texts.
        let tables =
            section == nil
            ? "unit_state u"
            : "string s CROSS JOIN unit_state u ON u.string = s.subject AND s.is_existing AND s.section = ?"
        return try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT u.string, \(columns.event), \(columns.value), \(columns.isReviewed),
                      \(columns.isStale), \(columns.authorship)
                    FROM \(tables)\(columns.join)
                    WHERE u.locale = ? AND \(columns.exists)\(current) ORDER BY u.string
                    """)
            var strings: [Int64] = []
            var texts: [LanguageTexts.Text] = []
            var arguments: StatementArguments = []
            if let section { arguments += [StoredText(section)] }
            arguments += [locale.rawValue]
            try statement.forEachRow(arguments) { row in
                guard let string = row.number(0), let event = row.eventID(1),
                    let value = try row.storedValue(2)
                else { return }
                strings.append(string)
                texts.append(
                    LanguageTexts.Text(
                        value: value,
                        attribution: Attribution(
                            event: event, authorship: Authorship(stored: row.text(5)),
                            isReviewed: row.flag(3)),
                        isStale: row.flag(4)))
            }
            return LanguageTexts(ofAscending: strings, texts)
        }
    }
}
