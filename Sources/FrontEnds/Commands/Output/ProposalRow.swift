import ReadModel
import Representations
import Texts
import Translation

extension ProposalRow {
    var value: Value { proposed.value }
}

extension Event {
    /// Why a proposal was turned down or a text judged, as a person reads it.
    var reasonText: String? {
        switch payload {
        case .translationReviewed(_, let reason), .translationFlagged(_, let reason): return reason
        default: break
        }
        guard let verdict = payload.verdict else { return nil }
        let parts = [verdict.code?.rawValue, verdict.reason].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
