import Foundation

/// Temporary files left by processes that were killed before moving them into place.
///
/// The file names contain the id of the process.
package enum Leftovers {
    /// The prefix of temporary file names; the process id follows it.
    package static let prefix = ".dragoman-"

    /// Removes the temporary files of dead processes from a directory.
    package static func remove(below directory: Int32) {
        for name in names(in: directory) where name.hasPrefix(prefix) {
            let number = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
            if let process = Int32(number), isDead(process) { unlinkat(directory, name, 0) }
        }
    }

    /// Returns true if a path is a temporary file of the process.
    package static func isDraft(_ path: String, of process: Int32) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        return name?.hasPrefix("\(prefix)\(process)-") ?? false
    }

    /// Returns true if no process on this machine has the id.
    ///
    /// Processes on other machines that share the disk cannot be detected.
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
