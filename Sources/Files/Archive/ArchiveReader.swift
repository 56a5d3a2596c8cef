import Carchive

/// Reads untrusted archives, within limits.
public enum ArchiveReader {
    /// The limits on an archive's contents.
    public struct Limits: Sendable {
        /// The maximum number of entries.
        public var entries: Int
        /// The maximum size of a file, in bytes.
        public var fileSize: Int
        /// The maximum total size of all files, in bytes.
        public var totalSize: Int

        /// Creates limits.
        ///
        /// The defaults are 100,000 entries, 64 MiB per file, and 1 GiB in total.
        public init(entries: Int = 100_000, fileSize: Int = 64 << 20, totalSize: Int = 1 << 30) {
            self.entries = entries
            self.fileSize = fileSize
            self.totalSize = totalSize
        }
    }

    /// Calls `visit` for every file in an archive, with its path in the archive and its bytes.
    ///
    /// Directories are skipped; their names are part of the file paths. Throws ``ArchiveError`` for
    /// damaged archives, for entries other than files and directories, and as soon as a limit is
    /// exceeded. For zip files, the central directory at the end determines the entries, as in
    /// other programs. Only one file at a time is held in memory.
    public static func read(
        _ path: String, as form: ArchiveForm, limits: Limits = Limits(),
        _ visit: (_ path: String, _ bytes: [UInt8]) -> Void
    ) throws(ArchiveError) {
        try UTF8Names.inForce { () throws(ArchiveError) in
            let archive = try ArchiveHandle<ReadingArchive>()
            try archive.open(path, as: form)
            var entries = 0
            var left = limits.totalSize
            while let entry = try archive.nextEntry() {
                entries += 1
                guard entries <= limits.entries else {
                    throw ArchiveError(
                        .tooLarge, "it has more than \(limits.entries) entries")
                }
                guard entry.isFile else { continue }
                let bytes = try archive.bytes(
                    of: entry, limit: min(limits.fileSize, left),
                    isTotal: left < limits.fileSize)
                left -= bytes.count
                visit(entry.path, bytes)
            }
        }
    }
}

/// The header before the bytes of a file.
private struct Header {
    let path: String
    let isFile: Bool
}

extension ArchiveHandle<ReadingArchive> {
    fileprivate func open(_ path: String, as form: ArchiveForm) throws(ArchiveError) {
        switch form {
        case .tarGzip:
            // Allows exactly one layer of compression, because nested archives can be bombs.
            try check(unsafe archive_read_append_filter(pointer, ARCHIVE_FILTER_GZIP))
            try check(unsafe archive_read_support_format_tar(pointer))
        case .zip: try check(unsafe archive_read_support_format_zip_seekable(pointer))
        }
        try check(unsafe archive_read_open_filename(pointer, path, 1 << 16))
    }

    fileprivate func nextEntry() throws(ArchiveError) -> Header? {
        var entry: OpaquePointer?
        let status = unsafe archive_read_next_header(pointer, &entry)
        guard status != ARCHIVE_EOF else { return nil }
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = unsafe entry else {
            throw unsafe Self.failure(pointer, .damaged)
        }
        guard let name = unsafe archive_entry_pathname(entry) else {
            throw ArchiveError(.damaged, "an entry has no name")
        }
        let path = unsafe String(cString: name)
        let type = unsafe archive_entry_filetype(entry)
        guard unsafe archive_entry_hardlink(entry) == nil else {
            throw ArchiveError(.foreign, "\(path) is a link")
        }
        // Skipping the contents of other entries could take unlimited time.
        let size = unsafe archive_entry_size(entry)
        guard type == carchive_regular_file || type == carchive_directory && size == 0 else {
            throw ArchiveError(.foreign, "\(path) is neither a file nor a directory")
        }
        return Header(path: path, isFile: type == carchive_regular_file)
    }

    /// Returns the bytes of the current entry, whose size in the header can be too small.
    fileprivate func bytes(
        of entry: Header, limit: Int, isTotal: Bool
    ) throws(ArchiveError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe archive_read_data(pointer, buffer.baseAddress, buffer.count)
            }
            guard count >= 0 else { throw unsafe Self.failure(pointer, .damaged) }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else {
                throw ArchiveError(
                    .tooLarge,
                    isTotal
                        ? "it contains too much data"
                        : "\(entry.path) is larger than \(limit) bytes"
                )
            }
            bytes += buffer.prefix(count)
        }
    }

    private func check(_ status: Int32) throws(ArchiveError) {
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN else {
            throw unsafe Self.failure(pointer, .damaged)
        }
    }
}
