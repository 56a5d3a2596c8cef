import Interchange
package import ReadModel
package import Texts
package import Translation
package import Workspace

/// A request to an engine: a text, and the context that distinguishes it from the same text
/// elsewhere.
///
/// Equal requests are sent only once.
package struct SuggestionRequest: Hashable, Sendable {
    /// The source text.
    package let text: Value.Text
    /// The developers' comment, if any.
    package let comment: Value.Text?
    /// The context in the key, such as gettext's `msgctxt`, if any.
    package let context: Value.Text?

    package init(_ text: String, comment: String? = nil, context: String? = nil) {
        self.text = Value.Text(text)
        self.comment = comment.map { Value.Text($0) }
        self.context = context.map { Value.Text($0) }
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
    /// The texts to translate, one for each form, in the order of the forms.
    package let sources: [String]

    /// The requests for ``sources``, in the same order.
    package var requests: [SuggestionRequest] {
        let context = GettextKey.context(of: string.key)
        return sources.map {
            SuggestionRequest($0, comment: definition.comment, context: context)
        }
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
    /// The filter that strings must match.
    package var entries: EntryFilter

    /// Creates a filter; by default it includes all missing and stale texts.
    package init(
        takesMissing: Bool = true, takesStale: Bool = true, entries: EntryFilter = EntryFilter()
    ) {
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
            guard let gap = SuggestionGap(entry, in: locale) else {
                unsuited += 1
                continue
            }
            let own = proposals[entry.string] ?? []
            if own.contains(where: { $0.state == .open && !$0.proposed.origin.isSuggestion }) {
                proposed += 1
            } else if own.contains(where: { gap.hasSuggestion($0, of: origins) }) {
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
    fileprivate init?(_ entry: Entry, in locale: LanguageTag) {
        guard let forms = TextForms(of: entry.definition.value, in: locale) else { return nil }
        let sources = forms.forms.compactMap { forms.text(of: entry.definition.value, for: $0) }
        guard sources.count == forms.forms.count,
            sources.allSatisfy({ !$0.allSatisfy(\.isWhitespace) })
        else {
            return nil
        }
        self.init(
            string: entry.string, definition: entry.definition, definitionID: entry.definitionID,
            forms: forms, sources: sources)
    }

    /// Returns true if a proposal is a suggestion from one of the origins for the current source
    /// text.
    fileprivate func hasSuggestion(_ proposal: ProposalRow, of origins: [Origin]) -> Bool {
        guard proposal.event.source == definitionID else { return false }
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
