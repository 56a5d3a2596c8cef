import Glibc

/// Git's own text files, such as `HEAD` and `gitdir`.
///
/// Only a missing file counts as absent. If the system cannot access a file, because of its mode, a
/// limit on open files or a failing disk, these functions throw. Git may still use a file that this
/// process cannot see.
enum TextFile {
    /// Returns the text of a regular file, or `nil` if no such file exists.
    ///
    /// If the path leads to a pipe, this does not wait for the pipe's writer.
    static func text(at path: String) throws(GitError) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            try requireAbsent(path, "open")
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        guard let bytes = readBytes(of: descriptor, atMost: Int(status.st_size)) else {
            throw GitError(systemCall: "read", path: path, number: errno)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Throws unless the last system call failed because the file does not exist.
    private static func requireAbsent(_ path: String, _ call: String) throws(GitError) {
        // ENXIO means that the file is a socket, which is not a text file.
        guard ![ENOENT, ENOTDIR, ENXIO].contains(errno) else { return }
        throw GitError(systemCall: call, path: path, number: errno)
    }

    /// Returns the first line without trailing white space.
    static func line(at path: String) throws(GitError) -> String? {
        guard var line = try text(at: path)?.split(separator: "\n").first else { return nil }
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
    }

    /// Returns true if anything exists at the path, even a broken link.
    static func exists(_ path: String) throws(GitError) -> Bool {
        var status = stat()
        if unsafe lstat(path, &status) == 0 { return true }
        try requireAbsent(path, "lstat")
        return false
    }

    /// Returns the sorted names in a directory, without `.` and `..`; empty if it does not exist.
    static func names(in directory: String) throws(GitError) -> [String] {
        guard let stream = unsafe opendir(directory) else {
            try requireAbsent(directory, "opendir")
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else {
            throw GitError(systemCall: "readdir", path: directory, number: errno)
        }
        return names.sorted()
    }

    /// Returns true if two paths lead to the same file or directory.
    static func areSame(_ first: String, _ second: String) -> Bool {
        var (left, right) = (stat(), stat())
        return unsafe stat(first, &left) == 0 && stat(second, &right) == 0
            && left.st_dev == right.st_dev && left.st_ino == right.st_ino
    }

    /// Returns the target of a symbolic link, or `nil` if no link exists at the path.
    static func link(at path: String) throws(GitError) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe buffer.withUnsafeMutableBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe readlink(path, $0, bytes.count) } ?? -1
        }
        guard count >= 0 else {
            // EINVAL means that the path leads to something other than a link.
            if errno != EINVAL { try requireAbsent(path, "readlink") }
            return nil
        }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns a path, resolved against a directory if it is relative.
    static func path(_ path: String, from directory: String) -> String {
        path.hasPrefix("/") ? path : "\(directory)/\(path)"
    }
}
