package import JSON
package import ReadModel
import Texts
import Translation

extension Conflict {
    /// Two contradicting events: `{"locale", "section"?, "key"?, "winner", "loser"}`.
    ///
    /// The events have the format of the log. Mail addresses are included only if `showsAddresses`
    /// is true.
    package func json(showsAddresses: Bool) -> JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            if let string { members.add(string) }
            members.add("winner", winner.json(showsAddresses: showsAddresses))
            members.add("loser", loser.json(showsAddresses: showsAddresses))
        }
    }
}
