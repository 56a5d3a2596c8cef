public import Texts
import Translation

/// The XML files of Ver-ID apps, which contain each English text next to its translation.
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
/// Each `<string>` element represents one string. If the string's key differs from the original,
/// the element has the attribute `key`. If the string is not in the default section, the element
/// has the attribute `section`. Apps ignore both attributes. An untranslated string has an empty
/// `<translation>`. A deliberately empty string has `<translation empty="true">`.
///
/// The format supports only texts; plurals and lists cannot be written.
public struct VerIDXML: FileFormat {
    /// The maximum length of a text, in bytes.
    public static let maximumTextSize = 1 << 20

    /// The fixed properties of the format.
    ///
    /// The format sorts strings by code points, so the order in a file has no meaning. The original
    /// is the key, even if the source text has changed. Every file already contains the source
    /// texts.
    public static let traits = FormatTraits(
        name: "verid-xml",
        summary: "Ver-ID XML: <original> and <translation>, one file per language",
        mediaType: "application/xml", hasFilePerSection: false, namesLanguage: true,
        definesOrder: false, exportsSource: false, holdsPlurals: false, hasUntranslated: true,
        keysAreSources: true, keeps: .layout)

    /// Creates the format.
    public init() {}

    /// Returns whether the root element is `<strings>`.
    ///
    /// If the root element cannot be determined, returns whether the name ends in `.xml`.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if let root = XMLRoot.name(bytes) { return root.elementsEqual("strings".utf8) }
        return path.lowercased().hasSuffix(".xml")
    }

    /// Returns the language in the file name, as described in ``VerIDFileName``.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        FilePlace(language: VerIDFileName.language(ofPath: path))
    }
}
