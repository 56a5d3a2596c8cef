package import Bundles
package import JSON
import Workspace

extension ReleaseBundle {
    /// A release bundle that was written to `path`: `{"path", "provenance", "manifest"}`.
    package func json(path: String) -> JSONValue {
        .object { members in
            members.add("path", path)
            members.add("provenance", provenance.json)
            members.add("manifest", manifest.json)
        }
    }
}
