import Interchange
public import ReadModel
public import Texts
public import Translation
public import Workspace

/// What an engine is asked for: a text, and what tells it from the same text elsewhere.
///
/// Equal requests are sent once.
public struct SuggestionRequest: Hashable, Sendable {
    /// The source text.
    public let text: Value.Text
    /// The developers' comment, if any.
    public let comment: Value.Text?
    /// The context in the key, such as gettext's `msgctxt`, if any.
    public let context: Value.Text?

    /// Creates a request.
    public init(_ text: String, comment: String? = nil, context: String? = nil) {
        self.text = Value.Text(text)
        self.comment = comment.map { Value.Text($0) }
        self.context = context.map { Value.Text($0) }
    }
}

/// A string that a language wants a text for, and what its forms say in the source language.
public struct SuggestionGap: Sendable {
    /// The string.
    public let string: StringID
    /// What the string says in the source language.
    public let definition: Definition
    /// The event that says it.
    public let definitionID: EventID
    /// The forms that the language needs.
    public let forms: TextForms
    /// What is to be translated for each form, in their order.
    public let sources: [String]

    /// The requests for ``sources``, in their order.
    public var requests: [SuggestionRequest] {
        let context = GettextKey.context(of: string.key)
        return sources.map {
            SuggestionRequest($0, comment: definition.comment, context: context)
        }
    }

    /// The value that translations of ``sources`` make.
    public func value(of texts: [String]) -> Value? { forms.value(of: texts) }
}

/// The strings of a language for which suggestions are wanted, in their order, and how many were passed over.
public struct SuggestionGaps: Sendable {
    /// The strings.
    public var gaps: [SuggestionGap] = []
    /// How many have an open proposal of a person or an app.
    public var proposed = 0
    /// How many got a suggestion of the same origin for the present source text before, whatever became of it.
    public var suggested = 0
    /// How many are trees of texts, or have a blank source text.
    public var unsuited = 0
}

/// Which strings of a language want suggestions.
public struct SuggestionFilter: Sendable {
    /// Whether strings without a text are wanted.
    public var takesMissing: Bool
    /// Whether texts are wanted whose source has changed.
    public var takesStale: Bool
    /// Only strings like this.
    public var entries: EntryFilter

    /// States what is wanted.
    public init(
        takesMissing: Bool = true, takesStale: Bool = true, entries: EntryFilter = EntryFilter()
    ) {
        self.takesMissing = takesMissing
        self.takesStale = takesStale
        self.entries = entries
    }
}

extension SuggestionGaps {
    /// Finds the strings of a language that want a suggestion, in their order.
    ///
    /// What a language inherits is not missing. Refused for the source language and for unknown ones.
    /// Cost: linear in the strings and in the open proposals of the language.
    public init(
        in locale: LanguageTag, _ filter: SuggestionFilter, of origins: [Origin],
        _ snapshot: Snapshot
    ) throws {
        try snapshot.requireLocale(locale)
        guard locale != snapshot.project.source else {
            throw Refusal(
                .sourceLanguage,
                "\(locale) is the source language: there is nothing to translate.",
                hint: "Name another language.")
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

    /// Whether a proposal is a suggestion for the present source text: one of the same origin, or one that waits.
    fileprivate func hasSuggestion(_ proposal: ProposalRow, of origins: [Origin]) -> Bool {
        guard proposal.event.source == definitionID else { return false }
        return origins.contains(proposal.proposed.origin)
    }
}

extension Origin {
    /// Whether a machine or a memory made the text, and no person.
    public var isSuggestion: Bool {
        switch self {
        case .memory, .machine: true
        case .human, .reference, .other: false
        }
    }
}
