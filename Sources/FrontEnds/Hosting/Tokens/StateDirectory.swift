import GitEventStore
public import Machine
public import Translation
import Workspace

/// Where a server keeps what is no projection and belongs in a backup: tokens, the key of sessions.
public enum StateDirectory {
    /// Returns the directory of a single user: `dragoman` in `XDG_STATE_HOME`, or in `~/.local/state` if that is not set.
    ///
    /// Source: <https://specifications.freedesktop.org/basedir-spec/latest/>, which has relative paths ignored. Throws
    /// a ``Translation/Refusal`` if the home directory is not known either.
    public static func usual(on host: Host) throws(Refusal) -> String {
        if let state = host.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            return state + "/dragoman"
        }
        guard let home = host.variable("HOME"), home.hasPrefix("/") else {
            throw TokenRefusal.noStateDirectory()
        }
        return home + "/.local/state/dragoman"
    }

    /// Runs `body` under the lock of a directory, which must exist; waits for others up to so many milliseconds.
    ///
    /// Throws a ``Translation/Refusal`` if the lock cannot be had, and what `body` throws.
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
