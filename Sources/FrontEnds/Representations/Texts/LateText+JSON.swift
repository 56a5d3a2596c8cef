package import JSON
import Texts
import Translation
package import Workspace

extension LateText {
    /// Work that arrived for the old key of a renamed string.
    ///
    /// The members are `locale`, `section`, `key`, `newSection`, `newKey`, `value`, `proposals` and
    /// `contested`. `value` is absent if there is no text, and `proposals` lists ids.
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
