import Crypto
import Foundation
public import ReadModel
import Texts
public import Translation

/// The proposals of a batch that a person must find right before the whole batch is accepted.
///
/// A secret and the id of a proposal decide when it is drawn. Drawing again therefore gives the same
/// sample, and nobody who makes proposals without knowing the secret can foresee what is drawn.
public struct ReviewSample: Sendable {
    /// The number of proposals that are drawn if none before them was wrong.
    public static let size = 20

    /// The ids of the drawn proposals.
    public let drawn: Set<EventID>

    /// Draws a sample from a batch.
    ///
    /// `history` contains the proposals in any state that match the batch's filter. A proposal that
    /// was rejected, deleted or edited since the batch began, and that would have been drawn, adds
    /// ``size`` to the sample. Otherwise, people could deal with wrong texts one by one until the
    /// sample suits them.
    public init(of batch: Set<EventID>, among history: [ProposalRow], secret: String) {
        var drawn: Set<EventID> = []
        var wanted = Self.size
        let first = batch.min()
        let recent = history.filter { row in
            guard let first else { return false }
            return row.id >= first || row.decision.map { $0.id > first } ?? false
        }
        for row in Self.ordered(recent, secret) where drawn.count < wanted {
            if batch.contains(row.id) {
                drawn.insert(row.id)
            } else if row.wasWrong {
                wanted += Self.size
            }
        }
        self.drawn = drawn
    }

    /// Returns whether a proposal of the batch is seen.
    public func part(of proposal: EventID) -> Acceptance.Sample {
        drawn.contains(proposal) ? .seen : .unseen
    }

    /// Returns the proposals in the order in which they are drawn.
    private static func ordered(_ rows: [ProposalRow], _ secret: String) -> [ProposalRow] {
        let key = SymmetricKey(data: Array(secret.utf8))
        return rows.map { row in
            (HMAC<SHA256>.authenticationCode(for: Array(row.id.description.utf8), using: key), row)
        }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }
}

extension ProposalRow {
    /// Whether a person found the text wrong.
    fileprivate var wasWrong: Bool {
        switch state {
        case .rejected, .deleted: return true
        case .accepted:
            guard case .proposalAccepted(let acceptance)? = decision?.payload else { return false }
            return !acceptance.value.isEquivalent(to: proposed.value)
        case .open, .superseded: return false
        }
    }
}
