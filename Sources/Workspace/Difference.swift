public import Translation

/// What differs between two states of the log, by language.
public struct Difference: Sendable {
    /// What the one side is called.
    public let fromRevision: String
    /// What the other side is called.
    public let toRevision: String
    /// The texts that differ, by language; languages without differences are left out.
    public var locales: [LocaleDifference]
    /// The proposals that were made or decided.
    public var proposals: [ProposalChange]

    /// Whether nothing differs.
    public var isEmpty: Bool { locales.isEmpty && proposals.isEmpty }
}

/// What differs in one language; the source language's texts are the strings themselves.
public struct LocaleDifference: Sendable {
    /// The language.
    public let locale: LanguageTag
    /// Texts that only the later state has.
    public var added: [Text] = []
    /// Texts that say something else.
    public var changed: [Change] = []
    /// Texts that only the earlier state has.
    public var removed: [Text] = []

    /// A text of one state.
    public struct Text: Sendable {
        /// The string.
        public let string: StringID
        /// What it says.
        public let value: Value
    }

    /// A text of both states.
    public struct Change: Sendable {
        /// The string.
        public let string: StringID
        /// What it said.
        public let before: Value
        /// What it says.
        public let after: Value
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// A proposal that one state lacks, or that it has in another state.
public struct ProposalChange: Sendable {
    /// What happened to it.
    public let kind: Kind
    /// The proposal as it is in the later state.
    public let proposal: Proposal
    /// The language.
    public let locale: LanguageTag
    /// The string.
    public let string: StringID
    /// The text that stands in the later state.
    public let current: Value?

    /// What happened to a proposal.
    public enum Kind: String, Sendable {
        /// It was made, and is open.
        case made
        /// It was accepted.
        case accepted
        /// It was turned down.
        case rejected
        /// It was taken back.
        case deleted
        /// A later one took its place.
        case superseded
        /// It is open again.
        case reopened

        init(_ state: Proposal.State, wasThere: Bool) {
            switch state {
            case .accepted: self = .accepted
            case .rejected: self = .rejected
            case .deleted: self = .deleted
            case .superseded: self = .superseded
            case .open: self = wasThere ? .reopened : .made
            }
        }
    }
}

extension Difference {
    /// Compares some units of two states.
    ///
    /// Texts of strings and languages that do not exist count as absent.
    init(
        fromRevision: String, toRevision: String,
        units: some Sequence<(locale: LanguageTag, string: StringID)>,
        before: EventLogState, after: EventLogState, exists: Existence
    ) {
        self.fromRevision = fromRevision
        self.toRevision = toRevision
        var byLocale: [LanguageTag: LocaleDifference] = [:]
        var proposals: [ProposalChange] = []
        for (locale, string) in units {
            let old = before.unit(locale, string)
            let new = after.unit(locale, string)
            let oldText = exists.before(locale, string) ? old.text?.value : nil
            let newText = exists.after(locale, string) ? new.text?.value : nil
            byLocale[locale, default: LocaleDifference(locale: locale)]
                .add(string, from: oldText, to: newText)
            proposals += Self.proposalChanges(from: old, to: new)
        }
        locales = byLocale.values.filter { !$0.isEmpty }.map(\.sorted)
            .sorted { $0.locale < $1.locale }
        self.proposals = proposals.sorted { $0.proposal.id < $1.proposal.id }
    }

    /// Says which strings of which languages can be read in either state.
    struct Existence {
        let before: (LanguageTag, StringID) -> Bool
        let after: (LanguageTag, StringID) -> Bool
    }

    private static func proposalChanges(from old: Unit, to new: Unit) -> [ProposalChange] {
        new.proposals.compactMap { proposal in
            let earlier = old.proposal(proposal.id)
            guard earlier?.state != proposal.state else { return nil }
            return ProposalChange(
                kind: .init(proposal.state, wasThere: earlier != nil), proposal: proposal,
                locale: new.locale, string: new.string, current: new.text?.value)
        }
    }
}

extension LocaleDifference {
    fileprivate mutating func add(_ string: StringID, from old: Value?, to new: Value?) {
        switch (old, new) {
        case (nil, let new?): added.append(Text(string: string, value: new))
        case (let old?, nil): removed.append(Text(string: string, value: old))
        case (let old?, let new?) where old != new:
            changed.append(Change(string: string, before: old, after: new))
        default: break
        }
    }

    fileprivate var sorted: LocaleDifference {
        var sorted = self
        sorted.added.sort { $0.string < $1.string }
        sorted.changed.sort { $0.string < $1.string }
        sorted.removed.sort { $0.string < $1.string }
        return sorted
    }
}
