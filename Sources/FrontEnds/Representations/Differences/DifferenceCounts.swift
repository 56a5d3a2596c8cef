import JSON
import Translation
package import Workspace

/// The number of texts and proposals that differ.
package struct DifferenceCounts: Sendable {
    /// The number of texts that exist only in the later state.
    package private(set) var added = 0
    /// The number of texts that exist in both states, with different values.
    package private(set) var changed = 0
    /// The number of texts that exist only in the earlier state.
    package private(set) var removed = 0
    /// The number of proposals by the kind of change; kinds without proposals are absent.
    package private(set) var proposals: [ProposalChange.Kind: Int] = [:]

    package init() {}

    /// Counts the differing texts and proposals in one language.
    package init(_ texts: LocaleDifference, proposals: [ProposalChange]) {
        added = texts.added.count
        changed = texts.changed.count
        removed = texts.removed.count
        self.proposals = Dictionary(proposals.map { ($0.kind, 1) }, uniquingKeysWith: +)
    }

    /// The kinds of changes that occur among the proposals, in the order of a proposal's life
    /// cycle.
    package var kindsOfProposals: [ProposalChange.Kind] {
        ProposalChange.Kind.allCases.filter { proposals[$0] != nil }
    }

    /// Adds the counts of `b` to those of `a`.
    package static func += (a: inout DifferenceCounts, b: DifferenceCounts) {
        a.added += b.added
        a.changed += b.changed
        a.removed += b.removed
        a.proposals.merge(b.proposals, uniquingKeysWith: +)
    }

    func add(to members: inout JSONMembers) {
        members.add("added", added)
        members.add("changed", changed)
        members.add("removed", removed)
        members.addObject("proposals") { members in
            for kind in kindsOfProposals { members.add(kind.rawValue, proposals[kind] ?? 0) }
        }
    }
}
