import Translation
import Workspace

/// What the translation memory offers for the forms of a string.
struct RememberedTexts {
    /// The best texts by the name of a form, nil for a text without forms.
    typealias Matches = [String?: [MemoryMatch]]

    let memory: TranslationMemory
    let source: LanguageTag
    let minimum: Int

    /// How many are offered for each form.
    private static let limit = 3

    func matches(for item: TranslationItem, _ forms: TextForms) throws -> Matches {
        var found: Matches = [:]
        let string = item.unit.string
        for form in forms.forms {
            guard let text = forms.text(of: item.definition.value, for: form) else { continue }
            let own = forms.ownText(of: item.current?.value ?? Value(""), for: form)
            found[form.name] = try memory.matches(
                for: text, source: source, target: item.unit.locale, section: string.section,
                key: string.key, minimum: minimum, limit: Self.limit
            ).filter { $0.target != own }
        }
        return found
    }
}
