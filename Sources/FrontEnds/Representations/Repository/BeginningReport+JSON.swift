package import JSON
import Sync

extension BeginningReport {
    /// The result of beginning anew.
    ///
    /// The shape is `{"commit"?, "previous", "proposals", "omitted", "keepers"}`: the numbers of
    /// proposals and of all events that were left out, and the references with the old history.
    package var json: JSONValue {
        .object { members in
            members.add("commit", commit)
            members.add("previous", previous)
            members.add("proposals", omittedProposals)
            members.add("omitted", omittedEvents)
            members.add("keepers", list: keepers)
        }
    }
}
