import Git
package import JSON
import Sync
import Workspace

extension CollectionReport {
    /// The result of packing: `{"method", "before", "after"?, "removed": [paths]}`.
    ///
    /// `before` and `after` are `{"loose", "looseBytes", "packs", "packBytes"}`.
    package var json: JSONValue {
        .object { members in
            members.add("method", method.rawValue)
            members.add("before", before.json)
            members.add("after", after?.json)
            members.add("removed", list: removed)
        }
    }
}

extension ObjectUsage {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("loose", looseObjects)
            members.add("looseBytes", Int(looseBytes))
            members.add("packs", packs)
            members.add("packBytes", Int(packBytes))
        }
    }
}
