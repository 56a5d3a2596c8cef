import Hosting
import Hummingbird
import JSON
import Representations
import Translation
import Workspace

/// A write as specified in a request, before it is carried out.
struct RequestedWrite: Sendable {
    let action: Action
    /// The guid on whose behalf the write is made.
    let guid: HashedGuid?
    /// Whether texts with failed checks are refused.
    let isStrict: Bool
    /// The state that the unit must have.
    var condition: WriteRequest.Precondition?
    /// The proposer, if the write makes a proposal.
    var proposer: Proposer?

    init(_ action: Action, guid: HashedGuid? = nil, isStrict: Bool = false) {
        self.action = action
        self.guid = guid
        self.isStrict = isStrict
    }
}

extension ProjectCall {
    /// Carries out a write, and returns its receipt when the result is durable and readable.
    func write(_ write: RequestedWrite) async throws -> ProjectWriter.Receipt {
        try await self.write(
            write.action, guid: write.guid, isStrict: write.isStrict, if: write.condition,
            by: write.proposer)
    }

    /// Carries out a write, or only rehearses it, and returns the response.
    ///
    /// `leftOut` returns the skipped parts of the outcome.
    func carryOut(
        _ write: RequestedWrite, isDryRun: Bool = false,
        leftOut: (Outcome) -> [JSONValue] = { _ in [] }
    ) async throws -> Response {
        guard isDryRun else {
            let receipt = try await self.write(write)
            return answer(receipt) { $0.add(leftOut: leftOut(receipt.outcome)) }
        }
        let outcome = try await rehearse(write)
        return answer(rehearsal: outcome) { $0.add(leftOut: leftOut(outcome)) }
    }
}
