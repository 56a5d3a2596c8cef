import Crypto
import Czlib
import Glibc

/// A pack that is being written, object by object, under a name that readers ignore.
///
/// The format is version 2 of <https://git-scm.com/docs/gitformat-pack>, without deltas.
@safe
final class PackFile {
    /// The position of an object in the pack, with the data for its index.
    struct Entry {
        let offset: UInt64
        let checksum: UInt32
        let kind: ObjectKind
        /// The size of the object, in bytes.
        let size: Int
    }

    /// The objects added to the pack so far.
    private(set) var entries: [ObjectID: Entry] = [:]
    private let directory: String
    private let sharing: RepositorySharing
    private let temporary: String
    private var temporaryIndex: String { temporary + ".idx" }
    private let descriptor: Int32
    private let deflater: Deflater
    private var waiting: [UInt8] = []
    private var length: UInt64 = 0
    private var isFinished = false

    /// The number of bytes that are collected for one write.
    private static let chunk = 1 << 20
    /// The signature and the version; the number of objects is written after them once it is known.
    private static let header: [UInt8] = [0x50, 0x41, 0x43, 0x4B, 0, 0, 0, 2]

    /// Starts a pack in `directory`, the `pack` directory of an object database.
    init(in directory: String, sharing: RepositorySharing) throws(GitError) {
        deflater = try Deflater()
        self.sharing = sharing
        if unsafe mkdir(directory, 0o777) == 0 { sharing.adjust(directory) }
        // mkstemp replaces the six Xs. The rest follows libgit2's naming scheme, so that
        // `GitRepository.abandonedTemporaryFiles` finds the files that killed processes left.
        var template = Array("\(directory)/pack_git2_XXXXXX".utf8CString)
        descriptor = unsafe template.withUnsafeMutableBufferPointer { template in
            unsafe template.baseAddress.map { unsafe mkstemp($0) } ?? -1
        }
        guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw GitError(systemCall: "mkstemp", path: directory, number: errno)
        }
        temporary = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.directory = directory
        waiting += Self.header + Self.bigEndian(UInt32(0))
    }

    deinit {
        close(descriptor)
        giveUp()
    }

    /// Adds an object, unless the pack already contains it.
    func add(
        _ bytes: UnsafeRawBufferPointer, kind: ObjectKind, id: ObjectID
    ) throws(GitError) {
        guard entries[id] == nil else { return }
        let start = waiting.count
        let offset = length + UInt64(start)
        addHeader(kind: kind, size: bytes.count)
        try unsafe deflater.deflate(bytes, into: &waiting)
        let checksum = unsafe waiting[start...].withUnsafeBufferPointer {
            unsafe crc32(0, $0.baseAddress, UInt32($0.count))
        }
        entries[id] = Entry(
            offset: offset, checksum: UInt32(checksum), kind: kind, size: bytes.count)
        if waiting.count >= Self.chunk { try flush() }
    }

    /// Completes the pack and its index, and renames both to their final names once they are on
    /// disk.
    ///
    /// A pack without objects leaves no files behind. Until the result is released, `git repack -a
    /// -d` does not change the pack.
    func finish() throws(GitError) -> PackKeep? {
        guard !entries.isEmpty else { return nil }
        try flush()
        let checksum = try complete()
        let name = checksum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let path = "\(directory)/pack-\(name)"
        try writeIndex(PackIndex(entries, pack: checksum).bytes)
        var files = SyncList()
        for path in [temporary, temporaryIndex] {
            _ = unsafe chmod(path, 0o444)
            sharing.adjust(path)
            try files.add(path)
        }
        try files.wait()
        let keep = try PackKeep(at: path + ".keep", sharing: sharing)
        // Git uses a pack as soon as its index exists, so the index is renamed last.
        try Self.rename(temporary, path + ".pack")
        do throws(GitError) {
            try Self.rename(temporaryIndex, path + ".idx")
        } catch {
            // Nobody uses or removes a pack without an index. An equal pack may have one already.
            if unsafe access(path + ".idx", F_OK) != 0 { _ = unsafe unlink(path + ".pack") }
            throw error
        }
        isFinished = true
        try GitRepository.sync(directory)
        return keep
    }

    /// Removes the files of an unfinished pack.
    func giveUp() {
        guard !isFinished else { return }
        for path in [temporary, temporaryIndex] { _ = unsafe unlink(path) }
    }

    /// Appends the type and the size: four bits of the size in the first byte, then seven bits per
    /// byte, lowest bits first.
    private func addHeader(kind: ObjectKind, size: Int) {
        var rest = size >> 4
        var byte = UInt8(kind.rawValue) << 4 | UInt8(size & 15)
        while rest > 0 {
            waiting.append(byte | 0x80)
            byte = UInt8(rest & 0x7F)
            rest >>= 7
        }
        waiting.append(byte)
    }

    private func flush() throws(GitError) {
        try writeBytes(waiting, to: descriptor, path: temporary)
        length += UInt64(waiting.count)
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes the number of objects and the checksum of all bytes, and returns the checksum.
    private func complete() throws(GitError) -> [UInt8] {
        let count = Self.bigEndian(UInt32(entries.count))
        guard unsafe pwrite(descriptor, count, count.count, off_t(Self.header.count)) == count.count
        else { throw GitError(systemCall: "pwrite", path: temporary, number: errno) }
        var hash = Insecure.SHA1()
        var buffer = [UInt8](repeating: 0, count: min(Self.chunk, Int(length)))
        var offset: off_t = 0
        while offset < off_t(length) {
            let read = unsafe pread(descriptor, &buffer, buffer.count, offset)
            guard read > 0 else {
                throw GitError(systemCall: "pread", path: temporary, number: errno)
            }
            unsafe buffer.withUnsafeBytes {
                unsafe hash.update(bufferPointer: .init(rebasing: $0[..<read]))
            }
            offset += off_t(read)
        }
        let checksum = Array(hash.finalize())
        try writeBytes(checksum, to: descriptor, path: temporary)
        return checksum
    }

    private func writeIndex(_ bytes: [UInt8]) throws(GitError) {
        let path = temporaryIndex
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard descriptor >= 0 else {
            throw GitError(systemCall: "open", path: path, number: errno)
        }
        defer { close(descriptor) }
        try writeBytes(bytes, to: descriptor, path: path)
    }

    static func rename(_ old: String, _ new: String) throws(GitError) {
        guard unsafe Glibc.rename(old, new) == 0 else {
            throw GitError(systemCall: "rename", path: new, number: errno)
        }
    }

    static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
    }
}

