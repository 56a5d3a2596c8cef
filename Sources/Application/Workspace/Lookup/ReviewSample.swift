import Crypto
import Foundation
public import ReadModel
import Texts
public import Translation

/// The proposals of a batch that a person looks at before the whole batch is accepted.
///
/// A secret and the id of a proposal decide when it is drawn. The same batch therefore has the same
/// sample each time, and nobody who makes proposals can foresee which of them will be drawn.
public struct ReviewSample: Sendable {
    /// The number of proposals that are drawn if none was rejected.
    public static let size = 20

    /// The ids of the drawn proposals.
    public let drawn: Set<EventID>

    /// Draws a sample from a batch.
    ///
    /// Each rejection of a proposal from the same source and language, since the batch began, adds
    /// ``size`` proposals to the sample. Otherwise, rejecting the wrong texts one by one would
    /// replace them until the sample suits.
    ///
    /// Cost: reads the rejected proposals in the languages of the batch.
    public init(of batch: [ProposalRow], secret: String, in snapshot: Snapshot) throws {
        let rejections = try Self.rejections(around: batch, in: snapshot)
        drawn = Set(Self.order(batch.map(\.id), secret).prefix(Self.size * (1 + rejections)))
    }

    /// Returns the part that a proposal of the batch has in the sample.
    public func part(of proposal: EventID) -> Acceptance.Sample {
        drawn.contains(proposal) ? .seen : .unseen
    }

    /// Returns the ids in the order in which they are drawn.
    static func order(_ ids: [EventID], _ secret: String) -> [EventID] {
        let key = SymmetricKey(data: Array(secret.utf8))
        return ids.map { id in
            (HMAC<SHA256>.authenticationCode(for: Array(id.description.utf8), using: key), id)
        }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    private static func rejections(
        around batch: [ProposalRow], in snapshot: Snapshot
    ) throws -> Int {
        guard let first = batch.map(\.id).min() else { return 0 }
        let sources = Set(batch.map(Source.init))
        return try Set(batch.map(\.locale)).reduce(0) { count, locale in
            let rejected = try snapshot.model.proposals(
                ProposalFilter(locale: locale, states: [.rejected]))
            return count
                + rejected.count { row in
                    sources.contains(Source(row)) && row.decision.map { $0.id > first } ?? false
                }
        }
    }

    /// The language of a proposal, and whoever made it.
    private struct Source: Hashable {
        let locale: String
        let guid: String
        let origin: String

        init(_ row: ProposalRow) {
            locale = row.locale.rawValue
            guid = row.proposed.guid.rawValue
            origin = row.proposed.origin.description
        }
    }
}
