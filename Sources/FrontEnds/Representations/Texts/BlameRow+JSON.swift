package import JSON
import Translation
package import Workspace

extension BlameRow {
    /// The current text and its origin.
    ///
    /// The shape is
    /// `{"section", "key", "value", "event", "at", "author"?, "tester"?, "reviewer"?, "proposal"?}`.
    /// The author is a person, and `tester` is the display name of an app's tester.
    package func json(showsAddresses: Bool) -> JSONValue {
        .object { members in
            members.add(string)
            members.add("value", value.json)
            members.add("event", event.id)
            members.add("at", event.at)
            members.add("author", author?.json(showsAddresses: showsAddresses))
            members.add("tester", tester?.displayName)
            members.add("reviewer", reviewer?.json(showsAddresses: showsAddresses))
            members.add("proposal", proposal)
        }
    }
}
