public import ReadModel
public import Texts
public import Translation
public import Workspace

/// A proposal with all that a reviewer needs to decide on it.
public struct ReviewItem: Sendable {
    /// The proposal as it stands now.
    public let proposal: Proposal
    /// The string in the language, with its other proposals.
    public let unit: Unit
    /// What the checks find in the proposed text.
    public let findings: [Finding]
    /// The text that stands in where the language has none of its own, and the language that it comes from.
    public let inherited: (value: Value, locale: LanguageTag)?
    /// Who wrote the text that stands, and what else is known of it.
    public var current: TextState? { unit.text }
    /// What the string says in the source language, with what is said of it.
    public var definition: Definition? { unit.definitions.currentDefinition }

    /// What the source said when the proposal was made, where that is something else.
    public var formerSource: Value? {
        guard unit.definitions.isStale(madeFor: proposal.event.source) else { return nil }
        return proposal.event.source.flatMap { unit.definitions[$0]?.value }
    }

    /// The text that the proposal was made to replace, where that is not the present one.
    public var formerText: Value? {
        guard let base = proposal.event.base, !unit.register.heads.contains(base) else {
            return nil
        }
        return unit.definitions[base]?.value ?? unit[base]?.payload.text
    }

    /// What was said about the proposal and about the string in this language, oldest first.
    public var comments: [Event] {
        unit.remarks.filter { event in
            guard case .commentAdded(let about, _, _) = event.payload else { return false }
            return about == nil || about == proposal.id
        }
    }

    /// The other open proposals for the same string.
    public var rivals: [Proposal] {
        unit.proposals.filter { $0.state == .open && $0.id != proposal.id }
    }
}

extension ReviewItem {
    /// Reads a proposal; `nil` if there is none of that id.
    public init?(_ id: EventID, in snapshot: Snapshot) throws {
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
    /// Sorts the proposals of a list as they are reviewed: oldest first, those for one string together.
    public static func order(_ rows: [ProposalRow]) -> [EventID] {
        let units = Dictionary(grouping: rows) { UnitID($0.locale, $0.string) }
        let groups = units.values.map { $0.map(\.id).sorted() }
        return groups.sorted { a, b in
            guard let first = a.first, let second = b.first else { return false }
            return first < second
        }.flatMap(\.self)
    }
}
