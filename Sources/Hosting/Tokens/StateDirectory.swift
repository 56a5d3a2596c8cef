public import Translation
public import Workspace

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
}
