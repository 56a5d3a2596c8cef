/// An archive format.
public enum ArchiveForm: Sendable, CaseIterable {
    /// A tar file, compressed with gzip.
    case tarGzip
    /// A zip file.
    case zip

    /// Creates the format for a file name that ends in `.tar.gz`, `.tgz` or `.zip`.
    public init?(path: String) {
        let path = path.lowercased()
        if path.hasSuffix(".tar.gz") || path.hasSuffix(".tgz") {
            self = .tarGzip
        } else if path.hasSuffix(".zip") {
            self = .zip
        } else {
            return nil
        }
    }

    /// Detects the format of a file from its first bytes, regardless of its name.
    public init?(firstBytes bytes: some Sequence<UInt8>) {
        let start = Array(bytes.prefix(4))
        if start.starts(with: [0x1F, 0x8B]) {
            self = .tarGzip
        } else if start.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || start.starts(with: [0x50, 0x4B, 0x05, 0x06])
        {
            self = .zip
        } else {
            return nil
        }
    }
}
