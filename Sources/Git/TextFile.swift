import Glibc

/// Git's own text files, such as `HEAD` and `gitdir`.
enum TextFile {
    /// Returns the text of a regular file, or `nil` if there is none that can be read.
    ///
    /// Does not wait for the writer of a pipe that stands in the file's place.
    static func text(at path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return readBytes(of: descriptor, atMost: Int(status.st_size)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Returns the first line without the white space at its end.
    static func line(at path: String) -> String? {
        guard var line = text(at: path)?.split(separator: "\n").first else { return nil }
        while line.last?.isWhitespace == true { line.removeLast() }
        return String(line)
    }

    /// Returns whether anything is there, be it a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Returns whether two paths lead to the same file or directory.
    static func areSame(_ first: String, _ second: String) -> Bool {
        var (left, right) = (stat(), stat())
        return unsafe stat(first, &left) == 0 && stat(second, &right) == 0
            && left.st_dev == right.st_dev && left.st_ino == right.st_ino
    }

    /// Returns what a symbolic link says, or `nil` if there is none.
    static func link(at path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe buffer.withUnsafeMutableBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe readlink(path, $0, bytes.count) } ?? -1
        }
        guard count >= 0 else { return nil }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns a path, which if relative is meant from a directory.
    static func path(_ path: String, from directory: String) -> String {
        path.hasPrefix("/") ? path : "\(directory)/\(path)"
    }
}
