import Czlib

/// gzip (RFC 1952), implemented by zlib.
public enum Gzip {
    /// zlib ran out of memory, or the input is too long for it.
    public struct Failure: Error, Equatable {
        /// zlib's status.
        public let status: Int32
    }

    /// Compresses bytes without a name or time, so that equal input produces equal output.
    ///
    /// The input can be slightly less than 4 GiB.
    ///
    /// Cost: about 40 MB per second, and a quarter of a megabyte of memory.
    public static func compress(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        var stream = unsafe z_stream()
        // A window of 15 bits, plus 16 to select gzip: <https://www.zlib.net/manual.html#Advanced>.
        let status = unsafe czlib_deflate_init_gzip(&stream, Z_DEFAULT_COMPRESSION)
        guard status == Z_OK else { throw Failure(status: status) }
        defer { unsafe deflateEnd(&stream) }
        let bound = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
        guard let count = UInt32(exactly: bytes.count), let room = UInt32(exactly: bound) else {
            throw Failure(status: Z_BUF_ERROR)
        }
        var input = bytes
        var last = Z_OK
        let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { out, length in
            last = unsafe input.withUnsafeMutableBufferPointer { bytes in
                unsafe stream.next_in = bytes.baseAddress
                unsafe stream.avail_in = count
                unsafe stream.next_out = out.baseAddress
                unsafe stream.avail_out = room
                return unsafe deflate(&stream, Z_FINISH)
            }
            length = bound - Int(unsafe stream.avail_out)
        }
        guard last == Z_STREAM_END else { throw Failure(status: last) }
        return output
    }
}
