import JSON
public import Texts
import Translation

/// Application Resource Bundles, as Flutter's `gen-l10n` and Dart's `intl` have them: a JSON file for each language.
///
/// `@@locale` is the language, `@key` says of a key what programmers tell translators; other members that begin with
/// `@@` are about the file. Plurals and choices are messages of ICU in one text, and stay that. A section is what
/// precedes the language in the file's name, `app` the default one.
///
/// See <https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification>.
public struct ApplicationResourceBundle: FileFormat {
    /// Makes the format.
    public init() {}

    /// The name `arb`.
    public var name: String { "arb" }

    /// What the format is, in one line.
    public var summary: String { "ARB as Flutter has it, a file for each language and section" }

    /// `application/json`: RFC 8259.
    public var mediaType: String { "application/json" }

    /// Files of the source language have the strings in order.
    public var definesOrder: Bool { true }

    /// Files of the source language hold its texts.
    public var exportsSource: Bool { true }

    /// `@@locale` says the language.
    public var saysLanguage: Bool { true }

    /// A plural is one text, in ICU's syntax.
    public var holdsPlurals: Bool { false }

    /// A file comes back as it came.
    public var keepsLayout: Bool { true }

    /// Descriptions, and in `meta` all else of `@key`.
    public var carriesDetails: Bool { true }

    /// The beginning of the file names of the default section.
    static let defaultBase = "app"

    /// Returns whether the name ends in `.arb`, or the contents are an object with `@@locale`.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        FilePath.hasEnding(".arb", in: path)
            || (JSONFile.mayHave(["@@locale"], bytes)
                && (try? JSONFile.object(bytes))?["@@locale"]?.stringValue != nil)
    }

    /// Returns what a path says: `<section>_<language>.arb` or `<language>.arb`.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        let file = FilePath(path)
        guard FilePath.hasEnding(".arb", in: path) else { return FilePlace() }
        let cut = FileLanguage.cut(file.stem, at: "_", or: languages)
        // A section may have the name of a language.
        let endsInOwn = cut.map { FileLanguage.isSpelling($0.language, of: languages) } ?? false
        let isLanguage =
            endsInOwn
            ? FileLanguage.isSpelling(file.stem, of: languages)
            : FileLanguage.isSpelling(file.stem, or: languages)
        if isLanguage { return FilePlace(language: file.stem) }
        let base = cut?.base ?? file.stem
        return FilePlace(language: cut?.language, section: base == Self.defaultBase ? nil : base)
    }

    /// The language of `@@locale`.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        try JSONFile.object(bytes)["@@locale"]?.stringValue.map { [$0] } ?? []
    }
}
