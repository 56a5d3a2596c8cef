import HTTPTypes
import Synchronization

/// Bounds the programs that run for Git, because each reads the whole repository.
///
/// Two run at a time for a project, of which one may be a push, and sixteen for the server.
final class GitTurns: Sendable {
    private static let perProject = 2
    private static let perServer = 16
    /// The longest time that a request waits for its turn.
    private static let patience = Duration.seconds(30)

    private let running = Mutex<[Key: Int]>([:])

    private struct Key: Hashable {
        let project: String
        let isPush: Bool
    }

    /// The right to run one program, which ends when the instance is released.
    final class Turn: Sendable {
        private let whenOver: @Sendable () -> Void

        fileprivate init(_ whenOver: @escaping @Sendable () -> Void) { self.whenOver = whenOver }

        deinit { whenOver() }
    }

    /// Waits until a program may run.
    ///
    /// Throws `overloaded` after half a minute.
    func wait(for project: String, isPush: Bool) async throws -> Turn {
        let end = ContinuousClock.now + Self.patience
        while true {
            if let turn = take(Key(project: project, isPush: isPush)) { return turn }
            guard ContinuousClock.now < end else {
                throw Problem(
                    .overloaded, "Too many clones, fetches and pushes are running.",
                    hint: "Try again in a moment.", headers: [.retryAfter: "30"])
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func take(_ key: Key) -> Turn? {
        let isFree = running.withLock { running in
            let own = running.filter { $0.key.project == key.project }.values.reduce(0, +)
            guard own < Self.perProject, running.values.reduce(0, +) < Self.perServer,
                !key.isPush || running[key] == nil
            else { return false }
            running[key, default: 0] += 1
            return true
        }
        guard isFree else { return nil }
        return Turn { [weak self] in
            self?.running.withLock { running in
                let left = (running[key] ?? 1) - 1
                running[key] = left == 0 ? nil : left
            }
        }
    }
}
