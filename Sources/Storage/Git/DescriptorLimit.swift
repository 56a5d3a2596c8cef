import Clibgit2
import Glibc

/// The limit on open files, with a check of whether the process has reached it.
public enum DescriptorLimit {
    /// The number of descriptors reserved for other threads when the limit is checked.
    private static let margin = 8

    /// The soft limit on open files for this process.
    public static var current: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises this process's soft limit to its hard limit, and returns the new limit.
    @discardableResult
    public static func raise() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        if unsafe getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            _ = unsafe setrlimit(kind, &limit)
        }
        return current
    }

    /// Whether the process has no descriptors left, or almost none.
    ///
    /// Callers need this because libraries lose the system's error number. Cost: at most three
    /// system calls.
    public static var isReached: Bool {
        let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
        close(descriptor)
        return Int(descriptor) + margin >= current
    }

    /// Returns true if a message ends with the system's text for the error “too many open files”.
    public static func isReason(of message: String) -> Bool {
        [EMFILE, ENFILE].contains { message.hasSuffix(RegularFile.reason($0)) }
    }

    /// Limits the number of packs that the library keeps open across all repositories.
    public static func limitPacks(to count: Int) {
        _ = Libgit2.start
        clibgit2_set_pack_limit(count)
    }
}
