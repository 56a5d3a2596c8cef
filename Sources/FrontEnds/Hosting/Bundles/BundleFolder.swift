import Compression
import Crypto
import Glibc
import JSON
import Machine
import ReadModel
import Translation

/// The directory of a stored bundle.
///
/// It contains the index, and the bytes of each file under the name of their hash. No name in it
/// comes from a request or a project, and every read is checked against the hash. Nothing is
/// synced to disk, because a damaged bundle can be made again.
struct BundleFolder {
    let path: String

    private static let indexName = "index"
    /// The maximum size of an index, in bytes.
    private static let largestIndex = 64 << 20
    /// The size from which a file is compressed, in bytes.
    private static let smallestPacked = 1 << 10

    /// The files of a bundle, ready to be written.
    struct Draft {
        let bundle: StoredBundle
        /// The size of the directory, in bytes.
        let size: Int
        fileprivate let contents: [String: [UInt8]]
        fileprivate let index: [UInt8]

        /// Hashes and compresses files.
        init(_ files: [BundleFile]) {
            var contents: [String: [UInt8]] = [:]
            func content(_ bytes: [UInt8]) -> StoredBundle.Content {
                let sha256 = BundleFolder.hash(of: bytes)
                contents[sha256] = bytes
                return .init(sha256: sha256, size: bytes.count)
            }
            bundle = StoredBundle(
                files.map { file in
                    StoredBundle.File(
                        path: file.path, mediaType: file.mediaType, content: content(file.bytes),
                        packed: Self.packed(file).map(content))
                })
            let json = CanonicalJSON.encode(bundle.json)
            index = Array("\(BundleFolder.hash(of: json))\n".utf8) + json
            self.contents = contents
            size = contents.values.reduce(index.count) { $0 + $1.count }
        }

        /// Returns the compressed bytes of a file, or nil if they are not at least a tenth smaller.
        private static func packed(_ file: BundleFile) -> [UInt8]? {
            guard !file.isCompressed, file.bytes.count > BundleFolder.smallestPacked,
                let packed = try? Gzip.compress(file.bytes),
                packed.count < file.bytes.count / 10 * 9
            else { return nil }
            return packed
        }
    }

    fileprivate static func hash(of bytes: some Sequence<UInt8>) -> String {
        StateDigest.hex(SHA256.hash(data: Array(bytes)))
    }

    /// Writes a bundle completely or not at all, and makes the two directories above it.
    ///
    /// `staging` is the path of a directory that does not exist yet, on the same file system.
    func write(_ draft: Draft, staging: String) throws {
        do {
            for directory in [parent(of: parent(of: path)), parent(of: path)]
            where mkdir(directory, 0o700) != 0 && errno != EEXIST { throw refusal() }
            guard mkdir(staging, 0o700) == 0 else { throw refusal() }
            for (name, bytes) in draft.contents { try write(bytes, to: "\(staging)/\(name)") }
            try write(draft.index, to: "\(staging)/\(Self.indexName)")
            if rename(staging, path) != 0 {
                // Another process with the same state directory may have stored the bundle.
                remove()
                guard rename(staging, path) == 0 else { throw refusal() }
            }
        } catch {
            BundleFolder(path: staging).remove()
            throw error
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw refusal() }
        let file = Descriptor(number)
        guard file.write(bytes) else { throw refusal() }
    }

    private func parent(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private func refusal() -> Refusal {
        let number = errno
        let reason = String(cString: strerror(number))
        return Refusal(
            [ENOSPC, EDQUOT].contains(number) ? .diskFull : .file,
            "The bundle cannot be stored in \(path): \(reason).",
            hint: Refusal.hintForSpace(reason) ?? "Check the path and its permissions.")
    }

    /// Reads the index, and marks the bundle as used; returns nil if the index is damaged.
    func index() -> StoredBundle? {
        guard let bytes = read(Self.indexName, upTo: Self.largestIndex),
            let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            bytes[..<end].elementsEqual(Self.hash(of: bytes[(end + 1)...]).utf8),
            let json = try? JSONValue.parse(Array(bytes[(end + 1)...]))
        else { return nil }
        markUsed()
        return StoredBundle(json)
    }

    /// Returns the bytes of a file, or nil if they are missing or damaged.
    func bytes(of content: StoredBundle.Content) -> [UInt8]? {
        guard let bytes = read(content.sha256, upTo: content.size),
            Self.hash(of: bytes) == content.sha256
        else { return nil }
        markUsed()
        return bytes
    }

    private func read(_ name: String, upTo size: Int) -> [UInt8]? {
        let number = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(number)
        guard let bytes = Files.read(descriptor: file.number, upTo: size + 1),
            bytes.count <= size
        else { return nil }
        return bytes
    }

    /// Sets the time of the directory, by which a new process orders the bundles.
    private func markUsed() { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

    /// The size of the directory's files in bytes, and the time of its last use in nanoseconds.
    ///
    /// It is nil if the path is not a directory.
    var measure: (size: Int, lastUse: Int)? {
        guard Files.kind(of: path) == .directory, let names = try? Files.names(in: path) else {
            return nil
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        var size = 0
        for name in names where lstat("\(path)/\(name)", &status) == 0 {
            size += Int(status.st_size)
        }
        return (size, time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    /// Removes the directory.
    ///
    /// Files that are being read stay readable.
    func remove() { try? Files.remove(path) }
}
