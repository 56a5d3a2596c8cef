import JSON
import Texts

/// Renames a string's key, and moves its texts and open proposals to the new key.
struct RenameString: CommandKind {
    let old: StringID
    let new: StringID

    static var verb: String { "renameString" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("old", old.fingerprint)
        fingerprint.add("new", new.fingerprint)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.renameString(old, to: new)
    }
}

extension Decider {
    /// Renames a string.
    ///
    /// Defines the new key, copies texts and open proposals with their credit, and removes the old
    /// key.
    fileprivate mutating func renameString(_ old: StringID, to new: StringID) throws {
        try requireKey(new)
        let definitions = try requireString(old)
        guard let kept = definitions.currentDefinition, let oldDefinition = definitions.current
        else { return }
        guard old != new else {
            throw Refusal(
                .unchanged,
                "The string is already named “\(new.spelled(in: state.project))”.",
                hint: "Enter another key or another section.")
        }
        let target = try state.definitions(new)
        guard target.current == nil else {
            throw Refusal(
                .exists, "The string “\(new.spelled(in: state.project))” already exists.",
                hint: "Choose another key, or remove the existing string first.")
        }
        var definition = kept
        definition.isMinor = false
        copyLosers(of: definitions, to: new, seen: target.register.seen)
        let newDefinition = add(
            .stringDefined(definition), locale: source, string: new, seen: target.register.seen,
            copies: oldDefinition)
        for locale in try state.locales(of: old) {
            try copyTextAndProposals(
                of: old, to: new, locale: locale, definition: newDefinition)
        }
        add(.stringRemoved, locale: source, string: old, seen: definitions.register.seen)
    }

    private mutating func copyTextAndProposals(
        of old: StringID, to new: StringID, locale: LanguageTag, definition: EventID
    ) throws {
        let unit = try state.unit(locale, old)
        let target = try state.unit(locale, new)
        let base =
            locale == source
            ? definition : copyTexts(of: unit, to: target, definition: definition)
        for proposal in unit.proposals where proposal.state == .open {
            var proposed = proposal.proposed
            proposed.replaces = nil
            add(
                .proposalMade(proposed), locale: locale, string: new,
                seen: (proposal.isOutdated ? proposal.event.base : base, []),
                source: proposal.isOutdated || proposal.event.source == nil
                    ? proposal.event.source : definition,
                copies: proposal.id)
        }
        for case .checkSilenced(let check, let reason) in unit.remarks.map(\.payload) {
            add(.checkSilenced(check: check, reason: reason), locale: locale, string: new)
        }
    }

    /// Copies the texts of a unit.
    ///
    /// Returns the id of the event that sets the current text of the new key. Copies the last
    /// reviewed text first, because exports may need it. Then copies the losing sides of a
    /// conflict, and finally the current text.
    private mutating func copyTexts(
        of unit: Unit, to target: Unit, definition: EventID
    ) -> EventID? {
        var seen = target.register.seen
        func copy(_ event: Event?) -> EventID {
            guard let event, let value = event.payload.text else {
                return add(
                    .translationRemoved, locale: unit.locale, string: target.string, seen: seen)
            }
            // A stale text stays stale, because the new key does not have its definition.
            let isStale = unit.definitions.isStale(madeFor: event.source)
            return add(
                .translationSet(value), locale: unit.locale, string: target.string, seen: seen,
                source: isStale || event.source == nil ? event.source : definition,
                copies: event.id)
        }
        if let reviewed = unit.reviewedText, !unit.register.heads.contains(reviewed.id) {
            seen = (copy(reviewed.event), [])
        }
        let losers = unit.register.losers
        for loser in losers { _ = copy(unit[loser]) }
        // If the current text was removed, the removal is copied only as a side of a conflict.
        guard let current = unit.register.current, unit.text != nil || !losers.isEmpty else {
            return seen.base
        }
        return copy(unit[current])
    }

    /// Copies the losing sides of a conflict, so that the conflict still exists for the new key.
    private mutating func copyLosers(
        of definitions: DefinitionHistory, to new: StringID, seen: (base: EventID?, over: [EventID])
    ) {
        for id in definitions.register.losers {
            if var definition = definitions[id] {
                definition.isMinor = false
                add(
                    .stringDefined(definition), locale: source, string: new, seen: seen, copies: id)
            } else {
                add(.stringRemoved, locale: source, string: new, seen: seen)
            }
        }
    }
}
