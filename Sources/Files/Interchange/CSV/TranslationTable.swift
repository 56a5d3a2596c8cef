public import Texts
import Translation

/// A table of all languages, as spreadsheets open it: a row for each string, a column for each language.
///
/// The columns `section`, `key`, `form`, `comment` and `source` have these names, in any order; other columns are named
/// by the tag of their language. A plural, a list or another choice has a row for each of its texts, and `form` says
/// which it is: see ``TableForm``.
///
/// A cell that a spreadsheet would calculate, because it begins with `=`, `+`, `-`, `@`, a tab or a return, has an
/// apostrophe before it, which is taken away when it is read; a cell with apostrophes before such a sign has one more.
/// An empty cell says nothing.
///
/// See RFC 4180, and <https://owasp.org/www-community/attacks/CSV_Injection>.
public struct TranslationTable: CatalogueFormat {
    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "csv",
        summary: "CSV for spreadsheets, all languages in one file",
        mediaType: "text/csv", isForExchange: true, hasFilePerSection: false,
        holdsAllLanguages: true, namesLanguage: true, hasUntranslated: true, carriesDetails: true,
        keeps: .layout)

    /// Makes the format.
    public init() {}

    /// The name of the file that is written.
    static let fileName = "translations.csv"

    /// The number of bytes that are examined to recognize a file.
    private static let beginning = 64 << 10

    /// Returns whether the name ends in `.csv` or `.tsv`, or the first line names the columns.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if FilePath.hasEnding(".csv", ".tsv", in: path) { return true }
        guard let text = try? FileText.utf8(Array(bytes.prefix(Self.beginning)), takesUTF16: true)
        else { return false }
        return (try? TableHeader(text)) != nil
    }

    /// A path says nothing: the file has the languages and the sections.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        FilePlace()
    }

    /// The languages that have columns.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        try TableHeader(FileText.utf8(bytes, takesUTF16: true)).languages.map(\.name)
    }
}

/// The first row of a table, which names the columns.
struct TableHeader {
    /// The separator of cells: the one in a line `sep=`, otherwise a comma, a semicolon, or a
    /// tab.
    let delimiter: UInt8
    /// The number of rows above the texts: the names, and a line `sep=`.
    let rowCount: Int
    /// The names of all columns.
    private(set) var titles: [String] = []
    /// The columns of languages.
    private(set) var languages: [(name: String, column: Int)] = []
    /// The columns that have no meaning.
    private(set) var unknown: [String] = []
    private var columns: [String: Int] = [:]

    private static let names = ["section", "key", "form", "comment", "source"]

    /// Reads the first row of a text, below Excel's line `sep=`; refused where it does not name the column of the keys.
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

    /// The sign that a first line such as `sep=;` names, which Excel reads and hides; spreadsheets may put it in quotes.
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

    /// The column of a name.
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
            "The column “\(cell)” stands twice.", hint: "Remove or rename one of them.", line: 1)
    }
}
