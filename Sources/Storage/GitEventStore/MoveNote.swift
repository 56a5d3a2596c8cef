import Git
import Glibc

/// A note that a writer stores before it moves a branch: the file `moving` next to the write lock.
///
/// The file consists of one line with the old commit, the new commit and the branch. If a process
/// finds the file while it holds the write lock, the writer has died.
struct MoveNote {
    let move: Move?

    struct Move {
        let branch: ReferenceName
        let old: ObjectID
        let new: ObjectID
    }

    private static let name = "/moving"

    init(branch: ReferenceName, old: ObjectID, new: ObjectID) {
        move = Move(branch: branch, old: old, new: new)
    }

    /// Parses a note; ``move`` is `nil` if the line is incomplete.
    ///
    /// An incomplete line means that the writer died before it changed anything.
    private init(_ bytes: [UInt8]) {
        let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard bytes.last == UInt8(ascii: "\n"), words.count == 3,
            let old = ObjectID(hex: String(decoding: words[0], as: UTF8.self)),
            let new = ObjectID(hex: String(decoding: words[1], as: UTF8.self)),
            let branch = ReferenceName(String(decoding: words[2].dropLast(), as: UTF8.self))
        else {
            move = nil
            return
        }
        move = Move(branch: branch, old: old, new: new)
    }

    static func exists(in directory: String) -> Bool { access(directory + name, F_OK) == 0 }

    static func remove(in directory: String) { unlink(directory + name) }

    static func read(in directory: String) throws -> MoveNote? {
        let path = directory + name
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw WriteLock.Failure(path: path, number: errno)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw WriteLock.Failure(path: path, number: errno) }
            guard count > 0 else { return MoveNote(bytes) }
            bytes += buffer.prefix(count)
        }
    }

    /// Writes the file; if `isDurable`, it is on disk when this returns.
    func write(in directory: String, sharing: RepositorySharing, isDurable: Bool) throws {
        guard let move else { return }
        let path = directory + Self.name
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        var descriptor = RegularFile.open(path, flags, 0o666)
        if descriptor < 0, errno == ENOENT {
            if mkdir(directory, 0o777) == 0 { sharing.adjust(directory) }
            descriptor = RegularFile.open(path, flags, 0o666)
        }
        guard descriptor >= 0 else { throw WriteLock.Failure(path: path, number: errno) }
        sharing.adjust(descriptor)
        defer { close(descriptor) }
        do {
            try Self.write(
                Array("\(move.old) \(move.new) \(move.branch.rawValue)\n".utf8), to: descriptor,
                path)
            if isDurable {
                guard fsync(descriptor) == 0 else {
                    throw WriteLock.Failure(path: path, number: errno)
                }
                try Self.synchronize(directory)
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw WriteLock.Failure(path: path, number: errno) }
            rest = rest.dropFirst(count)
        }
    }

    private static func synchronize(_ directory: String) throws {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw WriteLock.Failure(path: directory, number: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw WriteLock.Failure(path: directory, number: errno)
        }
    }
}
