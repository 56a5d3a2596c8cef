package import Checks
import Languages
import ReadModel
package import Texts
package import Translation
package import Workspace

/// A string, with everything that a translator needs to translate it.
package struct TranslationItem: Sendable {
    /// The string in the language, with its text and its proposals.
    package let unit: Unit
    /// The source text of the string, with its metadata.
    package let definition: Definition
    /// The translations in a few other languages, the most closely related first.
    package let others: [(locale: LanguageTag, value: Value)]
    /// The glossary terms that occur in the source text.
    package let terms: [Glossary.Term]

    /// The language's own text.
    package var current: TextState? { unit.text }

    /// The source text at the time of the translation, if it has changed since.
    package var formerSource: Value? {
        guard let text = unit.text, text.isStale else { return nil }
        return text.event.source.flatMap { unit.definitions[$0]?.value }
    }

    /// The reason given for flagging the text as needing work, if any.
    package var flagReason: String? {
        guard let text = unit.text, text.isFlagged else { return nil }
        return unit.events.reversed().lazy.compactMap { event in
            guard case .translationFlagged(let flagged, let reason) = event.payload,
                flagged == text.id
            else { return nil }
            return reason
        }.first
    }

    /// The open proposals.
    package var proposals: [Proposal] { unit.proposals.filter { $0.state == .open } }

    /// The comments on the string in the language, oldest first.
    package var comments: [Event] {
        unit.remarks.filter { event in
            if case .commentAdded(nil, _, _) = event.payload { true } else { false }
        }
    }
}

extension TranslationItem {
    /// The maximum number of other languages shown next to a string.
    private static let shownLanguages = 4

    /// Reads a string in a language; returns nil if the string does not exist.
    package init?(_ id: UnitID, in snapshot: Snapshot) throws {
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

    /// Returns the terms that occur in a source text and have a translation in the language.
    ///
    /// Cost: linear in all terms.
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

    /// Returns the other languages except the source, the most useful first: the fallback chain,
    /// variants of the same language, then the remaining languages.
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
