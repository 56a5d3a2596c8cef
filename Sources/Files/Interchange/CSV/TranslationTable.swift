public import Texts
import Translation

/// A spreadsheet table of all languages, with one row per string and one column per language.
///
/// The columns `section`, `key`, `form`, `comment` and `source` can be in any order. The name of
/// any other column is a language tag. A plural, list or other choice has one row per text, and
/// `form` identifies each text; see ``TableForm``.
///
/// A spreadsheet would evaluate a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return. Such a cell is written with a leading apostrophe, which is removed when the cell is
/// read. If a cell already has apostrophes before such a character, one more is added. An empty
/// cell means that there is no text.
///
/// See RFC 4180, and <https://owasp.org/www-community/attacks/CSV_Injection>.
public struct TranslationTable: CatalogueFormat {
    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "csv",
        summary: "CSV for spreadsheets: all languages in one file",
        mediaType: "text/csv", isForExchange: true, hasFilePerSection: false,
        holdsAllLanguages: true, namesLanguage: true, hasUntranslated: true, carriesDetails: true,
        keeps: .layout)

    /// Creates the format.
    public init() {}

    /// The name of the written file.
    static let fileName = "translations.csv"

    /// The maximum number of bytes examined to recognize a file.
    private static let beginning = 64 << 10

    /// Returns whether the name ends in `.csv` or `.tsv`, or the first line contains the column
    /// names.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if FilePath.hasEnding(".csv", ".tsv", in: path) { return true }
        guard let text = try? FileText.utf8(Array(bytes.prefix(Self.beginning)), takesUTF16: true)
        else { return false }
        return (try? TableHeader(text)) != nil
    }

    /// Returns an empty place, because the file itself contains the languages and sections.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        FilePlace()
    }

    /// Returns the languages that have a column.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        try TableHeader(FileText.utf8(bytes, takesUTF16: true)).languages.map(\.name)
    }
}

/// The first row of a table, with the column names.
struct TableHeader {
    /// The cell separator, as specified in a `sep=` line, or otherwise a comma, semicolon or tab.
    let delimiter: UInt8
    /// The number of rows above the texts: the column names, and an optional `sep=` line.
    let rowCount: Int
    /// The names of all columns.
    private(set) var titles: [String] = []
    /// The language columns.
    private(set) var languages: [(name: String, column: Int)] = []
    /// The columns without a known meaning.
    private(set) var unknown: [String] = []
    private var columns: [String: Int] = [:]

    private static let names = ["section", "key", "form", "comment", "source"]

    /// Reads the column names in the first row, or in the second row if Excel's `sep=` line
    /// precedes them.
    ///
    /// Throws an error if there is no key column.
    init(_ text: [UInt8]) throws(InterchangeError) {
        let named = Self.namedDelimiter(text)
        let usual = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        for delimiter in named.map({ [$0] }) ?? usual {
            var rows = TableRows(text, delimiter: delimiter)
            if named != nil { _ = try? rows.next() }
            guard let cells = try? rows.next()?.cells,
                cells.contains(where: { Self.name($0) == "key" })
            else { continue }
            self.delimiter = delimiter
            rowCount = named == nil ? 1 : 2
            try take(cells)
            return
        }
        throw InterchangeError(
            named == nil
                ? "The first line does not name the columns: there is no “key”."
                : "The line below “sep=” does not name the columns: there is no “key”.",
            hint: "Begin the file with a line such as: section,key,form,comment,en,de",
            line: named == nil ? 1 : 2)
    }

    /// Returns the separator in a first line such as `sep=;`, which Excel interprets and hides.
    ///
    /// Spreadsheets may put this line in quotes.
    private static func namedDelimiter(_ text: [UInt8]) -> UInt8? {
        var line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        if line.count > 1, line.first == UInt8(ascii: "\""), line.last == UInt8(ascii: "\"") {
            line = line.dropFirst().dropLast()
        }
        guard line.count == 5, let sign = line.last, sign < 0x7F, sign != UInt8(ascii: "\""),
            String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep="
        else { return nil }
        return sign
    }

    /// The index of the column with this name.
    subscript(name: String) -> Int? { columns[name] }

    private static func trimmed(_ cell: String) -> String {
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private static func name(_ cell: String) -> String { trimmed(cell).lowercased() }

    private mutating func take(_ cells: [String]) throws(InterchangeError) {
        titles = cells.map(Self.trimmed)
        for (index, cell) in titles.enumerated() {
            let name = cell.lowercased()
            if Self.names.contains(name) {
                guard columns.updateValue(index, forKey: name) == nil else {
                    throw Self.repeated(cell)
                }
            } else if FileLanguage.isTag(cell) {
                guard !languages.contains(where: { $0.name == cell }) else {
                    throw Self.repeated(cell)
                }
                languages.append((cell, index))
            } else if !name.isEmpty {
                unknown.append(cell)
            }
        }
    }

    private static func repeated(_ cell: String) -> InterchangeError {
        InterchangeError(
            "The column “\(cell)” appears twice.", hint: "Remove or rename one of them.", line: 1)
    }
}
