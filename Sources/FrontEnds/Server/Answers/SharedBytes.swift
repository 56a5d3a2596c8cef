import Compression
import NIOCore
import Synchronization

/// The bytes of a file, shared by any number of responses, with a shared compressed copy.
final class SharedBytes: Sendable {
    let buffer: ByteBuffer
    private let packed = Mutex<ByteBuffer?>(nil)

    init(_ bytes: [UInt8]) { buffer = ByteBuffer(bytes: bytes) }

    var count: Int { buffer.readableBytes }

    var bytes: [UInt8] { Array(buffer.readableBytesView) }

    /// Returns the bytes compressed with gzip, or nil if the compression fails.
    ///
    /// The bytes are compressed only once; concurrent callers wait.
    func gzip() -> ByteBuffer? {
        packed.withLock { packed in
            if packed == nil { packed = (try? Gzip.compress(bytes)).map { ByteBuffer(bytes: $0) } }
            return packed
        }
    }
}
