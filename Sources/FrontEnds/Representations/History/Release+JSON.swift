package import JSON
import Machine
import Translation
package import Workspace

extension Release {
    /// A tag of the project: `{"name", "commit", "at", "tagger"?}`.
    package func json(showsAddresses: Bool) -> JSONValue {
        .object { members in
            members.add("name", name)
            members.add("commit", commit)
            members.add("at", Timestamp.text(milliseconds: time))
            members.add("tagger", tagger?.json(showsAddresses: showsAddresses))
        }
    }
}
