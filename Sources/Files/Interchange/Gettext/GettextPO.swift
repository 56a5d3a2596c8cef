public import Texts
import Translation

/// GNU gettext's PO and POT files: one file for each language and domain.
///
/// A section is a domain. The key of a string is its `msgid`; with `msgctxt`, it is the context, U+0004 and the
/// `msgid`, as in MO files. So the key is the text of the source language in most projects, and the file of that
/// language is a template (`.pot`). Where a source text is something else than its key, the source language is
/// written as a PO file with translations.
///
/// See <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>.
public struct GettextPO: FileFormat {
    /// Makes the format.
    public init() {}

    /// The name `po`.
    public var name: String { "po" }

    /// What the format is, in one line.
    public var summary: String { "gettext PO and POT, a file for each language and domain" }

    /// `text/x-gettext-translation`, as freedesktop.org has it; IANA has none.
    public var mediaType: String { "text/x-gettext-translation" }

    /// It is what translators exchange.
    public var isForExchange: Bool { true }

    /// Templates have the strings in order.
    public var definesOrder: Bool { true }

    /// Texts that need work are fuzzy.
    public var marksWork: Bool { true }

    /// A file comes back as it came.
    public var keepsLayout: Bool { true }

    /// A skeleton with messages is a whole file; one without has the header and obsolete messages only.
    public func layout(ofFile _: String, in skeleton: String) -> String? {
        let messages = (try? POParser(Array(FileText.withoutMark(Array(skeleton.utf8)[...])))).map(
            \.messages)
        return messages?.contains { !$0.isHeader } ?? false ? skeleton : nil
    }

    /// The layout without obsolete messages, and without the fields of the header that are about a language or its translators.
    public func template(of layout: String) -> String {
        let fields = [
            "PO-Revision-Date", "Last-Translator", "Language-Team", "Language", "Plural-Forms",
        ].map { Array("\"\($0):".utf8) }
        var isInHeader = true
        let lines = layout.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).filter {
            line in
            if line.starts(with: "#~".utf8) { return false }
            guard isInHeader else { return true }
            isInHeader = !line.allSatisfy { $0 == 0x0D }
            return !fields.contains { line.starts(with: $0) } && !line.starts(with: "#, fuzzy".utf8)
        }
        return String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
    }

    /// The fields of the header, except for dates, names of the last translator and tools, and what an export computes.
    public func keptValues(
        in skeleton: String, besides _: [UInt8]
    ) -> [(name: String, value: String)] {
        let bytes = FileText.withoutMark(Array(skeleton.utf8)[...])
        guard let parser = try? POParser(Array(bytes)) else { return [] }
        let passing: Set = [
            "pot-creation-date", "po-revision-date", "last-translator", "x-generator",
        ]
        return POHeader(POSkeleton(parser).header).fields.filter {
            !passing.contains($0.name.lowercased()) && !$0.value.isEmpty
        }.map { ($0.name, $0.value) }
    }

    /// Obsolete messages are translations that a string may meet again.
    public var keepsObsolete: Bool { true }

    /// The obsolete messages; none of a skeleton that is no PO file.
    public func obsolete(in skeleton: String, context: ReadContext) -> [FileEntry] {
        let bytes = FileText.withoutMark(Array(skeleton.utf8)[...])
        guard let parser = try? POParser(Array(bytes)) else { return [] }
        return Self.obsolete(of: parser, context)
    }

    /// The template holds the source texts.
    public var exportsSource: Bool { true }

    /// The header has the language.
    public var saysLanguage: Bool { true }

    /// A message with an empty text.
    public var hasUntranslated: Bool { true }

    /// Comments, references and flags.
    public var carriesDetails: Bool { true }

    /// Whether the two differ in the dates of the header at most.
    public func isIncidental(_ skeleton: String, after known: String) -> Bool {
        if layout(ofFile: "", in: skeleton) != nil || layout(ofFile: "", in: known) != nil {
            return Self.undated(skeleton) == Self.undated(known)
        }
        guard let skeleton = try? POSkeleton(text: skeleton),
            let known = try? POSkeleton(text: known)
        else { return false }
        return skeleton.undatedText == known.undatedText
    }

    /// The lines of a file without those of the header that have a date.
    private static func undated(_ file: String) -> [String] {
        file.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).filter { line in
            !line.starts(with: "\"POT-Creation-Date:".utf8)
                && !line.starts(with: "\"PO-Revision-Date:".utf8)
        }.map { String($0) ?? "" }
    }

    /// The language that the header names.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        let messages = try POParser(try POHeader.utf8(bytes)).messages
        return POHeader(messages.first(where: \.isHeader)).language.map { [$0] } ?? []
    }

    /// Returns whether the name ends in `.po` or `.pot`, or the first line that is no comment begins a message.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if FilePath.hasEnding(".po", ".pot", in: path) { return true }
        let lines = FileText.withoutMark(bytes.prefix(64 << 10))
            .split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        guard let first = lines.first(where: { $0.first != UInt8(ascii: "#") }) else {
            return false
        }
        return first.starts(with: "msgid \"".utf8) || first.starts(with: "msgctxt \"".utf8)
    }

    /// The name of the domain that is the project's default section.
    static let defaultDomain = "messages"

    /// Returns what a path says: `<tag>/LC_MESSAGES/<domain>.po`, `<tag>/<domain>.po`, `<domain>-<tag>.po`,
    /// `<domain>.<tag>.po`, `<tag>.po` or `<domain>.pot`.
    ///
    /// The domain `messages` is the default section. If directory and file are named like languages, the file's name counts, unless the
    /// project has only the directory's language.
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
            // `po/sc/de.po` is a part of the app in German, unless the project has Sardinian alone.
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
