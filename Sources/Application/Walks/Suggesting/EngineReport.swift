package import JSON
package import ReadModel
package import Texts
package import Translation
package import Workspace

/// The judgement of reviewers on the suggestions of machines, computed from the log alone:
/// `dragoman suggest --report`.
package struct EngineReport: Sendable {
    /// The suggestions of one machine for one language and section.
    package struct Row: Sendable {
        /// The origin of the suggestions, such as `machine:NAME/MODEL` or `memory`.
        package let origin: Origin
        package let locale: LanguageTag
        package let section: String
        /// The number of suggestions, also of those that were replaced or withdrawn.
        package fileprivate(set) var total = 0
        /// The number of open suggestions.
        package fileprivate(set) var open = 0
        /// The number of suggestions that were accepted as they were.
        package fileprivate(set) var unchanged = 0
        /// The number of suggestions that were accepted unseen, based on a sample.
        package fileprivate(set) var unseen = 0
        /// The number of suggestions that were edited and accepted.
        package fileprivate(set) var edited = 0
        /// The sum of the edit distances of the edited suggestions, in characters.
        package fileprivate(set) var distance = 0
        /// The number of rejected suggestions.
        package fileprivate(set) var rejected = 0
        /// The number of rejected suggestions by reason, for rejections with a reason code.
        package fileprivate(set) var reasons: [String: Int] = [:]
        /// The number of suggestions that were accepted, and later taken back or rejected.
        package fileprivate(set) var reverted = 0
    }

    /// The rows, sorted by origin, language and section.
    package let rows: [Row]

    private struct Place: Hashable {
        let origin: String
        let locale: LanguageTag
        let section: String
    }

    /// Reads the suggestions that a filter selects, and what became of them.
    ///
    /// Cost: reads these proposals, and all acceptances in the log since the first of them.
    package init(_ filter: ProposalFilter, in snapshot: Snapshot) throws {
        let proposals = try snapshot.model.proposals(filter)
            .filter { $0.proposed.origin.machine != nil }
        let accepted = try Self.accepted(since: filter.after, in: snapshot)
        var rows: [Place: Row] = [:]
        for proposal in proposals {
            let origin = proposal.proposed.origin
            let place = Place(
                origin: origin.description, locale: proposal.locale,
                section: proposal.string.section)
            rows[
                place,
                default: Row(origin: origin, locale: place.locale, section: place.section)
            ].count(proposal, wasAccepted: accepted.contains(proposal.id))
        }
        self.rows = rows.sorted {
            ($0.key.origin, $0.key.locale.rawValue, $0.key.section)
                < ($1.key.origin, $1.key.locale.rawValue, $1.key.section)
        }.map(\.value)
    }

    /// Returns the proposals that were ever accepted, even if the acceptance was undone.
    private static func accepted(since id: EventID?, in snapshot: Snapshot) throws -> Set<EventID> {
        var accepted: Set<EventID> = []
        let filter = EventFilter(types: ["proposal.accepted"], after: id)
        try snapshot.model.forEachEvent(filter) { stored in
            if case .proposalAccepted(let acceptance) = stored.event.payload {
                accepted.formUnion([acceptance.proposal] + acceptance.also)
            }
            return true
        }
        return accepted
    }
}

extension EngineReport.Row {
    fileprivate init(origin: Origin, locale: LanguageTag, section: String) {
        self.origin = origin
        self.locale = locale
        self.section = section
    }

    fileprivate mutating func count(_ proposal: ProposalRow, wasAccepted: Bool) {
        total += 1
        if proposal.state == .open { open += 1 }
        if wasAccepted, proposal.state != .accepted { reverted += 1 }
        switch proposal.state {
        case .accepted:
            guard case .proposalAccepted(let acceptance)? = proposal.decision?.payload else {
                return
            }
            if acceptance.sample == .unseen { return unseen += 1 }
            guard acceptance.proposal == proposal.id, acceptance.value != proposal.proposed.value
            else { return unchanged += 1 }
            edited += 1
            distance += proposal.proposed.value.editDistance(to: acceptance.value)
        case .rejected:
            rejected += 1
            guard case .proposalRejected(let verdict)? = proposal.decision?.payload,
                let code = verdict.code
            else { return }
            reasons[code.rawValue, default: 0] += 1
        case .open, .deleted, .superseded: break
        }
    }
}

extension EngineReport.Row {
    /// The row for programs.
    ///
    /// The shape is `{"origin", "locale", "section", "suggested", "open", "unchanged", "unseen",
    /// "edited", "distance"?, "rejected", "reasons", "reverted"}`; `distance` is the mean edit distance of the
    /// edited suggestions, in characters.
    package var json: JSONValue {
        .object { members in
            members.add("origin", origin.description)
            members.add("locale", locale.rawValue)
            members.add("section", section)
            members.add("suggested", total)
            members.add("open", open)
            members.add("unchanged", unchanged)
            members.add("unseen", unseen)
            members.add("edited", edited)
            if let meanDistance { members.add("distance", meanDistance) }
            members.add("rejected", rejected)
            members.add("reasons", reasonCounts)
            members.add("reverted", reverted)
        }
    }

    private var reasonCounts: JSONValue {
        .object { members in
            for (code, count) in reasons.sorted(by: { $0.key < $1.key }) {
                members.add(code, count)
            }
        }
    }

    /// The mean edit distance of the edited suggestions, in characters, rounded; nil if none was
    /// edited.
    package var meanDistance: Int? { edited == 0 ? nil : (distance + edited / 2) / edited }
}
