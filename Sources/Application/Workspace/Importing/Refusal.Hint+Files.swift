import Interchange
import Texts
import Translation

extension Refusal.Hint {
    /// The hint to specify the file's language.
    static let nameLanguage = Refusal.Hint(
        typed: "Specify it with --locale.", http: "Specify it with `locale`.")

    /// The hint to specify the file's format, with the names of all formats.
    static let nameKnownFormat = Refusal.Hint(
        typed:
            "`dragoman import --file-format FORMAT` accepts one of \(FileFormats.read.map(\.name).joined(separator: ", ")).",
        http:
            "Specify one of \(FileFormats.read.map(\.name).joined(separator: ", ")) with `format`.",
        page: "Choose the format.")

    /// Returns the hint to add the languages to the project, or to specify a single language.
    static func addLanguages(_ tags: [LanguageTag]) -> Refusal.Hint {
        let verb = "`dragoman locale add \(tags.map(\.rawValue).joined(separator: " "))`"
        return Refusal.Hint(
            typed: tags.count == 1
                ? "\(verb) adds it, as does --add-locales with the import; --locale specifies another."
                : "\(verb) adds them, as does --add-locales with the import; --locale imports only one of them.",
            http: "`POST /locales` adds a language; `locale` specifies another.")
    }
}
