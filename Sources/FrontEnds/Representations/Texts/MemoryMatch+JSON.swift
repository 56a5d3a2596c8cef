package import JSON
package import Memory
import Texts

extension MemoryEntry {
    /// The pair: `{"locale", "source", "sourceLocale", "target", "reviewed", "section"?, "key"?, "project"?, "file"?}`.
    ///
    /// `project` is the path of another project, `file` the name of an imported file.
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
    /// The members of the pair, with `"percent"` and `"context"` before them.
    package var json: JSONValue { json(form: nil) }

    /// The same, with the `"form"` of a plural that the text was looked up for, if there is one.
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
    /// The part: `{"file"?, "pairs"}`; without `file` it is the project itself.
    package var json: JSONValue {
        .object { members in
            members.add("file", file)
            members.add("pairs", pairs)
        }
    }
}
