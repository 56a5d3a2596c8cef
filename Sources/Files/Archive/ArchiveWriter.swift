import Carchive

/// Writes archives whose bytes depend only on the input.
public enum ArchiveWriter {
    /// A file to add.
    public struct File: Sendable {
        /// The path, with `/` between its parts.
        public let path: String
        /// The contents of the file.
        public let bytes: [UInt8]

        /// Creates a file.
        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// Returns an archive of files in the given order.
    ///
    /// Every file has mode 0644 and belongs to user 0 and group 0, without user or group names. In
    /// tar files, its time is `modified`, in Unix seconds. In zip files, it has no time, which
    /// programs show as 1980-01-01. Zip stores local times, which would differ by time zone. With
    /// the same version of zlib, the same input produces the same bytes.
    public static func bytes(
        of files: [File], as form: ArchiveForm, modified: Int64
    ) throws(ArchiveError) -> [UInt8] {
        try UTF8Names.inForce { () throws(ArchiveError) in
            let archive = try ArchiveHandle<WritingArchive>()
            try archive.prepare(form)
            let sink = Sink()
            try archive.open(into: sink)
            for file in files {
                try archive.add(file, modified: form == .tarGzip ? modified : nil)
            }
            try archive.close()
            return sink.bytes
        }
    }
}

/// Collects the bytes of an archive.
private final class Sink {
    var bytes: [UInt8] = []
}

extension ArchiveHandle<WritingArchive> {
    fileprivate func prepare(_ form: ArchiveForm) throws(ArchiveError) {
        switch form {
        case .tarGzip:
            try check(unsafe archive_write_add_filter_gzip(pointer))
            // Otherwise, the header would contain the time of compression.
            try check(
                unsafe archive_write_set_filter_option(pointer, "gzip", "timestamp", nil))
            try check(
                unsafe archive_write_set_filter_option(pointer, "gzip", "compression-level", "9"))
            try check(unsafe archive_write_set_format_pax_restricted(pointer))
        case .zip:
            try check(unsafe archive_write_set_format_zip(pointer))
            try check(
                unsafe archive_write_set_format_option(pointer, "zip", "compression", "deflate"))
        }
        // Writes no padding after the last byte.
        try check(unsafe archive_write_set_bytes_in_last_block(pointer, 1))
    }

    fileprivate func open(into sink: Sink) throws(ArchiveError) {
        let client = unsafe Unmanaged.passUnretained(sink).toOpaque()
        let status = unsafe archive_write_open2(
            pointer, client, nil,
            { _, client, buffer, count in
                guard let client = unsafe client, let buffer = unsafe buffer else { return -1 }
                let sink = unsafe Unmanaged<Sink>.fromOpaque(client).takeUnretainedValue()
                unsafe sink.bytes.append(
                    contentsOf: UnsafeRawBufferPointer(start: buffer, count: count))
                return count
            }, nil, nil)
        try check(status)
    }

    fileprivate func add(
        _ file: ArchiveWriter.File, modified: Int64?
    ) throws(ArchiveError) {
        let entry = try ArchiveHandle<EntryObject>()
        guard unsafe archive_entry_update_pathname_utf8(entry.pointer, file.path) == 1 else {
            throw ArchiveError(.system, "the name \(file.path) cannot be written")
        }
        unsafe archive_entry_set_filetype(entry.pointer, carchive_regular_file)
        unsafe archive_entry_set_perm(entry.pointer, 0o644)
        unsafe archive_entry_set_size(entry.pointer, Int64(file.bytes.count))
        unsafe archive_entry_set_uid(entry.pointer, 0)
        unsafe archive_entry_set_gid(entry.pointer, 0)
        if let modified { unsafe archive_entry_set_mtime(entry.pointer, Int(modified), 0) }
        try check(unsafe archive_write_header(pointer, entry.pointer))
        let written = unsafe file.bytes.withUnsafeBytes { bytes in
            unsafe archive_write_data(pointer, bytes.baseAddress, bytes.count)
        }
        guard written == file.bytes.count else { throw unsafe Self.failure(pointer, .system) }
    }

    fileprivate func close() throws(ArchiveError) {
        try check(unsafe archive_write_close(pointer))
    }

    private func check(_ status: Int32) throws(ArchiveError) {
        // An archive written with a warning, such as about a respelled name, would differ between
        // machines.
        guard status == ARCHIVE_OK else { throw unsafe Self.failure(pointer, .system) }
    }
}
