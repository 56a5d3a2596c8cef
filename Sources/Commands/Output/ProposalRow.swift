import JSON
import ReadModel
import Translation

extension ProposalRow {
    var value: Value { proposed.value }

    /// Whether a guid may take the proposal back: it is its own, and open.
    func canDelete(_ guid: HashedGuid?) -> Bool {
        state == .open && guid != nil && proposed.guid == guid
    }

    /// Adds the row's members; `asking` is the guid that the list was asked with, and `guid` its raw form.
    func add(
        to members: inout JSONMembers, asking: HashedGuid?, guid: String? = nil,
        aliases: [EventID] = []
    ) {
        members.add("id", id)
        members.add("aliases", ids: aliases)
        members.add("locale", locale.rawValue)
        members.add(string)
        members.add("value", value.json)
        members.add("owner", proposed.guid.rawValue)
        if asking == proposed.guid { members.add("guid", guid) }
        members.add("state", state.rawValue)
        members.add("canDelete", canDelete(asking))
        members.add("at", event.at)
        members.add("actor", proposer?.json)
        members.add("origin", proposed.origin.description)
        members.add("base", event.base)
        members.add("source", event.source)
        members.add("current", current?.json)
        members.add("note", proposed.note)
        // What is decided is not outdated for anybody who reads; the fold goes on saying so.
        members.add("outdated", state == .open && isOutdated)
        members.add("endorsed", endorsements)
        members.add("comments", comments)
        if let decision { members.add("decided", decision.decidedJSON) }
    }
}

extension Event {
    /// What a decision on a proposal says: by whom, when, why, and which text was taken.
    fileprivate var decidedJSON: JSONValue {
        .object { members in
            members.add("by", actor?.json)
            members.add("at", at)
            if let verdict = payload.verdict {
                members.add("code", verdict.code?.rawValue)
                members.add("reason", verdict.reason)
            }
            if case .proposalAccepted(let acceptance) = payload {
                members.add("value", acceptance.value.json)
            }
            members.add("event", id)
        }
    }

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

extension Payload {
    /// The decision on a proposal, other than an acceptance.
    fileprivate var verdict: Verdict? {
        switch self {
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            verdict
        default: nil
        }
    }
}
