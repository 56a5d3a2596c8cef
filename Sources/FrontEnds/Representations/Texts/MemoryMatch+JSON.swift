package import JSON
package import Memory
import Texts

extension MemoryEntry {
    /// The pair of texts.
    ///
    /// The members are `locale`, `source`, `sourceLocale`, `target` and `reviewed`, and if known,
    /// `section`, `key`, `project` and `file`. `project` is the path of another project, and `file`
    /// is the name of an imported file.
    package var json: JSONValue { .object { add(to: &$0) } }

    fileprivate func add(to members: inout JSONMembers) {
        members.add("locale", locale.rawValue)
        members.add("source", source)
        members.add("sourceLocale", sourceLocale.rawValue)
        members.add("target", target)
        members.add("reviewed", isReviewed)
        members.add("section", section)
        members.add("key", key)
        members.add("project", origin.project)
        members.add("file", origin.file)
    }
}

extension MemoryMatch {
    /// The members of the pair, preceded by `"percent"` and `"context"`.
    package var json: JSONValue { json(form: nil) }

    /// The same members, and the plural `"form"` that was looked up, if any.
    package func json(form: String?) -> JSONValue {
        .object { members in
            members.add("form", form)
            members.add("percent", percent)
            members.add("context", isContext)
            entry.add(to: &members)
        }
    }
}

extension MemoryListing {
    /// A part of the memory: `{"file"?, "pairs"}`.
    ///
    /// If `file` is absent, the part is the project itself.
    package var json: JSONValue {
        .object { members in
            members.add("file", file)
            members.add("pairs", pairs)
        }
    }
}
