public import Texts
import Translation

/// XLIFF 2.1: one file a language, source and target side by side.
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
/// - `original` is the section; the key is `name`, else `id`.
/// - A string of several texts is a group of the type `dragoman:value` with a unit for each, named `plural.one`; the
///   names of arguments and the types of variables are in its metadata.
///
/// See <https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html>.
public struct XLIFF2: FileFormat {
    /// The type of groups that are one string.
    static let groupType = "dragoman:value"
    /// The category of metadata that says more of such a string.
    static let category = "dragoman"
    /// The namespace of the metadata module.
    static let metadata = "urn:oasis:names:tc:xliff:metadata:2.0"

    /// Makes the format.
    public init() {}

    /// The name `xliff-2`.
    public var name: String { "xliff-2" }

    /// What the format is, in one line.
    public var summary: String { "XLIFF 2.1: source and target, a file a language" }

    /// `application/xliff+xml`, as IANA registers it.
    public var mediaType: String { "application/xliff+xml" }

    /// One file has the strings of all sections.
    public var hasFilePerSection: Bool { false }

    /// It is what translators exchange.
    public var isForExchange: Bool { true }

    /// Files of the source language have the strings in order.
    public var definesOrder: Bool { true }

    /// A file of the source language has the notes too.
    public var exportsSource: Bool { true }

    /// `trgLang` says it.
    public var saysLanguage: Bool { true }

    /// A segment without a target.
    public var hasUntranslated: Bool { true }

    /// Texts that need work are known by their state.
    public var marksWork: Bool { true }

    /// A file comes back as it came.
    public var keepsLayout: Bool { true }

    /// Notes and states.
    public var carriesDetails: Bool { true }

    /// Returns whether the root element is `<xliff>` in the namespace of version 2.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        XLIFFFile.recognizes(path: path, bytes: bytes, isVersion2: true)
    }

    /// The language that the file is named for, as in `fr.xliff`.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        XLIFFFile.place(ofPath: path, languages)
    }
}
