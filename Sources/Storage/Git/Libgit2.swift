import Clibgit2

/// The C library's process-wide state.
enum Libgit2 {
    /// Starts the library, once in a process.
    ///
    /// It is never shut down: that would free what other threads still use. Its durability is off by
    /// default, and on here, because an answer given to a user promises that the data is on disk.
    static let start: Void = {
        git_libgit2_init()
        clibgit2_enable_fsync(1)
        clibgit2_set_cache_size(cacheSize)
        OuterConfiguration.forget()
    }()

    /// The size of the library's cache of parsed trees and commits, in bytes as they are stored.
    ///
    /// Parsed objects take several times as much memory. By default the library keeps 256 MiB. A
    /// server reaches that within minutes, since each write makes trees that are read once.
    private static let cacheSize = 8 << 20
}

/// Makes every repository of this process ignore the configuration of the user and the system.
///
/// For tests, which must give one result on every machine. It must run before any repository is
/// opened.
package func ignoreConfigurationOutsideRepositories() {
    _ = Libgit2.start
    OuterConfiguration.forget([
        GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
        GIT_CONFIG_LEVEL_GLOBAL,
    ])
}
