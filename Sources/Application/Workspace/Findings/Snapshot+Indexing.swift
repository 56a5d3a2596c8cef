import Checks
package import EventStore
import Interchange
package import ReadModel
public import Texts
public import Translation

extension StringID {
    /// Whether the string is a glossary term.
    package var isTerm: Bool { section.utf8.elementsEqual(GlossaryCheck.section.utf8) }
}

extension Snapshot {
    /// Returns the languages whose texts are checked: all except the source language.
    package func translatedLocales() throws -> [LanguageTag] {
        try model.localeTags().filter { $0 != project.source }
    }

    /// Returns the context of the checks, with the placeholder notations from the project's
    /// settings.
    package func checkContext() throws -> DecisionContext {
        var context = context()
        context.notations = try placeholderNotations
        return context
    }

    /// The placeholder notations in the project's settings.
    public var placeholderNotations: PlaceholderNotations {
        get throws {
            PlaceholderNotations(stored: try model.setting(Setting.placeholders.name).value)
        }
    }

    /// Returns the placeholder notations that apply to the texts of a string.
    public func placeholderNotations(of definition: Definition?) throws -> PlaceholderNotations {
        let project = try placeholderNotations
        return definition?.notations(in: project) ?? project
    }

    package var hasGlossary: Bool {
        get throws {
            try model.sections().contains { $0.utf8.elementsEqual(GlossaryCheck.section.utf8) }
        }
    }

    /// Checks a language's own texts for some strings, and stores the findings of each string.
    ///
    /// The strings must be in ascending order of their numbers. Returns the hashes of the texts,
    /// both previous and current.
    @discardableResult
    func checkTexts(
        of strings: [StringToCheck], in locale: LanguageTag, _ changes: FindingsChanges,
        silenced: (StringID) throws -> Set<Value.Text>
    ) throws -> Set<Int64> {
        guard let first = strings.first?.number, let last = strings.last?.number else { return [] }
        let isSparse = last - first > Int64(strings.count) * 8 + 64
        let range = isSparse ? [:] : try model.textsToCheck(in: locale, strings: first...last)
        let checker = try checkContext().textChecker(for: locale)
        var hashes: Set<Int64> = []
        for string in strings {
            let number = string.number
            let text =
                try isSparse
                ? model.textsToCheck(in: locale, strings: number...number)[number] : range[number]
            let isChecked = string.definition.isTranslatable
            var findings: [Finding] = []
            if let text, isChecked {
                findings = checker.findings(of: text.value, for: string.definition)
                if !findings.isEmpty {
                    let silenced = try silenced(string.string)
                    findings.removeAll { silenced.contains(Value.Text($0.check)) }
                }
            }
            try changes.replace(findings, of: number, in: locale, isAcross: false)
            let hash = isChecked ? text?.hash : nil
            let old = try changes.setText(hash, of: number, in: locale)
            hashes.formUnion([hash, old].compactMap(\.self))
        }
        return hashes
    }

    /// Compares strings with each other, and stores the findings of the strings in `numbers`.
    ///
    /// Also reads the other strings that these strings must be compared with. If `isClosed` is
    /// true, `numbers` already includes all of them.
    func checkAcross(
        _ numbers: Set<Int64>, in locale: LanguageTag, _ changes: FindingsChanges, isClosed: Bool
    ) throws {
        var compared = numbers
        if !isClosed {
            compared.formUnion(
                try changes.strings(withSources: changes.sourceHashes(of: numbers)))
            compared.formUnion(
                try changes.strings(
                    withTexts: changes.textHashes(of: numbers, in: locale), in: locale))
        }
        var strings = try model.stringsToCheck(compared.sorted())
        if !isClosed, try hasGlossary {
            strings += try model.stringsToCheck(section: GlossaryCheck.section)
                .filter { !compared.contains($0.number) }
        }
        strings = strings.filter(\.definition.isTranslatable)
            .sorted { $0.place.precedes($1.place) }
        var texts: [TranslatedString] = []
        var numbersOfTexts: [(number: Int64, string: StringID)] = []
        let all =
            strings.count > 1_000
            ? try model.textsToCheck(in: locale, strings: 0 ... .max) : nil
        for string in strings {
            let number = string.number
            let text =
                try all.map { $0[number] }
                ?? model.textsToCheck(in: locale, strings: number...number)[number]
            guard let text, !text.value.isEmptyText else { continue }
            numbersOfTexts.append((number, string.string))
            texts.append(
                TranslatedString(
                    section: string.string.section, name: string.string.spelled(in: project),
                    context: GettextKey.context(of: string.string.key),
                    source: string.definition.value, target: text.value))
        }
        var found: [Int64: [Finding]] = [:]
        for check in Checks.languageChecks where check.info.isDefault {
            for (index, finding) in check.findings(in: texts) {
                let (number, string) = numbersOfTexts[index]
                guard numbers.contains(number),
                    try !model.silencedChecks(locale, string).contains(Value.Text(finding.check))
                else { continue }
                found[number, default: []].append(finding)
            }
        }
        for number in numbers.sorted() {
            try changes.replace(found[number] ?? [], of: number, in: locale, isAcross: true)
        }
    }

    /// Returns the subjects of the events that exist only at the given position or only in this
    /// state.
    ///
    /// Returns `nil` if they cannot be determined, or if that would use too much memory.
    package func subjectsChanged(since position: Position) throws -> Set<Subject>? {
        let now = try requirePosition()
        guard now.tree != position.tree else { return [] }
        // If the commit of a position was pruned, its tree is missing.
        guard let files = try? store.difference(from: position, to: now) else { return nil }
        var changed: [StoredEvent] = []
        for file in files {
            for content in [file.old, file.new].compactMap(\.self) {
                changed += try storedEvents(of: content, at: file.path)
            }
            guard changed.count <= Self.mostChangedEvents else { return nil }
        }
        let before = try PartialState(self, at: position)
        let after = try PartialState(self, at: now)
        let lines = try before.withRepetitions(changed) + after.withRepetitions(changed)
        return Set(lines.compactMap { $0.event.subject(in: project) })
    }

    private static let mostChangedEvents = 100_000
}

extension EntryFilter.Place {
    /// Returns true if an entry at this place comes before an entry at another place.
    ///
    /// Entries are ordered by section, order and key; names are compared byte by byte. Strings
    /// without an order come last in their section.
    package func precedes(_ other: EntryFilter.Place) -> Bool {
        if !section.utf8.elementsEqual(other.section.utf8) {
            return section.utf8.lexicographicallyPrecedes(other.section.utf8)
        }
        switch (order, other.order) {
        case (let a?, let b?) where a != b: return a < b
        case (nil, _?): return false
        case (_?, nil): return true
        default: return key.utf8.lexicographicallyPrecedes(other.key.utf8)
        }
    }
}
