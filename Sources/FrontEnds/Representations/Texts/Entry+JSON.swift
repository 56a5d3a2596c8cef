package import JSON
package import ReadModel
package import Texts
import Translation

extension Entry {
    /// The string and its text in `locale`.
    ///
    /// The shape is `{"locale", "section", "key", "source", "value"?, "state", "comment"?}`.
    /// `state` is the name of the entry's state in its list.
    package func json(in locale: LanguageTag, state: String) -> JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add(string)
            members.add("source", definition.value.json)
            members.add("value", shownValue?.json)
            members.add("state", state)
            members.add("comment", definition.comment)
        }
    }
}
