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
        for tag in try snapshot.languages(relatedTo: id.locale) {
            guard others.count < Self.shownLanguages else { break }
            if let text = try model.unit(tag, id.string).text { others.append((tag, text.value)) }
        }
        self.init(
            unit: unit, definition: definition, others: others,
            terms: id.string.isTerm
                ? [] : try snapshot.glossary(in: id.locale).terms(in: definition.value))
    }
}
