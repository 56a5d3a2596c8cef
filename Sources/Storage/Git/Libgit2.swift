import Clibgit2

/// The C library's process-wide state.
enum Libgit2 {
    /// Starts the library, once per process.
    ///
    /// The library is never shut down, because that would free memory that other threads still use.
    /// By default, the library does not call fsync. This turns fsync on, because a result returned
    /// to a user promises that the data is on disk.
    static let start: Void = {
        git_libgit2_init()
        clibgit2_enable_fsync(1)
        clibgit2_set_cache_size(cacheSize)
        OuterConfiguration.forget()
    }()

    /// The size of the library's cache of parsed trees and commits, in bytes of their stored form.
    ///
    /// Parsed objects take several times as much memory. The library's default is 256 MiB. A server
    /// would reach it within minutes, because each write creates trees that are read once.
    private static let cacheSize = 8 << 20
}

/// Makes every repository in this process ignore the user's and the system's configuration.
///
/// Tests use this, because they must have the same result on every machine. Call this before
/// opening any repository.
package func ignoreConfigurationOutsideRepositories() {
    _ = Libgit2.start
    OuterConfiguration.forget([
        GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
        GIT_CONFIG_LEVEL_GLOBAL,
    ])
}
