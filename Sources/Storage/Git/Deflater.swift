import Czlib

/// Deflates byte sequences one after another, each into a separate stream.
///
/// All streams share the same memory, because zlib needs a quarter of a megabyte per stream.
@safe
final class Deflater {
    private var stream = unsafe z_stream()

    /// Allocates the memory; throws if zlib cannot be initialized.
    init() throws(GitError) {
        guard unsafe czlib_deflate_init(&stream, Z_BEST_SPEED) == Z_OK else {
            throw GitError(
                code: .unspecified, function: "deflateInit", message: "zlib cannot be initialized")
        }
    }

    deinit { unsafe deflateEnd(&stream) }

    /// Appends the compressed form of `bytes` to `output`.
    func deflate(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) throws(GitError) {
        unsafe deflateReset(&stream)
        let limit = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
        guard let count = UInt32(exactly: bytes.count), let room = UInt32(exactly: limit) else {
            throw GitError(
                code: .unspecified, function: "deflate", message: "the object is too large")
        }
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: limit))
        let status = unsafe output.withUnsafeMutableBufferPointer { out in
            unsafe stream.next_in = UnsafeMutablePointer(
                mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            unsafe stream.avail_in = count
            unsafe stream.next_out = out.baseAddress.map { unsafe $0 + start }
            unsafe stream.avail_out = room
            return unsafe Czlib.deflate(&stream, Z_FINISH)
        }
        guard status == Z_STREAM_END else {
            throw GitError(
                code: .unspecified, function: "deflate",
                message: "zlib failed to compress an object (\(status))")
        }
        output.removeLast(Int(unsafe stream.avail_out))
    }
}
