public import Texts
import Translation

/// GNU gettext PO and POT files, with one file per language and domain.
///
/// A section is a domain. The key of a string is its `msgid`. If there is a `msgctxt`, the key is
/// the context, U+0004 and the `msgid`, as in MO files. In most projects, the key is therefore the
/// source text, and the source language's file is a template (`.pot`). If a source text differs
/// from its key, the source language is written as a PO file with translations.
///
/// See <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>.
public struct GettextPO: FileFormat {
    /// The fixed properties of the format.
    ///
    /// The media type is defined by freedesktop.org; IANA has not registered a media type.
    public static let traits = FormatTraits(
        name: "po",
        summary: "gettext PO and POT: one file per language and domain",
        mediaType: "text/x-gettext-translation", isForExchange: true, namesLanguage: true,
        hasUntranslated: true, marksWork: true, carriesDetails: true, keeps: .layout,
        keepsObsolete: true, skeletons: GettextSkeletons())

    /// Creates the format.
    public init() {}

    /// Returns the language specified in the header, if any.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        let messages = try POParser(try POHeader.utf8(bytes)).messages
        return POHeader(messages.first(where: \.isHeader)).language.map { [$0] } ?? []
    }

    /// Returns whether the name ends in `.po` or `.pot`, or the first line that is not a comment
    /// begins a message.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if FilePath.hasEnding(".po", ".pot", in: path) { return true }
        let lines = FileText.withoutMark(bytes.prefix(64 << 10))
            .split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        guard let first = lines.first(where: { $0.first != UInt8(ascii: "#") }) else {
            return false
        }
        return first.starts(with: "msgid \"".utf8) || first.starts(with: "msgctxt \"".utf8)
    }

    /// The domain of the project's default section.
    static let defaultDomain = "messages"

    /// Returns the place implied by a path.
    ///
    /// The supported forms are `<tag>/LC_MESSAGES/<domain>.po`, `<tag>/<domain>.po`,
    /// `<domain>-<tag>.po`, `<domain>.<tag>.po`, `<tag>.po` and `<domain>.pot`. The domain
    /// `messages` is the default section. If both the directory and the file are named after a
    /// language, the file name takes precedence, unless the project contains only the directory's
    /// language.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        let path = FilePath(path)
        let stem = path.stem
        if FilePath.hasEnding(".pot", in: path.name) {
            return FilePlace(section: Self.section(stem), isSource: true)
        }
        if let index = path.directories.lastIndex(of: "LC_MESSAGES"), index > 0 {
            return FilePlace(
                language: path.directories[index - 1], section: Self.section(stem))
        }
        let isLanguage = FileLanguage.isSpelling(stem, or: languages)
        if let directory = path.directories.last, FileLanguage.isSpelling(directory, or: languages)
        {
            // `po/sc/de.po` is the German file of a component, unless the project contains
            // Sardinian but not German.
            let isKnown =
                FileLanguage.isSpelling(directory, of: languages)
                && !FileLanguage.isSpelling(stem, of: languages)
            if !isLanguage || isKnown {
                return FilePlace(language: directory, section: Self.section(stem))
            }
        }
        if isLanguage { return FilePlace(language: stem) }
        for separator in ["-", "."] {
            guard let (domain, tag) = FileLanguage.cut(stem, at: separator, or: languages) else {
                continue
            }
            return FilePlace(language: tag, section: Self.section(domain))
        }
        return FilePlace(section: Self.section(stem))
    }

    private static func section(_ domain: String) -> String? {
        domain == defaultDomain ? nil : domain
    }
}
