public import Texts
import Translation

/// Java properties files as used by resource bundles, with one file per language and section.
///
/// A section is a base name in Java; `messages` is the default section. `messages.properties` is in
/// the source language, and `messages_pt_BR.properties` is in another language. A comment directly
/// above a key is the string's comment.
///
/// See `java.util.Properties.load` and `java.util.ResourceBundle`.
public struct JavaProperties: FileFormat {
    /// The fixed properties of the format.
    ///
    /// IANA has not registered a media type for these files; this media type is common.
    public static let traits = FormatTraits(
        name: "java-properties",
        summary: "Java .properties: one file per language and section",
        mediaType: "text/x-java-properties", holdsPlurals: false, carriesDetails: true,
        keeps: .layout)

    /// Creates the format.
    public init() {}

    /// The base name used for the default section.
    static let defaultBase = "messages"

    /// Returns whether the name ends in `.properties`; the contents of such files are not
    /// distinctive.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        FilePath.hasEnding(".properties", in: path)
    }

    /// Returns the place implied by a path of the form `<base>_<language>.properties` or
    /// `<base>.properties`.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        let stem = FilePath(path).stem
        let cut = FileLanguage.cut(stem, at: "_", or: languages)
        let base = cut?.base ?? stem
        return FilePlace(
            language: cut?.language, section: base == Self.defaultBase || base.isEmpty ? nil : base,
            isSource: cut == nil,
            doubtfulLanguage: cut == nil ? FileLanguage.doubtfulEnd(of: stem, after: "_") : nil)
    }
}
