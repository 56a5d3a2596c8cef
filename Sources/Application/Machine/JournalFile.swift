package import Git
import Glibc
package import Translation

/// The file operations of a journal.
package enum JournalFile {
    package static func lock(_ path: String, _ sharing: RepositorySharing) throws -> Int32 {
        while true {
            makeDirectories(above: path, sharing)
            let descriptor = RegularFile.open(path, O_RDWR | O_CREAT, 0o666)
            guard descriptor >= 0 else { throw failure(path) }
            sharing.adjust(descriptor)
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    defer { close(descriptor) }
                    throw failure(path)
                }
            }
            if hasName(descriptor) { return descriptor }
            close(descriptor)
        }
    }

    /// Returns true if the file still has a name.
    ///
    /// A lock on a deleted file excludes no other process.
    private static func hasName(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Opens and locks an existing file, or returns `nil` if it is missing or another process holds
    /// it.
    package static func tryLock(_ path: String) -> Int32? {
        let descriptor = RegularFile.open(path, O_RDWR)
        guard descriptor >= 0 else { return nil }
        // The previous holder may have deleted the file meanwhile.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, hasName(descriptor) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    package static func create(_ path: String, _ sharing: RepositorySharing) throws -> Int32 {
        makeDirectories(above: path, sharing)
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw failure(path)
        }
        return descriptor
    }

    /// Appends bytes; they are on disk when this returns, unless `syncs` is false.
    package static func append(
        _ bytes: [UInt8], to descriptor: Int32, _ path: String, syncs: Bool = true
    ) throws {
        let end = lseek(descriptor, 0, SEEK_END)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = failure(path)
                // An incomplete line would corrupt the next one.
                _ = ftruncate(descriptor, end)
                throw error
            }
            rest = rest.dropFirst(count)
        }
        guard !syncs || fsync(descriptor) == 0 else { throw failure(path) }
    }

    package static func read(_ descriptor: Int32, _ path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    package static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    private static func makeDirectories(above path: String, _ sharing: RepositorySharing) {
        let parts = path.split(separator: "/").dropLast()
        var made = ""
        for part in parts {
            let above = made
            made += "/" + part
            // Synchronize each new directory: if a crash removed it, entries that were promised to
            // be durable would be lost.
            guard mkdir(made, 0o777) == 0 else { continue }
            sharing.adjust(made)
            try? Files.synchronize(directory: above + "/")
        }
    }

    package static func failure(_ path: String) -> Refusal {
        let reason = RegularFile.reason(errno)
        return Refusal(
            .file, "\(path) cannot be written: \(reason).",
            hint: Refusal.hint(forSystemError: reason)
                ?? "Check the repository's .git directory.")
    }
}
