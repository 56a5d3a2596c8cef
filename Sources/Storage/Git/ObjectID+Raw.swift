import Clibgit2

extension ObjectID {
    init(_ raw: git_oid) {
        self = unsafe withUnsafeBytes(of: raw) { bytes in
            ObjectID(
                first: unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                second: unsafe UInt64(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                third: unsafe UInt32(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)))
        }
    }

    /// Copies the id that a C pointer points to, or returns `nil` for a null pointer.
    @unsafe init?(_ pointer: UnsafePointer<git_oid>?) {
        guard let pointer = unsafe pointer else { return nil }
        self.init(unsafe pointer.pointee)
    }

    /// The id in the C library's form.
    var raw: git_oid {
        var raw = git_oid()
        unsafe withUnsafeMutableBytes(of: &raw) { bytes in
            unsafe bytes.storeBytes(of: words.0.bigEndian, as: UInt64.self)
            unsafe bytes.storeBytes(of: words.1.bigEndian, toByteOffset: 8, as: UInt64.self)
            unsafe bytes.storeBytes(of: words.2.bigEndian, toByteOffset: 16, as: UInt32.self)
        }
        return raw
    }
}
