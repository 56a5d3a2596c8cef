public import Texts
public import Translation

/// The differences between two states of the log, by language.
public struct Difference: Sendable {
    /// The name of the earlier state.
    public let fromRevision: String
    /// The name of the later state.
    public let toRevision: String
    /// The texts that differ, by language, without languages that have no differences.
    public var locales: [LocaleDifference]
    /// The proposals that were made, decided or reopened.
    public var proposals: [ProposalChange]

    /// Whether no texts and no proposals differ.
    public var isEmpty: Bool { locales.isEmpty && proposals.isEmpty }
}

/// The differences in one language.
///
/// In the source language, an added or removed text means that the string was added or removed.
public struct LocaleDifference: Sendable {
    /// The language of the texts.
    public let locale: LanguageTag
    /// Texts that exist only in the later state.
    public var added: [Text] = []
    /// Texts that differ.
    public var changed: [Change] = []
    /// Texts that exist only in the earlier state.
    public var removed: [Text] = []

    /// Creates an empty difference.
    public init(locale: LanguageTag) { self.locale = locale }

    /// A text that exists in only one of the states.
    public struct Text: Sendable {
        /// The string that the text belongs to.
        public let string: StringID
        /// The text in the state that contains it.
        public let value: Value
        /// The string's definition in the later state, or in the earlier state if it was removed.
        public let definition: Definition?
        /// The event that led to the later state, and the people behind it.
        public let credit: TextCredit?
    }

    /// A text that exists in both states and differs.
    public struct Change: Sendable {
        /// The string that the text belongs to.
        public let string: StringID
        /// The text in the earlier state.
        public let before: Value
        /// The text in the later state.
        public let after: Value
        /// The string's definition in the later state, or in the earlier state if it was removed.
        public let definition: Definition?
        /// The event that led to the later state, and the people behind it.
        public let credit: TextCredit?
    }

    /// Whether the language has no differences.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

/// The event that set or removed a text, and the people to credit for it.
public struct TextCredit: Sendable {
    /// The event that set or removed the text, its string or its language.
    public let event: Event
    /// The author of the text, if known.
    public let author: Actor?
    /// The tester who proposed the text, if its author is unknown.
    public let tester: HashedGuid?
    /// The person who last reviewed the text, if known.
    public let reviewer: Actor?
}

/// A proposal that exists only in the later state, or whose state has changed.
public struct ProposalChange: Sendable {
    /// The kind of change.
    public let kind: Kind
    /// The proposal in the later state.
    public let proposal: Proposal
    /// The language of the proposed text.
    public let locale: LanguageTag
    /// The string that the proposal is for.
    public let string: StringID
    /// The current text in the later state.
    public let current: Value?
    /// The string's definition in the later state, or in the earlier state if it was removed.
    public let definition: Definition?

