package import JSON
package import ReadModel
import Texts
import Translation

extension Conflict {
    /// Two contradicting events: `{"locale", "section"?, "key"?, "winner", "loser"}`, the events as
    /// stored.
    package var json: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            if let string { members.add(string) }
            members.add("winner", winner.json)
            members.add("loser", loser.json)
        }
    }
}
