public import Texts
import Translation

/// XLIFF 1.2 as Xcode exchanges it with translators: one file a language, source and target side by side.
///
/// ```xml
/// <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
///   <file original="Localizable" source-language="en" target-language="fr" datatype="plaintext">
///     <body>
///       <trans-unit id="greeting" xml:space="preserve">
///         <source>Hello</source>
///         <target state="translated">Bonjour</target>
///         <note>On the first page.</note>
///       </trans-unit>
///     </body>
///   </file>
/// </xliff>
/// ```
///
/// - `original` is the section; one that is the path of a table of Apple is that table, and the path is kept.
/// - Files of XLIFF 1.1 are read alike. Those of Symfony, whose `original` is `file.ext`, name no section, and the key is `resname`,
///   else the source.
/// - The key is `resname`, else `id`. A string of several texts has a unit for each: `key|==|plural.one`.
///
/// See <https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html>.
public struct XLIFF12: FileFormat {
    /// The separator of key and form in the id of a unit.
    static let formMark = "|==|"

    /// The fixed properties of the format.
    ///
    /// The media type is the one of the specification. IANA has none.
    public static let traits = FormatTraits(
        name: "xliff-1.2",
        summary: "XLIFF 1.2, as Xcode exports it: source and target, a file a language",
        mediaType: "application/x-xliff+xml", isForExchange: true, hasFilePerSection: false,
        namesLanguage: true, hasUntranslated: true, marksWork: true, carriesDetails: true,
        keeps: .layout)

    /// Makes the format.
    public init() {}

    /// Returns whether the root element is `<xliff>` of version 1, or, before it can be seen, the name ends in `.xlf`
    /// or `.xliff`.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        XLIFFFile.recognizes(path: path, bytes: bytes, isVersion2: false)
    }

    /// The language that the file is named for, as in `fr.xliff`; the domain before it, as in `validators.fr.xlf`, is the
    /// section of files that name none.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        XLIFFFile.place(ofPath: path, languages)
    }
}

/// Helpers for the files of both versions.
enum XLIFFFile {
    static func recognizes(path: String, bytes: [UInt8], isVersion2: Bool) -> Bool {
        guard let root = XMLRoot.name(bytes) else {
            return !isVersion2 && stem(path) != nil
        }
        guard root.elementsEqual("xliff".utf8) || root.suffix(6).elementsEqual(":xliff".utf8) else {
            return false
        }
        var scanner = ByteScanner(bytes.prefix(4000))
        return scanner.skip(behind: XLIFFText.version2.namespace.utf8) == isVersion2
    }

    static func place(ofPath path: String, _ languages: Set<LanguageTag>) -> FilePlace {
        guard let name = FilePath.parts(path).last, let stem = stem(name) else {
            return FilePlace()
        }
        if I18nextJSON.hasShapeOfTag(stem[...]) { return FilePlace(language: stem) }
        guard let (domain, language) = FileLanguage.cut(stem, at: ".", or: languages) else {
            return FilePlace()
        }
        return FilePlace(language: language, section: domain)
    }

    private static func stem(_ path: String) -> String? {
        FilePath.removing(".xliff", from: path) ?? FilePath.removing(".xlf", from: path)
    }

    /// Refuses a document that is of another version, or none at all.
    static func require(_ element: XMLNode, _ text: XLIFFText) throws(InterchangeError) {
        guard element.localName == "xliff" else {
            throw InterchangeError(
                "It begins with <\(element.name)>, but XLIFF begins with <xliff>.",
                hint: .nameFormat, line: element.line)
        }
        guard text.isOwn(element.namespace) else {
            throw InterchangeError(
                "Its namespace is “\(element.namespace ?? "")”, not “\(text.namespace)”.",
                hint: .nameFormatVersion, line: element.line)
        }
    }
}
