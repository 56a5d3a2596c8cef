package import JSON
import Translation
package import Workspace

extension BlameRow {
    /// The current text and its origin: `{"section", "key", "value", "event", "at", "author"?,
    /// "reviewer"?, "proposal"?}`.
    package var json: JSONValue {
        .object { members in
            members.add(string)
            members.add("value", value.json)
            members.add("event", event.id)
            members.add("at", event.at)
            members.add("author", author?.json)
            members.add("reviewer", reviewer?.json)
            members.add("proposal", proposal)
        }
    }
}
