import Glibc

/// Normalizes directory paths so that they can be compared.
enum DirectoryName {
    /// Returns the path with symbolic links resolved.
    ///
    /// If the directory does not exist, only removes `.`, `..` and repeated slashes.
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
