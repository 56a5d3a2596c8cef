package import ReadModel
package import Texts
package import Translation
package import Workspace

/// A proposal, with everything that a reviewer needs to decide on it.
package struct ReviewItem: Sendable {
    /// The current state of the proposal.
    package let proposal: Proposal
    /// The string in the proposal's language, with all its proposals.
    package let unit: Unit
    /// The checks' findings in the proposed text.
    package let findings: [Finding]
    /// The inherited text and its language, if the proposal's language has no text for the string.
    package let inherited: (value: Value, locale: LanguageTag)?
    /// The current text, with its author and state.
    package var current: TextState? { unit.text }
    /// The source text of the string, with its metadata.
    package var definition: Definition? { unit.definitions.currentDefinition }

    /// The source text at the time of the proposal, if it has changed since.
    package var formerSource: Value? {
        guard unit.definitions.isStale(madeFor: proposal.event.source) else { return nil }
        return proposal.event.source.flatMap { unit.definitions[$0]?.value }
    }

    /// The text that the proposal was meant to replace, if it is no longer the current text.
    package var formerText: Value? {
        guard let base = proposal.event.base, !unit.register.heads.contains(base) else {
            return nil
        }
        return unit.definitions[base]?.value ?? unit[base]?.payload.text
    }

    /// The comments on the proposal and on the string in this language, oldest first.
    package var comments: [Event] {
        unit.remarks.filter { event in
            guard case .commentAdded(let about, _, _) = event.payload else { return false }
            return about == nil || about == proposal.id
        }
    }

    /// The other open proposals for the same string.
    package var rivals: [Proposal] {
        unit.proposals.filter { $0.state == .open && $0.id != proposal.id }
    }
}

extension ReviewItem {
    /// Reads a proposal; returns nil if no proposal has the id.
    package init?(_ id: EventID, in snapshot: Snapshot) throws {
        let model = snapshot.model
        guard let place = try model.proposalLocation(id) else { return nil }
        let unit = try model.unit(place.locale, place.string)
        guard let proposal = unit.proposal(id) else { return nil }
        self.init(
            proposal: proposal, unit: unit,
            findings: try snapshot.findings(of: proposal.proposed.value, in: unit),
            inherited: try unit.text == nil ? model.inheritedText(place.locale, place.string) : nil)
    }
}

extension ReviewItem {
    /// Sorts the proposals in a list for review: oldest first, with proposals for the same string
    /// together.
    package static func order(_ rows: [ProposalRow]) -> [EventID] {
        let units = Dictionary(grouping: rows) { UnitID($0.locale, $0.string) }
        let groups = units.values.map { $0.map(\.id).sorted() }
        return groups.sorted { a, b in
            guard let first = a.first, let second = b.first else { return false }
            return first < second
        }.flatMap(\.self)
    }
}
