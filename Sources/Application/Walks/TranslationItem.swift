package import Checks
import Languages
import ReadModel
public import Texts
public import Translation
public import Workspace

/// A string with all that a translator needs to give it a text.
public struct TranslationItem: Sendable {
    /// The string in the language: its text and its proposals.
    public let unit: Unit
    /// What the string says in the source language, with what is said of it.
    public let definition: Definition
    /// How other languages have it, the nearest first; a handful.
    public let others: [(locale: LanguageTag, value: Value)]
    /// The terms of the glossary that the source text has.
    package let terms: [Glossary.Term]

    /// The language's own text.
    public var current: TextState? { unit.text }

    /// What the source said when the text was made, where that is something else.
    public var formerSource: Value? {
        guard let text = unit.text, text.isStale else { return nil }
        return text.event.source.flatMap { unit.definitions[$0]?.value }
    }

    /// Why the text needs work, where somebody said so with a reason.
    public var flagReason: String? {
        guard let text = unit.text, text.isFlagged else { return nil }
        return unit.events.reversed().lazy.compactMap { event in
            guard case .translationFlagged(let flagged, let reason) = event.payload,
                flagged == text.id
            else { return nil }
            return reason
        }.first
    }

    /// The proposals that wait for a decision.
    public var proposals: [Proposal] { unit.proposals.filter { $0.state == .open } }

    /// What was said about the string in the language, oldest first.
    public var comments: [Event] {
        unit.remarks.filter { event in
            if case .commentAdded(nil, _, _) = event.payload { true } else { false }
        }
    }
}

extension TranslationItem {
    /// How many other languages are shown beside a string.
    private static let shownLanguages = 4

    /// Reads a string of a language; `nil` if it does not exist.
    public init?(_ id: UnitID, in snapshot: Snapshot) throws {
        let model = snapshot.model
        let unit = try model.unit(id.locale, id.string)
        guard let definition = unit.definitions.currentDefinition else { return nil }
        var others: [(locale: LanguageTag, value: Value)] = []
        for tag in try Self.neighbours(of: id.locale, in: snapshot) {
            guard others.count < Self.shownLanguages else { break }
            if let text = try model.unit(tag, id.string).text { others.append((tag, text.value)) }
        }
        self.init(
            unit: unit, definition: definition, others: others,
            terms: try Self.terms(in: definition.value, id, snapshot))
    }

    /// The terms that a source text has and that the language has a text for.
    ///
    /// Cost: all terms.
    private static func terms(
        in source: Value, _ id: UnitID, _ snapshot: Snapshot
    ) throws -> [Glossary.Term] {
        guard !id.string.isTerm, try snapshot.hasGlossary else { return [] }
        let model = snapshot.model
        let entries = try model.entries(
            locale: id.locale, chain: model.lenders(to: id.locale),
            filter: EntryFilter(section: GlossaryCheck.section))
        let glossary = Glossary(
            entries.compactMap { entry in
                entry.shownValue.map { (source: entry.definition.value, target: $0) }
            })
        return glossary.terms(in: source)
    }

    /// The other languages but the source, in the order in which they help: the fallback chain, those of the
    /// same language, all others.
    private static func neighbours(
        of locale: LanguageTag, in snapshot: Snapshot
    ) throws -> [LanguageTag] {
        let all = try snapshot.model.localeTags()
        let chain = try snapshot.model.locale(locale)?.attributes?.fallback ?? []
        let base = base(of: locale)
        let related = all.filter { Self.base(of: $0) == base }
        var seen: Set<LanguageTag> = [locale, snapshot.project.source]
        return (chain + related + all).filter { seen.insert($0).inserted }
    }

    private static func base(of tag: LanguageTag) -> Substring {
        tag.rawValue.prefix { $0 != "-" }
    }
}
