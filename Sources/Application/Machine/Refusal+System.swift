import Glibc
package import Translation

extension Refusal {
    /// Returns a hint for a message that ends with a system error about a failed write.
    package static func hint(forSystemError message: String) -> Hint? {
        let numbers = [EROFS, EACCES, EPERM]
        if numbers.contains(where: { message.hasSuffix(String(cString: strerror($0))) }) {
            return "Writing requires write access to the repository's .git directory."
        }
        return hintForSpace(message)
    }

    /// Returns a hint for a message that ends with a system error about a full or failing disk.
    package static func hintForSpace(_ message: String) -> Hint? {
        let hints: [(Int32, Hint)] = [
            (ENOSPC, "Free some disk space or inodes, and try again."),
            (EDQUOT, "Free some space within the quota, and try again."),
            (EMFILE, "Raise the limit on open files (`ulimit -n`), and try again."),
            (EFBIG, "Raise the limit on the size of files (`ulimit -f`), and try again."),
            (EIO, "The disk may be failing: check the system log, and make a backup."),
        ]
        return hints.first { message.hasSuffix(String(cString: strerror($0.0))) }?.1
    }
}
