public import Texts
import Translation

/// Java's property files, as resource bundles have them: one file for each language and section.
///
/// A section is what Java calls the base name, `messages` the default one: `messages.properties` is of the source
/// language, `messages_pt_BR.properties` of another. A comment above a key, without an empty line between them, is
/// the string's comment.
///
/// See `java.util.Properties.load` and `java.util.ResourceBundle`.
public struct JavaProperties: FileFormat {
    /// Makes the format.
    public init() {}

    /// The name `java-properties`.
    public var name: String { "java-properties" }

    /// What the format is, in one line.
    public var summary: String { "Java .properties, a file for each language and section" }

    /// `text/x-java-properties`; IANA has none.
    public var mediaType: String { "text/x-java-properties" }

    /// Files of the source language have the strings in order.
    public var definesOrder: Bool { true }

    /// Files of the source language hold its texts.
    public var exportsSource: Bool { true }

    /// Only the name of a file says its language.
    public var saysLanguage: Bool { false }

    /// Plain texts only.
    public var holdsPlurals: Bool { false }

    /// A file comes back as it came.
    public var keepsLayout: Bool { true }

    /// Comments.
    public var carriesDetails: Bool { true }

    /// The base name of the default section.
    static let defaultBase = "messages"

    /// Returns whether the name ends in `.properties`: the contents could be anything.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        FilePath.hasEnding(".properties", in: path)
    }

    /// Returns what a path says: `<base>_<language>.properties`, or `<base>.properties`.
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
