import JSON
public import Texts
import Translation

/// Application Resource Bundles as used by Flutter's `gen-l10n` and Dart's `intl`, with one JSON
/// file per language.
///
/// `@@locale` contains the language, and `@key` contains the attributes of a key for translators.
/// Other members that begin with `@@` describe the file. A plural or choice is an ICU message in a
/// single text, and is kept as such. In a file name, the section precedes the language. The default
/// section is `app`.
///
/// See <https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification>.
public struct ApplicationResourceBundle: FileFormat {
    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "arb",
        summary: "ARB as used by Flutter: one file per language and section",
        mediaType: "application/json", namesLanguage: true, holdsPlurals: false,
        carriesDetails: true, keeps: .layout)

    /// Creates the format.
    public init() {}

    /// The file name prefix of the default section.
    static let defaultBase = "app"

    /// Returns whether the name ends in `.arb`, or the contents are an object with an `@@locale`
    /// text.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        FilePath.hasEnding(".arb", in: path)
            || (JSONFile.mayHave(["@@locale"], bytes)
                && (try? JSONFile.object(bytes))?["@@locale"]?.stringValue != nil)
    }

    /// Returns the place implied by a path of the form `<section>_<language>.arb` or
    /// `<language>.arb`.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace {
        let file = FilePath(path)
        guard FilePath.hasEnding(".arb", in: path) else { return FilePlace() }
        let cut = FileLanguage.cut(file.stem, at: "_", or: languages)
        // The name of a section can also be a language tag.
        let endsInOwn = cut.map { FileLanguage.isSpelling($0.language, of: languages) } ?? false
        let isLanguage =
            endsInOwn
            ? FileLanguage.isSpelling(file.stem, of: languages)
            : FileLanguage.isSpelling(file.stem, or: languages)
        if isLanguage { return FilePlace(language: file.stem) }
        let base = cut?.base ?? file.stem
        return FilePlace(language: cut?.language, section: base == Self.defaultBase ? nil : base)
    }

    /// Returns the language specified by `@@locale`, if any.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        try JSONFile.object(bytes)["@@locale"]?.stringValue.map { [$0] } ?? []
    }
}
