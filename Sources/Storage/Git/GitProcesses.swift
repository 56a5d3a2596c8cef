import Glibc

/// The processes of Git on this machine, as far as the current user may see them.
///
/// Git closes a lock of a reference as soon as its new value is written, and holds it until hooks have run and other references
/// are locked. A lock that no process has open may therefore be one that a process still needs.
enum GitProcesses {
    /// Returns true if a program of Git works in one of the directories or below.
    ///
    /// Its name begins with `git`, and its current directory or its arguments are in there: all programs of Git change into the
    /// repository or its work tree, or were told of it by a path. Cost: a look at every process.
    static func work(in directories: [String]) -> Bool {
        guard !directories.isEmpty else { return false }
        let places = directories.compactMap(resolved).map { $0 + "/" }
        for process in OpenFiles.names(in: "/proc") where Int32(process) != nil {
            let path = "/proc/\(process)"
            guard text(of: "\(path)/comm").hasPrefix("git") else { continue }
            let arguments = text(of: "\(path)/cmdline")
            // It watches files for `git status`, and never ends.
            guard !arguments.contains("fsmonitor--daemon") else { continue }
            let current = resolved("\(path)/cwd").map { $0 + "/" }
            if places.contains(where: { place in
                current?.hasPrefix(place) == true || arguments.contains(place.dropLast())
            }) {
                return true
            }
        }
        return false
    }

    private static func text(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return String(decoding: readBytes(of: descriptor, atMost: 1 << 16) ?? [], as: UTF8.self)
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
