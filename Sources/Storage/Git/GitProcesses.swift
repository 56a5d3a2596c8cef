import Glibc

/// The Git processes on this machine, as far as the current user can see them.
///
/// Git closes a reference's lock file right after writing the new value. It keeps the lock until
/// hooks have run and other references are locked. A process may therefore still need a lock file
/// that no process has open.
enum GitProcesses {
    /// Returns true if a Git process is running in or below one of the directories.
    ///
    /// Matches processes whose name begins with `git`, and whose current directory or arguments
    /// contain one of the directories. Every Git program changes into the repository or its work
    /// tree, or has its path as an argument. Cost: one file read for every process on the machine.
    static func work(in directories: [String]) -> Bool {
        guard !directories.isEmpty else { return false }
        let places = directories.compactMap(resolved).map { $0 + "/" }
        for process in OpenFiles.names(in: "/proc") where Int32(process) != nil {
            let path = "/proc/\(process)"
            guard text(of: "\(path)/comm").hasPrefix("git") else { continue }
            let arguments = text(of: "\(path)/cmdline")
            // The daemon watches files for `git status`, and never exits.
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
