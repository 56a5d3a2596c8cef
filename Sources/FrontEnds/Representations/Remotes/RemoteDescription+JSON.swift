package import JSON
import Sync
import Workspace

extension RemoteDescription {
    /// A remote: `{"name", "url", "pushURL"?}`.
    package var json: JSONValue {
        .object { members in
            members.add("name", name)
            members.add("url", url)
            members.add("pushURL", pushURL)
        }
    }
}

extension JSONValue {
    /// A remote after a change: `{"name", "url"?}`, without the address if the remote was removed
    /// or the address did not change.
    package static func changedRemote(name: String, url: String?) -> JSONValue {
        .object { members in
            members.add("name", name)
            members.add("url", url)
        }
    }
}
