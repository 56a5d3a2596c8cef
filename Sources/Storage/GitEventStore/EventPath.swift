/// Paths of event files in a commit's tree.
package enum EventPath {
    /// Returns the language's folder in a path such as `events/fr/ID.jsonl`: its second part.
    ///
    /// Returns an empty string if the path has no folder.
    package static func folder(of path: String) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
        return parts.count > 2 ? String(decoding: parts[1], as: UTF8.self) : ""
    }

    /// Returns true if a path from the root of the tree is `events` or a path below it.
    package static func isInLog(_ path: String) -> Bool {
        let root = GitEventStore.eventsDirectory.utf8
        return path.utf8.starts(with: root)
            && path.utf8.dropFirst(root.count).first.map { $0 == UInt8(ascii: "/") } ?? true
    }
}
