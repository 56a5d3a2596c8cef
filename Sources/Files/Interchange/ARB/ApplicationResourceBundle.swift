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
    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "arb",
        summary: "ARB as Flutter has it, a file for each language and section",
        mediaType: "application/json", namesLanguage: true, holdsPlurals: false,
        carriesDetails: true, keeps: .layout)

    /// Makes the format.
    public init() {}

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
