import GitEventStore
package import Machine
package import Translation
import Workspace

/// The directory for server data that cannot be rebuilt and must be backed up: tokens and keys.
package enum StateDirectory {
    /// Returns the current user's default directory: `dragoman` in `XDG_STATE_HOME`, or in
    /// `~/.local/state` if that is unset.
    ///
    /// Source: <https://specifications.freedesktop.org/basedir-spec/latest/>, which requires that
    /// relative paths be ignored. Throws a ``Translation/Refusal`` if the home directory is also
    /// unknown.
    package static func usual(on host: Host) throws(Refusal) -> String {
        if let state = host.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            return state + "/dragoman"
        }
        guard let home = host.variable("HOME"), home.hasPrefix("/") else {
            throw TokenRefusal.noStateDirectory()
        }
        return home + "/.local/state/dragoman"
    }

    /// Runs `body` while holding the lock of an existing directory.
    ///
    /// Waits up to the given number of milliseconds for other holders of the lock.
    ///
    /// Throws a ``Translation/Refusal`` if the lock is not free in time, and any error of `body`.
    static func hold<Result>(
        _ directory: String, patience: Int, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try WriteLock.hold(
                in: directory, patience: WriteLock.Patience(milliseconds: patience), body)
        } catch is WriteLock.Timeout {
            throw TokenRefusal.locked(directory)
        } catch let failure as WriteLock.Failure {
            throw TokenRefusal.file(failure.path, failure.reason)
        }
    }
}
