import Interchange
import JSON
package import ReadModel
package import Suggestions
package import Texts
package import Translation
package import Workspace

/// A request to an engine: a text with its context.
///
/// Equal requests are sent only once.
package struct SuggestionRequest: Hashable, Sendable {
    /// The source text.
    package let text: Value.Text
    /// The context that is sent with the text.
    package let context: TranslationContext

    package init(_ text: String, context: TranslationContext = TranslationContext()) {
        self.text = Value.Text(text)
        self.context = context
    }

    /// The number of characters to send.
    package var characters: Int {
        let context =
            context.isEmpty
            ? 0 : String(decoding: CanonicalJSON.encode(context.json), as: UTF8.self).count
        return text.string.count + context
    }
}

/// A string that needs a suggestion in a language, with the source texts of its forms.
package struct SuggestionGap: Sendable {
    package let string: StringID
    /// The source text of the string, with its metadata.
    package let definition: Definition
    /// The event that defined the source text.
    package let definitionID: EventID
    /// The forms that the language needs.
    package let forms: TextForms
    /// The texts that reviewers rejected for the string, for whatever version of its source text.
    package let rejected: [Value]
    /// The requests for the texts to translate, one for each form, in the order of the forms.
    package private(set) var requests: [SuggestionRequest]

    /// The texts to translate, in the order of the forms.
    package var sources: [String] { requests.map(\.text.string) }

    /// Adds all known facts about the string to the requests.
    package mutating func addContext(from collector: inout ContextCollector) throws {
        for (index, form) in forms.forms.enumerated() {
            guard let context = try collector.context(of: string, form: form) else { continue }
            requests[index] = SuggestionRequest(requests[index].text.string, context: context)
        }
    }

    /// Removes all facts about the string from the requests.
    package mutating func removeContext() {
        requests = requests.map { SuggestionRequest($0.text.string) }
    }

    /// Returns the value that translations of ``sources`` form.
    package func value(of texts: [String]) -> Value? { forms.value(of: texts) }
}

/// The strings that need suggestions in a language, in order, with the numbers of skipped strings.
package struct SuggestionGaps: Sendable {
    /// The strings that need suggestions.
    package var gaps: [SuggestionGap] = []
    /// The number of strings skipped because a person or an app has an open proposal.
    package var proposed = 0
    /// The number of strings skipped because they already have a suggestion from the same origin
    /// for the current source text, regardless of its state.
    package var suggested = 0
    /// The number of strings skipped because their source text is blank or a tree of texts.
    package var unsuited = 0
}

/// A filter for the strings that need suggestions in a language.
package struct SuggestionFilter: Sendable {
    /// Whether strings without a text are included.
    package var takesMissing: Bool
    /// Whether stale texts are included: those whose source has changed.
    package var takesStale: Bool
    /// Whether strings are included whose suggestions were all rejected.
    package var takesRejected: Bool
    /// The filter that strings must match.
    package var entries: EntryFilter

    /// Creates a filter; by default it includes all missing and stale texts.
    package init(
        takesMissing: Bool = true, takesStale: Bool = true, takesRejected: Bool = false,
        entries: EntryFilter = EntryFilter()
    ) {
        self.takesRejected = takesRejected
        self.takesMissing = takesMissing
        self.takesStale = takesStale
        self.entries = entries
    }
}

extension SuggestionGaps {
    /// Finds the strings that need a suggestion in a language, in order.
    ///
    /// An inherited text does not count as missing. Rejects the source language and unknown
    /// languages. Cost: linear in the number of strings, and in the number of all proposals in the
    /// language.
    package init(
        in locale: LanguageTag, _ filter: SuggestionFilter, of origins: [Origin],
        _ snapshot: Snapshot
    ) throws {
        try snapshot.requireLocale(locale)
        guard locale != snapshot.project.source else {
            throw Refusal(
                .sourceLanguage,
                "\(locale) is the source language: there is nothing to translate.",
                hint: "Choose another language.")
        }
        let model = snapshot.model
        let entries = try model.entries(
            locale: locale, chain: model.lenders(to: locale),
            filter: filter.entries)
        let proposals = Dictionary(
            grouping: try model.proposals(ProposalFilter(locale: locale)), by: \.string)
        for entry in entries where filter.wants(entry) {
            let own = proposals[entry.string] ?? []
            guard let gap = SuggestionGap(entry, own, in: locale) else {
                unsuited += 1
                continue
            }
            if own.contains(where: { $0.state == .open && !$0.proposed.origin.isSuggestion }) {
                proposed += 1
            } else if own.contains(where: { proposal in
                gap.hasSuggestion(proposal, of: origins)
                    && !(filter.takesRejected && proposal.state == .rejected)
            }) {
                suggested += 1
            } else {
                gaps.append(gap)
            }
        }
    }
}

extension SuggestionFilter {
    fileprivate func wants(_ entry: Entry) -> Bool {
        guard entry.isTranslatable else { return false }
        guard let text = entry.text else { return entry.inherited == nil && takesMissing }
        return text.isStale && takesStale
    }
}

extension SuggestionGap {
    fileprivate init?(_ entry: Entry, _ proposals: [ProposalRow], in locale: LanguageTag) {
        guard let forms = TextForms(of: entry.definition.value, in: locale) else { return nil }
        let sources = forms.forms.compactMap { forms.text(of: entry.definition.value, for: $0) }
        guard sources.count == forms.forms.count,
            sources.allSatisfy({ !$0.allSatisfy(\.isWhitespace) })
        else {
            return nil
        }
        let context = TranslationContext(
            comment: entry.definition.comment, meaning: GettextKey.context(of: entry.string.key))
        self.init(
            string: entry.string, definition: entry.definition, definitionID: entry.definitionID,
            forms: forms,
            rejected: proposals.filter { $0.state == .rejected }.map(\.proposed.value),
            requests: sources.map { SuggestionRequest($0, context: context) })
    }

    /// Returns true if a proposal is a suggestion from one of the origins for the current source
    /// text.
    ///
    /// A suggestion that was reverted does not count: after a bad night, the engine may try again.
    fileprivate func hasSuggestion(_ proposal: ProposalRow, of origins: [Origin]) -> Bool {
        guard proposal.event.source == definitionID,
            proposal.state != .deleted
                || proposal.decision?.undoes.contains(proposal.id) != true
        else { return false }
        return origins.contains(proposal.proposed.origin)
    }
}

extension Origin {
    /// Whether the text comes from a machine or a translation memory, not from a person.
    package var isSuggestion: Bool {
        switch self {
        case .memory, .machine: true
        case .human, .reference, .other: false
        }
    }
}