    /// A change to a proposal.
    public enum Kind: String, CaseIterable, Sendable {
        /// It was made, and is still open.
        case made
        /// It was accepted.
        case accepted
        /// It was rejected.
        case rejected
        /// It was withdrawn.
        case deleted
        /// A later proposal replaced it.
        case superseded
        /// It was reopened.
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
    /// Compares some units in two states.
    ///
    /// If a string or a language does not exist, its texts and proposals count as absent. `event`
    /// looks up an event by its id, also outside the units, for texts that were copied from other
    /// strings.
    init(
        fromRevision: String, toRevision: String,
        units: some Sequence<(locale: LanguageTag, string: StringID)>,
        before: EventLogState, after: EventLogState, event: (EventID) throws -> Event?
    ) throws {
        self.fromRevision = fromRevision
        self.toRevision = toRevision
        var before = Side(before)
        var after = Side(after)
        var byLocale: [LanguageTag: LocaleDifference] = [:]
        var proposals: [ProposalChange] = []
        var origins = TextOrigins()
        for (locale, string) in units {
            let old = before.state.unit(locale, string)
            let new = after.state.unit(locale, string)
            let oldText = before.canRead(locale, string) ? old.text?.value : nil
            let newText = after.canRead(locale, string) ? new.text?.value : nil
            let definition = after.definition(of: string) ?? before.definition(of: string)
            try byLocale[locale, default: LocaleDifference(locale: locale)]
                .add(string, from: oldText, to: newText, definition) {
                    try after.credit(of: new, &origins, event: event)
                }
            proposals += new.proposals.compactMap { proposal in
                guard after.canRead(proposal, of: new) else { return nil }
                let earlier = old.proposal(proposal.id)
                let shown = earlier.flatMap { before.canRead($0, of: old) ? $0 : nil }
                guard shown?.state != proposal.state else { return nil }
                return ProposalChange(
                    kind: .init(proposal.state, wasThere: earlier != nil), proposal: proposal,
                    locale: locale, string: string, current: newText, definition: definition)
            }
        }
        locales = byLocale.values.filter { !$0.isEmpty }.map(\.sorted)
            .sorted { $0.locale < $1.locale }
        self.proposals = proposals.sorted { $0.proposal.id < $1.proposal.id }
    }

    /// One of the states, with a cache of its definitions and languages.
    private struct Side {
        let state: EventLogState
        private var definitions: [StringID: Definition?] = [:]
        private var locales: [LanguageTag: Bool] = [:]

        init(_ state: EventLogState) { self.state = state }

        mutating func definition(of string: StringID) -> Definition? {
            if let known = definitions[string] { return known }
            let definition = state.unit(state.project.source, string).definitions.currentDefinition
            definitions[string] = .some(definition)
            return definition
        }

        /// Returns true if both the language and the string exist.
        mutating func canRead(_ locale: LanguageTag, _ string: StringID) -> Bool {
            exists(locale) && definition(of: string) != nil
        }

        /// Returns true if a proposal can be listed.
        ///
        /// If a proposal is for a new key, its string need not exist.
        mutating func canRead(_ proposal: Proposal, of unit: Unit) -> Bool {
            exists(unit.locale)
                && (proposal.proposed.isNew || definition(of: unit.string) != nil)
        }

        /// Returns the event that led to the text in this state, or to its absence.
        func credit(
            of unit: Unit, _ origins: inout TextOrigins, event: (EventID) throws -> Event?
        ) throws -> TextCredit? {
            if let text = unit.text, state.unit(state.project.source, unit.string).text != nil {
                // If a tester made the proposal, the fold credits the person who accepted it.
                let tester = try origins.origin(of: text.event, event: event).tester
                return TextCredit(
                    event: text.event, author: tester == nil ? text.author : nil, tester: tester,
                    reviewer: text.reviewer)
            }
            let source = state.unit(state.project.source, unit.string)
            let removal =
                source.definitions.current == nil || source.text == nil
                ? source.register.current.flatMap { source[$0] }
                : unit.register.current.flatMap { unit[$0] }
            return removal.map {
                TextCredit(event: $0, author: nil, tester: nil, reviewer: nil)
            }
        }

        private mutating func exists(_ locale: LanguageTag) -> Bool {
            if let known = locales[locale] { return known }
            let exists = locale == state.project.source || state.locale(locale)?.exists == true
            locales[locale] = exists
            return exists
        }
    }
}

extension LocaleDifference {
    fileprivate mutating func add(
        _ string: StringID, from old: Value?, to new: Value?, _ definition: Definition?,
        credit: () throws -> TextCredit?
    ) rethrows {
        switch (old, new) {
        case (nil, let new?):
            added.append(
                Text(string: string, value: new, definition: definition, credit: try credit()))
        case (let old?, nil):
            removed.append(
                Text(string: string, value: old, definition: definition, credit: try credit()))
        case (let old?, let new?) where old != new:
            changed.append(
                Change(
                    string: string, before: old, after: new, definition: definition,
                    credit: try credit()))
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
