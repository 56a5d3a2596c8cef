public import Texts
import Translation

/// Xcode's string catalogues, version 1.0: one JSON file for each table, with all languages in it.
///
/// ```json
/// {
///   "sourceLanguage" : "en",
///   "strings" : {
///     "greeting" : {
///       "comment" : "On the first page.",
///       "extractionState" : "manual",
///       "localizations" : {
///         "fr" : {
///           "stringUnit" : {
///             "state" : "translated",
///             "value" : "Bonjour"
///           }
///         }
///       }
///     }
///   },
///   "version" : "1.0"
/// }
/// ```
///
/// - `variations` are choices by plural, device and width, in each other too; `substitutions` are the variables
///   of a format; a `stringSet` is a list.
/// - A string without a text of the source language says its key.
/// - The state `translated` is a text; `needs_review`, `stale` and `new` are texts in need of work, and a `new`
///   one that is empty or the source text is none.
///
/// Xcode's other data about strings are kept in `meta`, so that a file of Xcode comes out as it was.
///
/// See <https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog>.
public struct XCStrings: CatalogueFormat {
    /// The maximum size of a file: 64 MiB.
    public static let maximumSize = 64 << 20

    static let names = SectionFileName(usual: "Localizable")

    /// The fixed properties of the format.
    ///
    /// Xcode sorts the keys, so the order of a file means nothing.
    public static let traits = FormatTraits(
        name: "xcstrings",
        summary: "Xcode string catalog: one .xcstrings with all languages",
        mediaType: "application/json", holdsAllLanguages: true, namesLanguage: true,
        definesOrder: false, hasUntranslated: true, marksWork: true, carriesDetails: true,
        keeps: .layout)

    /// Makes the format.
    public init() {}

    /// Returns whether the name ends in `.xcstrings`, or the contents begin as Xcode begins a catalogue.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if FilePath.removing(".xcstrings", from: path) != nil { return true }
        var scanner = ByteScanner(FileText.withoutMark(bytes[...]))
        scanner.skipSpace()
        guard scanner.skip(UInt8(ascii: "{")) else { return false }
        scanner.skipSpace()
        return scanner.skip("\"sourceLanguage\"".utf8)
    }

    /// The table, which is the file's name; `Localizable` is the default section.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        guard let file = FilePath.parts(path).last,
            let table = FilePath.removing(".xcstrings", from: file)
        else { return FilePlace() }
        return FilePlace(section: Self.names.section(named: table))
    }
}
