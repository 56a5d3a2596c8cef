import Foundation
import Translation

/// The file descriptors that the program needs.
enum FreeDescriptors {
    /// The number that must be free: a repository, a database with its log, and libdispatch, which traps if it gets none.
    private static let needed = 32
    /// The soft limit from which on the limit is left alone.
    private static let usual: rlim_t = 256

    /// Raises a low soft limit, and throws a refusal if too few descriptors are free.
    ///
    /// Cost: some tens of microseconds.
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
                // A system that lets nobody read its root has another reason.
                guard errno == EMFILE || errno == ENFILE else { return }
                throw Refusal(
                    .file,
                    "Fewer than \(needed) more files can be opened, because of the limit on open files.",
                    hint: "`ulimit -n \(usual)` raises it.")
            }
            taken.append(descriptor)
        }
    }
}
