import Interchange
import Languages
import ReadModel
import Texts
import Translation
import Workspace

extension Value {
    /// Pairs the texts of this value, a source text, with the corresponding texts of a translation.
    ///
    /// A case of a choice is paired with the case of the same name, or otherwise with the case
    /// “other”. Cases without a counterpart, duplicates, and pairs with an empty text are left out.
    func pairs(with target: Value) -> [(source: String, target: String)] {
        var pairs: [(source: String, target: String)] = []
        var seen: Set<[Text]> = []
        func add(_ source: Value, _ target: Value) {
            switch (source, target) {
            case (.text(let source), .text(let target)):
                guard !source.string.isEmpty, !target.string.isEmpty,
                    seen.insert([source, target]).inserted
                else { return }
                pairs.append((source.string, target.string))
            case (.choice(let source), .choice(let target)):
                guard source.selector == target.selector else { return }
                for item in source.cases {
                    guard let value = target[item.name.string] ?? target[Self.otherCase] else {
                        continue
                    }
                    add(item.value, value)
                }
            case (.list(let sources), .list(let targets)):
                for (source, target) in zip(sources, targets) { add(source, target) }
            case (.format(let source, let variables), .format(let target, let others)):
                add(.text(source), .text(target))
                for variable in variables {
                    if let other = others.first(where: { $0.name == variable.name }) {
                        add(.choice(variable.choice), .choice(other.choice))
                    }
                }
            case (.choice(let choice), .text):
                if let source = choice[Self.otherCase] { add(source, target) }
            case (.text, .choice(let choice)):
                if let target = choice[Self.otherCase] { add(source, target) }
            default: break
            }
        }
        add(self, target)
        return pairs
    }

    private static let otherCase = "other"
}

extension Definition {
    /// Returns the memory's pairs for a string with this definition and one of its translations.
    func pairs(
        of string: StringID, with text: TextToRemember, in locale: LanguageTag, of project: Project
    ) -> [MemoryPair] {
        guard isTranslatable else { return [] }
        return value.pairs(with: text.value).map { source, target in
            MemoryPair(
                source: Normalization.nfc(source), project.source, target: target, locale,
                section: string.section, key: string.key, isReviewed: text.isReviewed)
        }
    }
}

/// Converts the units of a file to pairs.
struct MemoryUnitPairs {
    private let project: Project
    private var languages: [String: LanguageTag?] = [:]

    init(_ project: Project) { self.project = project }

    /// Returns the pairs of a unit: its source text, paired with each of the other texts.
    ///
    /// The source text is the text in the project's source language. Otherwise it is the text in
    /// the unit's declared source language, or the first text. Texts with invalid language tags and
    /// empty texts are left out.
    mutating func pairs(of unit: TMXUnit) -> [MemoryPair] {
        let variants = unit.variants.compactMap { variant in
            language(variant.language).map { (tag: $0, variant: variant) }
        }.filter { !$0.variant.text.isEmpty }
        let stated = unit.sourceLanguage.flatMap { language($0) }
        let tags = Set(variants.map(\.tag))
        let wanted =
            MemoryLanguages.sources(for: project.source, among: tags).first
            ?? stated.flatMap { MemoryLanguages.sources(for: $0, among: tags).first }
        guard let index = wanted.map({ tag in variants.firstIndex { $0.tag == tag } }) ?? 0,
            variants.indices.contains(index)
        else { return [] }
        let source = variants[index]
        return variants.enumerated().compactMap { place, item in
            guard place != index, item.tag != source.tag else { return nil }
            return MemoryPair(
                source: Normalization.nfc(source.variant.text), source.tag,
                target: item.variant.text, item.tag, section: unit.section, key: unit.key,
                isReviewed: item.variant.isReviewed)
        }
    }

    private mutating func language(_ spelling: String) -> LanguageTag? {
        if let known = languages[spelling] { return known }
        let tag = try? Workspace.language(ofFile: spelling) { _ in }
        // A file with a new language name in every unit must not make this table grow without
        // limit.
        if languages.count < 1_000 { languages[spelling] = .some(tag) }
        return tag
    }
}
