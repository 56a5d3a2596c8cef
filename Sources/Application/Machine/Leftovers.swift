import Foundation

/// What processes left that were killed while they put files in place: names that hold the number of the process.
package enum Leftovers {
    /// What the names of files begin with that are to be put in place; the process's number follows.
    package static let prefix = ".dragoman-"

    /// Removes the files of a directory that dead processes left.
    package static func remove(below directory: Int32) {
        for name in names(in: directory) where name.hasPrefix(prefix) {
            let number = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
            if let process = Int32(number), isDead(process) { unlinkat(directory, name, 0) }
        }
    }

    /// Whether a path is that of a file which a process was about to put in place.
    package static func isDraft(_ path: String, of process: Int32) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        return name?.hasPrefix("\(prefix)\(process)-") ?? false
    }

    /// Whether no process of this machine has the number.
    ///
    /// Of another machine's, on a shared disk, nothing can be known.
    package static func isDead(_ process: Int32) -> Bool {
        process > 0 && kill(process, 0) != 0 && errno == ESRCH
    }

    private static func names(in directory: Int32) -> [String] {
        let copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
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
}
