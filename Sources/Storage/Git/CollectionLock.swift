import Glibc

/// The lock used by `git gc`, which lets only one process at a time pack a repository.
///
/// The file `gc.pid` contains the id of the process and the name of its machine.
///
/// As in Git, a lock expires after twelve hours. A lock from this machine also expires when its
/// process exits.
public struct CollectionLock: ~Copyable {
    private let path: String

    /// Takes the lock, or returns `nil` if another process holds it.
    ///
    /// `now` is in seconds since 1970. Throws if the file cannot be written.
    public init?(of repository: GitRepository, now: Int64) throws(GitError) {
        path = "\(repository.commonDirectory)/gc.pid"
        let pending = path + ".lock"
        let descriptor = unsafe open(pending, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw GitError(systemCall: "open", path: pending, number: errno)
        }
        repository.sharing.adjust(descriptor)
        var name = [CChar](repeating: 0, count: 256)
        _ = unsafe gethostname(&name, name.count - 1)
        let host = String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if Self.isHeld(path, host: host, now: now) {
            close(descriptor)
            _ = unsafe unlink(pending)
            return nil
        }
        let text = Array("\(getpid()) \(host)".utf8)
        let written = unsafe write(descriptor, text, text.count)
        close(descriptor)
        guard written == text.count, unsafe rename(pending, path) == 0 else {
            let number = errno
            _ = unsafe unlink(pending)
            throw GitError(systemCall: "rename", path: path, number: number)
        }
    }

    deinit { _ = unsafe unlink(path) }

    /// Throws if the lock's path exists but is not a regular file.
    ///
    /// If it is a pipe, `git gc` would block until the other end is opened.
    public static func requireFile(in repository: GitRepository) throws(GitError) {
        try RegularFile.require(at: "\(repository.commonDirectory)/gc.pid")
    }

    private static func isHeld(_ path: String, host: String, now: Int64) -> Bool {
        guard let stamp = try? FileStamp.ofFile(at: path), stamp.modified > now - 12 * 3600
        else { return false }
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(
            separator: " ")
        guard words.count == 2, let process = pid_t(words[0]) else { return false }
        // This process cannot tell whether a process on another machine is alive.
        return words[1] != host || kill(process, 0) == 0 || errno == EPERM
    }
}
