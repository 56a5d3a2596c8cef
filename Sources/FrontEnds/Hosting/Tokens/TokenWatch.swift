import Git
import Synchronization
public import Translation
import Workspace

/// The tokens of a running server, read again when the file changes.
///
/// Nothing here runs by itself: the server calls ``refresh()`` every second.
public final class TokenWatch: Sendable {
    private struct State {
        var set: TokenSet
        var watch: FileWatch
    }

    private let file: TokenFile
    private let state: Mutex<State>

    /// Reads the file.
    ///
    /// Throws a ``Translation/Refusal`` if the system does not let it be read.
    public init(_ file: TokenFile) throws {
        self.file = file
        var watch = FileWatch(file.path)
        _ = try? watch.hasChanged()
        state = Mutex(State(set: try file.read(), watch: watch))
    }

    /// The path of the file.
    public var path: String { file.path }

    /// The tokens as of the last time the file was read.
    public var tokens: TokenSet { state.withLock { $0.set } }

    /// What a look at the file gave.
    public enum Refreshed: Sendable {
        /// The file is as it was.
        case unchanged
        /// It was read again; the problems are those of the new set.
        case reread([TokenProblem])
        /// It changed and cannot be read. The tokens stay those that were read last, and the next look tries again.
        case unreadable(Refusal)
    }

    /// Reads the file again if it changed; a file that is gone has no tokens.
    ///
    /// Costs one `stat` if it did not.
    @discardableResult
    public func refresh() -> Refreshed {
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
