import Interchange
import Texts
import Translation

extension Refusal.Hint {
    /// Names the language of the file.
    static let nameLanguage = Refusal.Hint.typed("Specify it with --locale.")

    /// Names one of the formats for the file.
    static let nameKnownFormat = Refusal.Hint.typed(
        "`dragoman import --file-format FORMAT` accepts one of \(FileFormats.read.map(\.name).joined(separator: ", "))."
    )

    /// Adds the languages to the project, or imports one of them alone.
    static func addLanguages(_ tags: [LanguageTag]) -> Refusal.Hint {
        let verb = "`dragoman locale add \(tags.map(\.rawValue).joined(separator: " "))`"
        return .typed(
            tags.count == 1
                ? "\(verb) adds it, as does --add-locales with the import; --locale specifies another."
                : "\(verb) adds them, as does --add-locales with the import; --locale imports only one of them."
        )
    }
}
