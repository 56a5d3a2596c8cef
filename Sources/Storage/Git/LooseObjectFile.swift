import Clibgit2
import Czlib
import Glibc

/// The file of a loose object, which contains the object's kind, size and bytes in deflated form.
///
/// https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
struct LooseObjectFile {
    /// The header of a loose object, which precedes its content.
    struct Header {
        let type: git_object_t
        /// The size of the content in bytes.
        let size: Int
    }

    /// The reason why a file is not a valid loose object.
    struct Damage: Error {
        /// The predicate of a sentence whose subject is the object.
        let reason: String
        /// Whether the user lacks permission to read the file, which may be intact.
        var isDenied = false
    }

    private let bytes: [UInt8]

    /// Reads the file, or returns `nil` if it does not exist.
    init?(path: String) throws(Damage) {
        let descriptor = RegularFile.open(path, O_RDONLY)
        guard descriptor >= 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .system }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system }
        guard let read = readBytes(of: descriptor, atMost: Int(status.st_size)) else {
            throw .system
        }
        bytes = read
    }

    /// Inflates the header only.
    func header() throws(Damage) -> Header {
        var start: [UInt8] = []
        return try unsafe inflating { stream throws(Damage) in
            try unsafe Self.readHeader(&stream, into: &start)
        }
    }

    /// Inflates the content into memory from `allocate`, and returns the header.
    ///
    /// `allocate` receives the size in bytes, which includes one byte for a NUL after the content.
    /// The stream must have the size given in the header, and the file must end with the stream. As
    /// in Git, missing or extra bytes at the end are damage. If this throws after `allocate`
    /// returned memory, the caller has to free that memory.
    func inflate(
        into allocate: (Int) throws(Damage) -> UnsafeMutableRawBufferPointer
    ) throws(Damage) -> Header {
        try unsafe inflating { stream throws(Damage) in
            var start: [UInt8] = []
            let header = try unsafe Self.readHeader(&stream, into: &start)
            // Deflate cannot compress by more than about a thousand to one. A larger size is
            // therefore wrong, and must not make us allocate that much memory.
            // https://www.zlib.net/zlib_tech.html
            guard header.size <= bytes.count * 1_032 else {
                throw Damage(reason: "has an impossible size in its header")
            }
            guard start.count <= header.size else { throw .tooLong }
            let memory = try unsafe allocate(header.size + 1)
            unsafe memory.copyBytes(from: start)
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start.count...])
            unsafe stream.next_out = rest.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe stream.avail_out = try Self.count(rest.count)
            let status = unsafe Czlib.inflate(&stream, Z_FINISH)
            guard unsafe stream.avail_out > 0 else { throw .tooLong }
            guard status == Z_STREAM_END || status == Z_BUF_ERROR else { throw .unreadable }
            guard status == Z_STREAM_END, unsafe stream.avail_out == 1 else {
                throw Damage(reason: "is truncated")
            }
            guard unsafe stream.avail_in == 0 else {
                throw Damage(reason: "has bytes after its end")
            }
            unsafe memory[header.size] = 0
            return header
        }
    }

    /// Runs `body` with a stream that reads the file's bytes.
    private func inflating<Result>(
        _ body: (inout z_stream) throws(Damage) -> Result
    ) throws(Damage) -> Result {
        var stream = unsafe z_stream()
        guard unsafe czlib_inflate_init(&stream) == Z_OK else {
            throw Damage(reason: "cannot be read: zlib cannot be initialized")
        }
        defer { _ = unsafe inflateEnd(&stream) }
        let count = try Self.count(bytes.count)
        // Typed errors cannot pass through the library's closure.
        let result = unsafe bytes.withUnsafeBufferPointer { input -> Swift.Result<Result, Damage> in
            unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.avail_in = count
            do throws(Damage) {
                return .success(try unsafe body(&stream))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads the header, and stores the first bytes of the content, which follow it, in `start`.
    private static func readHeader(
        _ stream: inout z_stream, into start: inout [UInt8]
    ) throws(Damage) -> Header {
        var status = Z_OK
        let front = unsafe [UInt8](unsafeUninitializedCapacity: longestHeader) { buffer, count in
            unsafe stream.next_out = buffer.baseAddress
            unsafe stream.avail_out = UInt32(buffer.count)
            status = unsafe Czlib.inflate(&stream, Z_NO_FLUSH)
            count = unsafe buffer.count - Int(stream.avail_out)
        }
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
            throw .unreadable
        }
        guard let end = front.firstIndex(of: 0) else {
            throw Damage(reason: "has no header")
        }
        let words = front[..<end].split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 2, let size = Int(String(decoding: words[1], as: UTF8.self)), size >= 0
        else { throw Damage(reason: "has a header that is not a type, a space and a size") }
        let type = unsafe git_object_string2type(String(decoding: words[0], as: UTF8.self))
        guard type != GIT_OBJECT_INVALID else {
            throw Damage(reason: "has an unknown object type")
        }
        start = Array(front[(end + 1)...])
        return Header(type: type, size: size)
    }

    /// Converts a size to a 32-bit count for zlib; throws if the size is too large.
    ///
    /// Longer objects are stored in packs. No log file comes near this limit.
    private static func count(_ bytes: Int) throws(Damage) -> UInt32 {
        guard let count = UInt32(exactly: bytes) else { throw Damage(reason: "is too long") }
        return count
    }

    /// The size of a buffer for the longest header and some of the content.
    ///
    /// A header consists of a kind, a space, a size of up to 64 bits and a NUL.
    private static let longestHeader = 64
}

extension LooseObjectFile.Damage {
    /// The damage that reports the system's last error.
    fileprivate static var system: Self {
        let number = errno
        return Self(
            reason: "cannot be read: " + RegularFile.reason(number), isDenied: number == EACCES)
    }

    fileprivate static let tooLong = Self(reason: "is longer than its header says")
    fileprivate static let unreadable = Self(reason: "cannot be inflated")
}
