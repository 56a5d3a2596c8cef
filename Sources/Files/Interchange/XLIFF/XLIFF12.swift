public import Texts
import Translation

/// XLIFF 1.2 as exchanged by Xcode, with one file per language that contains source and target.
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
/// - `original` is the section. If it is the path of an Apple table, the section is that table, and
///   the path is kept.
/// - XLIFF 1.1 files are read in the same way. Symfony's files, whose `original` is `file.ext`,
///   have no section, and their key is `resname`, or otherwise the source.
/// - In other files, the key is `resname`, or otherwise `id`. A string with several texts has a
///   unit for each text, such as `key|==|plural.one`.
///
/// See <https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html>.
public struct XLIFF12: FileFormat {
    /// The separator between the key and the form in a unit's id.
    static let formMark = "|==|"

    /// The fixed properties of the format.
    ///
    /// The media type comes from the specification; IANA has not registered a media type.
    public static let traits = FormatTraits(
        name: "xliff-1.2",
        summary: "XLIFF 1.2, as exported by Xcode: source and target, one file per language",
        mediaType: "application/x-xliff+xml", isForExchange: true, hasFilePerSection: false,
        namesLanguage: true, hasUntranslated: true, marksWork: true, carriesDetails: true,
        keeps: .layout)

    /// Creates the format.
    public init() {}

    /// Returns whether the root element is `<xliff>` in version 1.
    ///
    /// If the root element cannot be determined, returns whether the name ends in `.xlf` or
    /// `.xliff`.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        XLIFFFile.recognizes(path: path, bytes: bytes, isVersion2: false)
    }

    /// Returns the language in the file name, as in `fr.xliff`.
    ///
    /// The domain before it, as in `validators.fr.xlf`, is the section if the file does not specify
    /// a section.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        XLIFFFile.place(ofPath: path, languages)
    }
}

/// Helpers for files in both versions.
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

    /// Throws an error if a document is not XLIFF, or is in another version.
    static func require(_ element: XMLNode, _ text: XLIFFText) throws(InterchangeError) {
        guard element.localName == "xliff" else {
            throw InterchangeError(
                "The file begins with <\(element.name)>, but XLIFF begins with <xliff>.",
                hint: .nameFormat, line: element.line)
        }
        guard text.isOwn(element.namespace) else {
            throw InterchangeError(
                "The namespace is “\(element.namespace ?? "")”, not “\(text.namespace)”.",
                hint: .nameFormatVersion, line: element.line)
        }
    }
}
