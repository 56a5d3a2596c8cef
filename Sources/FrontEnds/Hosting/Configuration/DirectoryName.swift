import Glibc

/// The name of a directory, for comparisons.
enum DirectoryName {
    /// Returns the path without symbolic links, or, if nothing is there, without `.`, `..` and repeated slashes.
    static func resolving(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
