public import Texts
import Translation

/// Xcode string catalogs, version 1.0, with one JSON file per table that contains all languages.
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
/// - `variations` are choices by plural, device and width, which can be nested. `substitutions` are
///   the variables of a format. A `stringSet` is a list.
/// - If a string has no text in the source language, its text is the key.
/// - A text has the state `translated`, or `needs_review`, `stale` or `new` if it needs work. A
///   `new` text counts as untranslated if it is empty or equals the source text.
///
/// Other data that Xcode stores about strings is kept in `meta`, so that an Xcode file survives a
/// round trip unchanged.
///
/// See <https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog>.
public struct XCStrings: CatalogueFormat {
    /// The maximum size of a file: 64 MiB.
    public static let maximumSize = 64 << 20

    static let names = SectionFileName(usual: "Localizable")

    /// The fixed properties of the format.
    ///
    /// Xcode sorts the keys, so the order in a file has no meaning.
    public static let traits = FormatTraits(
        name: "xcstrings",
        summary: "Xcode string catalog: one .xcstrings with all languages",
        mediaType: "application/json", holdsAllLanguages: true, namesLanguage: true,
        definesOrder: false, hasUntranslated: true, marksWork: true, carriesDetails: true,
        keeps: .layout)

    /// Creates the format.
    public init() {}

    /// Returns whether the name ends in `.xcstrings`, or the contents begin like an Xcode catalog.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if FilePath.removing(".xcstrings", from: path) != nil { return true }
        var scanner = ByteScanner(FileText.withoutMark(bytes[...]))
        scanner.skipSpace()
        guard scanner.skip(UInt8(ascii: "{")) else { return false }
        scanner.skipSpace()
        return scanner.skip("\"sourceLanguage\"".utf8)
    }

    /// Returns the table, which is the name of the file; `Localizable` is the default section.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        guard let file = FilePath.parts(path).last,
            let table = FilePath.removing(".xcstrings", from: file)
        else { return FilePlace() }
        return FilePlace(section: Self.names.section(named: table))
    }
}