/// The index of a pack: <https://git-scm.com/docs/gitformat-pack>, version 2.
struct PackIndex {
    let bytes: [UInt8]

    /// Creates the index for a pack with these objects; `pack` is the checksum of the pack's bytes.
    init(_ entries: [ObjectID: PackFile.Entry], pack: [UInt8]) {
        let names = entries.map { (name: $0.key.bytes, entry: $0.value) }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
        var bytes: [UInt8] = [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]
        var counts = [UInt32](repeating: 0, count: 256)
        for item in names { counts[Int(item.name[0])] += 1 }
        var sum: UInt32 = 0
        for count in counts {
            sum += count
            bytes += PackFile.bigEndian(sum)
        }
        for item in names { bytes += item.name }
        for item in names { bytes += PackFile.bigEndian(item.entry.checksum) }
        // Offsets that do not fit into 31 bits go into a separate table.
        var large: [UInt64] = []
        for item in names {
            if item.entry.offset < 1 << 31 {
                bytes += PackFile.bigEndian(UInt32(item.entry.offset))
            } else {
                bytes += PackFile.bigEndian(UInt32(large.count) | 1 << 31)
                large.append(item.entry.offset)
            }
        }
        for offset in large { bytes += PackFile.bigEndian(offset) }
        bytes += pack
        bytes += Array(Insecure.SHA1.hash(data: bytes))
        self.bytes = bytes
    }
}
