import Memory
import Texts
import Translation
import Walks
import Workspace

/// The translation memory's matches for the forms of a string.
struct RememberedTexts {
    /// The best matches by form name; the name is nil for a text without forms.
    typealias Matches = [String?: [MemoryMatch]]

    let memory: TranslationMemory
    let source: LanguageTag
    let minimum: Int

    /// The maximum number of matches for each form.
    private static let limit = 3

    /// Returns the matches for each form of a string in a language, except for the current text.
    func matches(for unit: Unit, _ definition: Definition, _ forms: TextForms) throws -> Matches {
        var found: Matches = [:]
        for form in forms.forms {
            found[form.name] = try matches(for: unit, definition, forms, form)
        }
        return found
    }

    /// Returns the matches for the last form, which covers most numbers in a plural.
    func mainMatches(for unit: Unit, _ definition: Definition) throws -> [MemoryMatch] {
        guard let forms = TextForms(of: definition.value, in: unit.locale),
            let form = forms.forms.last
        else { return [] }
        return try matches(for: unit, definition, forms, form)
    }

    private func matches(
        for unit: Unit, _ definition: Definition, _ forms: TextForms, _ form: TextForms.Form
    ) throws -> [MemoryMatch] {
        guard unit.locale != source, let text = forms.text(of: definition.value, for: form) else {
            return []
        }
        let own = unit.text.flatMap { forms.ownText(of: $0.value, for: form) }
        return try memory.matches(
            for: text, source: source, target: unit.locale, section: unit.string.section,
            key: unit.string.key, minimum: minimum, limit: Self.limit
        ).filter { $0.target != own }
    }
}

extension Screen {
    /// Adds remembered texts, each with the similarity of its source text in percent.
    mutating func add(remembered: [MemoryMatch]) {
        add(
            "Memory",
            remembered.map { PaintedText("\(min($0.percent, 100)) %  \($0.target)", .dim) })
    }
}
