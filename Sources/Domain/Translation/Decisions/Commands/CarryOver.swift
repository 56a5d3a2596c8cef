import JSON
public import Texts

/// Moves texts and proposals that were written for the old key after it was renamed.
struct CarryOver: CommandKind {
    let old: StringID
    let new: StringID
    let isForced: Bool

    static var verb: String { "carryOver" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("old", old.fingerprint)
        fingerprint.add("new", new.fingerprint)
        fingerprint.add("force", isForced)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.carryOver(old, to: new, isForced: isForced)
    }
}

extension Decider {
    /// Moves texts and open proposals that were written for the old key after it was renamed.
    ///
    /// Their authors had not seen the rename. If the new key has a newer text, that text is kept
    /// and reported, unless `isForced` is true.
    mutating func carryOver(_ old: StringID, to new: StringID, isForced: Bool) throws {
        let target = try requireString(new)
        guard let definition = target.current else { return }
        guard try state.definitions(old).current == nil else {
            throw Refusal(
                .exists, "The string “\(old.spelled(in: state.project))” still exists.",
                hint: "Carry over only texts of strings that were renamed.")
        }
        guard try state.string(new, comesFrom: old) else {
            throw Refusal(
                .noText,
                "“\(old.spelled(in: state.project))” was not renamed to “\(new.spelled(in: state.project))”.",
                hint: .typed(
                    "`dragoman string carry` lists the texts to move, with their new keys."))
        }
        for (index, locale) in try state.locales(of: old).enumerated() {
            let late = try LateWork(of: old, for: new, in: locale, state: state)
            var base = late.target.register.current
            if let text = late.text {
                do {
                    base = try carry(text, late, from: old, definition, isForced: isForced)
                } catch let refusal as Refusal {
                    guard refusal.concernsOneText else { throw refusal }
                    decision.leftOut.append(.init(index: index, refusal: refusal))
                }
            }
            for proposal in late.proposals {
                try carry(proposal, from: old, to: late.target, definition, seeing: base)
            }
        }
    }

    /// Moves a text, and the acceptances of proposals that also exist under the new key.
    ///
    /// Returns the id of the event that sets the text.
    private mutating func carry(
        _ text: TextState, _ late: LateWork, from old: StringID, _ definition: EventID,
        isForced: Bool
    ) throws -> EventID {
        let unit = late.target
        try requireThawed(unit.locale)
        guard !late.isContested || isForced else {
            let place = UnitID(unit.locale, unit.string).spelled(in: state.project)
            throw Refusal(
                .laterEdits, "The text of \(place) was changed after the rename.",
                hint: .forceReplacing)
        }
        for proposal in late.acceptances.flatMap(\.proposals) {
            try requireReviewer(unit.locale)
            try refuseSelfReview(proposal)
        }
        try settle(unit)
        var seen = unit.register.seen
        for (event, proposals) in late.acceptances {
            guard case .proposalAccepted(var acceptance) = event.payload else { continue }
            for proposal in proposals { try settle(proposal) }
            acceptance.proposal = proposals[0].id
            acceptance.also = proposals.dropFirst().map(\.id)
            let id = add(
                .proposalAccepted(acceptance), locale: unit.locale, string: unit.string, seen: seen,
                source: try source(of: event, from: old, to: unit.string, definition),
                copies: event.id)
            if event.id == text.id { return id }
            seen = (id, [])
        }
        return add(
            .translationSet(text.value), locale: unit.locale, string: unit.string, seen: seen,
            source: try source(of: text.event, from: old, to: unit.string, definition),
            copies: text.id)
    }

    /// Returns the definition that a copy for the new key references.
    ///
    /// This is the current definition, if it has the source text or the kind that the text was made
    /// for. Otherwise, the copy references the original's definition and is stale.
    private func source(
        of event: Event, from old: StringID, to new: StringID, _ definition: EventID
    ) throws -> EventID? {
        guard let made = event.source else { return nil }
        return try state.areAlike(made, of: old, definition, of: new) ? definition : made
    }

    private mutating func carry(
        _ proposal: Proposal, from old: StringID, to unit: Unit, _ definition: EventID,
        seeing base: EventID?
    ) throws {
        var proposed = proposal.proposed
        proposed.replaces = nil
        // In the source language, every proposal is outdated just because the rename removed the
        // key.
        let isOutdated = proposal.isOutdated && !unit.isSource
        add(
            .proposalMade(proposed), locale: unit.locale, string: unit.string,
            seen: (isOutdated ? proposal.event.base : base, []),
            source: unit.isSource
                ? proposal.event.source
                : try source(of: proposal.event, from: old, to: unit.string, definition),
            copies: proposal.id)
    }
}

extension Refusal {
    /// True if the refusal concerns a single text instead of the whole command.
    fileprivate var concernsOneText: Bool {
        [.laterEdits, .notReviewer, .selfReview, .frozen].contains(code)
    }
}

/// The texts and proposals in one language that were left under the old key of a renamed string.
public struct LateWork: Sendable {
    /// The current text of the old key, or nil if the new key has or had a copy of it.
    public let text: TextState?
    /// The open proposals for the old key that were never copied to the new key.
    public let proposals: [Proposal]
    /// The acceptances of proposals under the old key that have open copies under the new key.
    ///
    /// Each acceptance is stored with these copies. The acceptance of ``text`` comes last.
    let acceptances: [(event: Event, proposals: [Proposal])]
    /// The new key's unit.
    public let target: Unit
    /// True if the new key has a text that was not copied from the old key.
    public let isContested: Bool

    /// Compares the texts and proposals of an old and a new key in one language.
    public init<State: StateReader>(
        of old: StringID, for new: StringID, in locale: LanguageTag, state: State
    ) throws {
        let before = try state.unit(locale, old)
        target = try state.unit(locale, new)
        let copied = try Set(target.events.flatMap { try state.originals(of: $0) })
        text =
            locale == state.project.source
            ? nil : before.text.flatMap { copied.contains($0.id) ? nil : $0 }
        proposals = before.proposals.filter { $0.state == .open && !copied.contains($0.id) }
        acceptances = try Self.acceptances(in: before, of: target, state: state)
        isContested =
            try target.text.map { text in
                try !state.originals(of: text.event).contains { before[$0] != nil }
            } ?? false
    }

    /// Returns the acceptances of proposals under the old key that have open copies under the new
    /// key.
    private static func acceptances<State: StateReader>(
        in before: Unit, of target: Unit, state: State
    ) throws -> [(event: Event, proposals: [Proposal])] {
        var found: [EventID: (event: Event, proposals: [Proposal])] = [:]
        for proposal in target.proposals where proposal.state == .open {
            let original = try state.originals(of: proposal.event).lazy
                .compactMap(before.proposal).first
            guard let original, original.state == .accepted, let event = original.decision else {
                continue
            }
            found[event.id, default: (event, [])].proposals.append(proposal)
        }
        let last = before.text?.id
        return found.values.sorted { a, b in
            a.event.id == last || b.event.id == last
                ? b.event.id == last && a.event.id != last : a.event.id < b.event.id
        }
    }

    /// True if there is nothing to move.
    public var isEmpty: Bool { text == nil && proposals.isEmpty }
}

extension StateReader {
    /// Returns the originals of an event by following `copies` references.
    func originals(of event: Event) throws -> [EventID] {
        var found: [EventID] = []
        var seen: Set<EventID> = []
        var next = event.copies
        while let id = next, let original = try self.event(id), seen.insert(original.id).inserted {
            found.append(original.id)
            next = original.copies
        }
        return found
    }
}
