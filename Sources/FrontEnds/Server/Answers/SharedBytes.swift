import Compression
import NIOCore
import Synchronization

/// The bytes of a file that any number of answers send, in one copy, and their compressed form in another.
final class SharedBytes: Sendable {
    /// The bytes.
    let buffer: ByteBuffer
    private let packed = Mutex<ByteBuffer?>(nil)

    init(_ bytes: [UInt8]) { buffer = ByteBuffer(bytes: bytes) }

    /// The number of bytes.
    var count: Int { buffer.readableBytes }

    /// A copy of the bytes.
    var bytes: [UInt8] { Array(buffer.readableBytesView) }

    /// Returns the bytes compressed with gzip, or nil if that fails.
    ///
    /// They are compressed once; other callers wait meanwhile.
    func gzip() -> ByteBuffer? {
        packed.withLock { packed in
            if packed == nil { packed = (try? Gzip.compress(bytes)).map { ByteBuffer(bytes: $0) } }
            return packed
        }
    }
}
