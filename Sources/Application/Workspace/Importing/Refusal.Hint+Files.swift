import Interchange
import Texts
import Translation

extension Refusal.Hint {
    /// Names the language of the file.
    static let nameLanguage = Refusal.Hint.typed("Specify it with --locale.")

    /// Names one of the formats for the file.
    static let nameKnownFormat = Refusal.Hint.typed(
        "`dragoman import --file-format FORMAT` names one of \(FileFormats.read.map(\.name).joined(separator: ", "))."
    )

    /// Adds the languages to the project, or imports one of them alone.
    static func addLanguages(_ tags: [LanguageTag]) -> Refusal.Hint {
        let verb = "`dragoman locale add \(tags.map(\.rawValue).joined(separator: " "))`"
        return .typed(
            tags.count == 1
                ? "\(verb) adds it, or --add-locales with the import; --locale names another."
                : "\(verb) adds them, or --add-locales with the import; --locale takes one of them alone."
        )
    }
}
