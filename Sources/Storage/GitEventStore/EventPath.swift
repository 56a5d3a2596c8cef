/// Paths of event files in the tree of a commit.
package enum EventPath {
    /// Returns the folder of the language, the second part of a path such as `events/fr/ID.jsonl`; empty if there is none.
    package static func folder(of path: String) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
        return parts.count > 2 ? String(decoding: parts[1], as: UTF8.self) : ""
    }

    /// Returns whether a path from the root of the tree is `events` or lies below it.
    package static func isInLog(_ path: String) -> Bool {
        let root = GitEventStore.eventsDirectory.utf8
        return path.utf8.starts(with: root)
            && path.utf8.dropFirst(root.count).first.map { $0 == UInt8(ascii: "/") } ?? true
    }
}
