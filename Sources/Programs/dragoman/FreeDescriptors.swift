import Foundation
import Translation

enum FreeDescriptors {
    /// The number of descriptors that must be free: for a repository, a database with its log, and
    /// libdispatch, which traps if it gets none.
    private static let needed = 32
    /// A sufficient soft limit; a higher limit is not changed.
    private static let usual: rlim_t = 256

    /// Raises a low soft limit.
    ///
    /// Throws a refusal if too few descriptors are free. Cost: tens of microseconds.
    static func require() throws(Refusal) {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        if isKnown, limit.rlim_cur < usual, limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = min(usual, limit.rlim_max)
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < needed {
            let descriptor = open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                // Any other error, such as an unreadable root directory, has nothing to do with
                // descriptors.
                guard errno == EMFILE || errno == ENFILE else { return }
                throw Refusal(
                    .file,
                    "Fewer than \(needed) more files can be opened, because the limit on open files is too low.",
                    hint: "Use `ulimit -n \(usual)` to raise it.")
            }
            taken.append(descriptor)
        }
    }
}
