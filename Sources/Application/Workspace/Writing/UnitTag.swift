import Crypto
public import Translation

/// Identifies the events that a decision about a unit depends on.
///
/// These are the events of its text and its source text. For a decision on a proposal, the tag also
/// covers the proposal and its state. Comments, endorsements and other proposals do not change it.
public struct UnitTag: Hashable, Sendable, CustomStringConvertible {
    /// `u-` and 32 hexadecimal digits.
    public let description: String

    /// Wraps a tag that was returned earlier.
    public init(_ description: String) { self.description = description }

    /// Computes the tag of a unit.
    ///
    /// Throws a ``Refusal`` if the unit has no such proposal.
    public init(of unit: Unit, proposal: EventID? = nil) throws {
        var parts = [unit.register.heads, unit.definitions.register.heads].map { heads in
            heads.map(\.description).joined(separator: ",")
        }
        if let proposal {
            guard let state = unit.proposal(proposal)?.state else {
                throw Refusal(
                    .unknownProposal, "There is no proposal \(proposal) for this text.",
                    hint: .listProposals)
            }
            parts.append("\(proposal) \(state.rawValue)")
        }
        let digest = SHA256.hash(data: Array(parts.joined(separator: "\n").utf8))
        let digits = digest.prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        description = "u-" + digits.joined()
    }
}
