package import JSON
package import Texts
import Translation

extension JSONMembers {
    /// Adds the section and the key of a string.
    package mutating func add(_ string: StringID) {
        add("section", string.section)
        add("key", string.key)
    }

    /// Adds a list of ids, unless it is empty.
    mutating func add(_ key: String, ids: [EventID]) {
        if !ids.isEmpty { add(key, list: ids.map(\.description)) }
    }
}
