import Glibc

/// The `.keep` file of a new pack, which stops `git repack -a -d` from dropping the pack's objects
/// before a reference leads to them.
///
/// The file is locked while its writer runs, so that a file left by a killed process can be told
/// apart. It is not synced to disk, because after a power failure no other process is repacking.
final class PackKeep: Sendable {
    private let path: String
    private let descriptor: Int32

    /// The content of our files, which distinguishes them from other programs' files.
    private static let text = Array("dragoman is about to refer to this\n".utf8)

    /// Creates the file at `path`, or returns `nil` if another program keeps an equal pack.
    init?(at path: String, sharing: RepositorySharing) throws(GitError) {
        guard unsafe access(path, F_OK) != 0 || Self.isOurs(path) else { return nil }
        self.path = path
        // The file gets its name when it is locked and has the text that marks it as ours. A killed
        // process would otherwise leave a file that nobody removes.
        let temporary = Self.temporary(path)
        descriptor = RegularFile.open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else {
            throw GitError(systemCall: "open", path: temporary, number: errno)
        }
        sharing.adjust(descriptor)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        try writeBytes(Self.text, to: descriptor, path: temporary)
        try PackFile.rename(temporary, path)
    }

    /// Returns a name in the same directory, with the prefix of git's temporary files.
    private static func temporary(_ path: String) -> String {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        return path[..<start] + "tmp_" + path[start...]
    }

    deinit {
        guard descriptor >= 0 else { return }
        _ = unsafe unlink(path)
        close(descriptor)
    }

    /// Returns true if a file is one of ours.
    static func isOurs(_ path: String) -> Bool {
        guard path.hasSuffix(".keep") else { return false }
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return isOurs(descriptor)
    }

    /// Removes a file of ours if the process that created it is gone.
    static func removeIfAbandoned(_ path: String) {
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if isOurs(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            _ = unsafe unlink(path)
        }
    }

    private static func isOurs(_ descriptor: Int32) -> Bool {
        readBytes(of: descriptor, atMost: text.count + 1) == text
    }
}
