package import JSON
import Sync
package import Texts
import Translation
import Workspace

extension CloneReport {
    /// The result of a clone.
    ///
    /// The shape is `{"directory", "url", "branch", "commit", "events", "locales": [tags]}`.
    /// `events` is the number of events in the clone, and `locales` are its languages.
    package func json(events: Int, locales: [LanguageTag]) -> JSONValue {
        .object { members in
            members.add("directory", directory)
            members.add("url", url)
            members.add("branch", branch)
            members.add("commit", commit)
            members.add("events", events)
            members.add("locales", list: locales.map(\.rawValue))
        }
    }
}
