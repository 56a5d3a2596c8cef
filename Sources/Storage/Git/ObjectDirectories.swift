import Glibc

/// The directories that may contain a repository's objects.
enum ObjectDirectories {
    /// Returns an object directory and its alternates (`objects/info/alternates`), each once.
    ///
    /// Alternates may have alternates in turn, up to Git's depth limit.
    /// https://git-scm.com/docs/gitrepository-layout
    static func reaching(from directory: String) -> [String] {
        var found = [directory]
        var next = 0
        for _ in 0...deepest {
            let level = found.count
            while next < level {
                for borrowed in alternates(of: found[next]) where !found.contains(borrowed) {
                    found.append(borrowed)
                }
                next += 1
            }
        }
        return found
    }

    private static let deepest = 5

    private static func alternates(of directory: String) -> [String] {
        let descriptor = RegularFile.open(directory + "/info/alternates", O_RDONLY)
        guard descriptor >= 0 else { return [] }
        guard let file = unsafe fdopen(descriptor, "r") else {
            close(descriptor)
            return []
        }
        defer { unsafe fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { unsafe free(line) }
        var found: [String] = []
        while unsafe getline(&line, &capacity, file) > 0, let line = unsafe line {
            let path = unsafe String(cString: line).drop { $0 == " " }
            let name = path.last == "\n" ? String(path.dropLast()) : String(path)
            guard !name.isEmpty, !name.hasPrefix("#") else { continue }
            found.append(name.hasPrefix("/") ? name : "\(directory)/\(name)")
        }
        return found
    }
}
