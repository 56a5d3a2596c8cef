public import Texts
import Translation

/// XLIFF 2.1, with one file per language that contains source and target.
///
/// ```xml
/// <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="fr">
///   <file id="f1" original="auth">
///     <unit id="u1" name="greeting">
///       <notes>
///         <note>On the first page.</note>
///       </notes>
///       <segment state="translated">
///         <source xml:space="preserve">Hello</source>
///         <target xml:space="preserve">Bonjour</target>
///       </segment>
///     </unit>
///   </file>
/// </xliff>
/// ```
///
/// - `original` is the section; the key is `name`, or otherwise `id`.
/// - A string with several texts is a group with the type `dragoman:value`. It has a unit for each
///   text, with a name such as `plural.one`. The group's metadata contains the names of arguments
///   and the types of variables.
///
/// See <https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html>.
public struct XLIFF2: FileFormat {
    /// The type of a group that represents a single string.
    static let groupType = "dragoman:value"
    /// The category of metadata that describes such a string.
    static let category = "dragoman"
    /// The namespace of XLIFF's metadata module.
    static let metadata = "urn:oasis:names:tc:xliff:metadata:2.0"

    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "xliff-2",
        summary: "XLIFF 2.1: source and target, one file per language",
        mediaType: "application/xliff+xml", isForExchange: true, hasFilePerSection: false,
        namesLanguage: true, hasUntranslated: true, marksWork: true, carriesDetails: true,
        keeps: .layout)

    /// Creates the format.
    public init() {}

    /// Returns whether the root element is `<xliff>` in the namespace of version 2.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        XLIFFFile.recognizes(path: path, bytes: bytes, isVersion2: true)
    }

    /// Returns the language in the file name, as in `fr.xliff`.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        XLIFFFile.place(ofPath: path, languages)
    }
}
