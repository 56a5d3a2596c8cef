package import JSON
import Texts
import Translation
package import Workspace

extension LateText {
    /// Work that arrived for the old key of a renamed string: `{"locale", "section", "key",
    /// "newSection", "newKey", "value"?, "proposals": [ids], "contested"}`.
    package var json: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add(old)
            members.add("newSection", new.section)
            members.add("newKey", new.key)
            members.add("value", work.text?.value.json)
            members.add("proposals", list: work.proposals.map(\.id.description))
            members.add("contested", work.isContested)
        }
    }
}
