import Git
import Synchronization
package import Translation
import Workspace

/// The tokens of a running server, reloaded when the file changes.
///
/// This type has no timer; the server calls ``refresh()`` every second.
package final class TokenWatch: Sendable {
    private struct State {
        var set: TokenSet
        var watch: FileWatch
    }

    private let file: TokenFile
    private let state: Mutex<State>

    /// Reads the file.
    ///
    /// Throws a ``Translation/Refusal`` if the system denies access.
    package init(_ file: TokenFile) throws {
        self.file = file
        var watch = FileWatch(file.path)
        _ = try? watch.hasChanged()
        state = Mutex(State(set: try file.read(), watch: watch))
    }

    package var path: String { file.path }

    /// The tokens from the last time the file was read.
    package var tokens: TokenSet { state.withLock { $0.set } }

    /// The result of checking the token file for changes.
    package enum Refreshed: Sendable {
        /// The file has not changed.
        case unchanged
        /// The file was reloaded; the new set has the given problems.
        case reread([TokenProblem])
        /// The file changed and cannot be read.
        ///
        /// The previous tokens stay valid, and the next check tries again.
        case unreadable(Refusal)
    }

    /// Reloads the file if it changed.
    ///
    /// A deleted file is treated as empty.
    ///
    /// Cost if it has not changed: one `stat` call.
    @discardableResult
    package func refresh() -> Refreshed {
        state.withLock { state in
            do {
                guard try state.watch.hasChanged() else { return .unchanged }
                let set = try file.read()
                state.set = set
                return .reread(set.problems)
            } catch {
                state.watch.forget()
                return .unreadable(Refusal(error) ?? TokenRefusal.file(file.path, "\(error)"))
            }
        }
    }
}
