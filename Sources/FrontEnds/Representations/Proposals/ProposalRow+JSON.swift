package import JSON
package import ReadModel
import Texts
package import Translation

extension ProposalRow {
    /// Returns true if the guid may delete the proposal, because it owns the proposal and the
    /// proposal is open.
    package func canDelete(_ guid: HashedGuid?) -> Bool {
        state == .open && guid != nil && proposed.guid == guid
    }

    /// The proposal as one row of a list; see ``add(to:asking:guid:aliases:showsAddresses:)``.
    package func json(
        asking: HashedGuid?, guid: String? = nil, aliases: [EventID] = [], showsAddresses: Bool
    ) -> JSONValue {
        .object {
            add(
                to: &$0, asking: asking, guid: guid, aliases: aliases,
                showsAddresses: showsAddresses)
        }
    }

    /// Adds the members of a proposal, from `id` to `decided`.
    ///
    /// `asking` is the client's hashed guid, which determines `canDelete`. Only the client's own
    /// proposals have the member `guid`, which is the plain form in the parameter `guid`. `aliases`
    /// are the ids of the proposal's repetitions.
    package func add(
        to members: inout JSONMembers, asking: HashedGuid?, guid: String? = nil,
        aliases: [EventID] = [], showsAddresses: Bool
    ) {
        members.add("id", id)
        members.add("aliases", ids: aliases)
        members.add("locale", locale.rawValue)
        members.add(string)
        members.add("value", proposed.value.json)
        members.add("owner", proposed.guid.rawValue)
        if asking == proposed.guid { members.add("guid", guid) }
        members.add("state", state.rawValue)
        members.add("canDelete", canDelete(asking))
        members.add("at", event.at)
        members.add("actor", proposer?.json(showsAddresses: showsAddresses))
        members.add("origin", proposed.origin.description)
        members.add("base", event.base)
        members.add("source", event.source)
        members.add("current", current?.json)
        members.add("note", proposed.note)
        members.add("picture", proposed.picture)
        // Decided proposals stay marked as outdated in the folded state, but readers do not need
        // the mark.
        members.add("outdated", state == .open && isOutdated)
        members.add("endorsed", endorsements)
        members.add("comments", comments)
        if let decision {
            members.add("decided", decision.decidedJSON(showsAddresses: showsAddresses))
        }
    }

    /// The proposal as an item that a decision by query skipped: `{"id", "reason"}`.
    package func leftOutJSON(because reason: String) -> JSONValue {
        .object { members in
            members.add("id", id)
            members.add("reason", reason)
        }
    }
}

extension Event {
    /// The decision on a proposal: its author, time, reason and event id, and the accepted text.
    fileprivate func decidedJSON(showsAddresses: Bool) -> JSONValue {
        .object { members in
            members.add("by", actor?.json(showsAddresses: showsAddresses))
            members.add("at", at)
            if let verdict = payload.verdict {
                members.add("code", verdict.code?.rawValue)
                members.add("reason", verdict.reason)
            }
            if case .proposalAccepted(let acceptance) = payload {
                members.add("value", acceptance.value.json)
                members.add("sample", acceptance.sample?.rawValue)
            }
            members.add("event", id)
        }
    }
}

extension Payload {
    /// The verdict of a rejection, deletion, reopening or endorsement; nil for all other events.
    package var verdict: Verdict? {
        switch self {
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            verdict
        default: nil
        }
    }
}
