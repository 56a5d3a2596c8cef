package import JSON
import Sync

extension BeginningReport {
    /// The result of beginning anew.
    ///
    /// The shape is `{"remote"?, "commit"?, "previous", "proposals", "omitted", "kept"?,
    /// "keepers"}`: the numbers of proposals and of all events that were left out, the number of
    /// unsent events that were added to the history of `remote`, and the references with the old
    /// history.
    package var json: JSONValue {
        .object { members in
            members.add("remote", remote)
            members.add("commit", commit)
            members.add("previous", previous)
            members.add("proposals", omittedProposals)
            members.add("omitted", omittedEvents)
            if remote != nil { members.add("kept", keptEvents) }
            members.add("keepers", list: keepers)
        }
    }
}
