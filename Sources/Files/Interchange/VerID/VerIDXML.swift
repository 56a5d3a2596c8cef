public import Texts
import Translation

/// The XML files of Ver-ID apps: the English text and its translation side by side.
///
/// ```xml
/// <?xml version="1.0" encoding="utf-8"?>
/// <strings language="fr" region="CA">
///     <string>
///         <original>Step %d of %d</original>
///         <translation>Étape %d de %d</translation>
///     </string>
/// </strings>
/// ```
///
/// A string is the entry of its original. Where its key is another than the original, or its
/// section is not the default one, `<string>` has the attributes `key` and `section`, which apps
/// ignore. An untranslated string has an empty `<translation>`; a deliberately empty one says
/// `<translation empty="true">`.
///
/// There are texts and nothing else: plurals and lists cannot be written.
public struct VerIDXML: FileFormat {
    /// The longest text that is read or written, in bytes.
    public static let maximumTextSize = 1 << 20

    /// Makes the format.
    public init() {}

    /// The name, `verid-xml`.
    public var name: String { "verid-xml" }

    /// What the format is, in one line.
    public var summary: String { "Ver-ID XML: <original> and <translation>, a file a language" }

    /// `application/xml`: RFC 7303.
    public var mediaType: String { "application/xml" }

    /// One file has the strings of all sections.
    public var hasFilePerSection: Bool { false }

    /// Plain texts only.
    public var holdsPlurals: Bool { false }

    /// A file comes back as it came.
    public var keepsLayout: Bool { true }

    /// The format sorts by code points, so that a file's order says nothing.
    public var definesOrder: Bool { false }

    /// An original is the key, whatever the source language says by now.
    public var keysAreSources: Bool { true }

    /// Every file carries the source texts already.
    public var exportsSource: Bool { false }

    /// The root element says it, in `language` and `region`.
    public var saysLanguage: Bool { true }

    /// An empty translation.
    public var hasUntranslated: Bool { true }

    /// Whether the root element is `<strings>`, or, before it can be seen, the name ends in `.xml`.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if let root = XMLRoot.name(bytes) { return root.elementsEqual("strings".utf8) }
        return path.lowercased().hasSuffix(".xml")
    }

    /// The language that the file's name spells; see ``VerIDFileName``.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        FilePlace(language: VerIDFileName.language(ofPath: path))
    }
}
