import Git
import GitEventStore
import Machine
import Synchronization
import Translation

/// The combination of a repository's packs by `git repack`, for a process that writes many.
///
/// `git repack --geometric` only rewrites packs that are small compared with the rest, so each
/// object is rewritten a few times in total. It packs loose objects too. It removes neither
/// unreferenced objects nor packs that appear meanwhile, so it needs no lock.
package final class Repacking: Sendable {
    private let repository: GitRepository
    private let git: String
    private let host: Host
    private let warn: (@Sendable (String) -> Void)?
    private let state = Mutex(State())

    private struct State {
        var budget = PackBudget()
        /// The time before which a failed repacking is not tried again.
        var pause: ContinuousClock.Instant?
    }

    /// The pause after a failure, so that a damaged object or a full disk does not keep a processor
    /// busy.
    private static let pause = Duration.seconds(10)
    /// The age at which a file of a killed process is removed: one day, in seconds.
    private static let abandonedAfter: Int64 = 86_400

    /// Prepares the repacking of a repository, or returns `nil` if nobody should pack it.
    ///
    /// That is the case without the program `git`, or if `gc.auto` is 0.
    package init?(of workspace: Workspace) {
        repository = workspace.store.repository
        host = workspace.host
        warn = workspace.warn
        guard let git = Program.find("git", on: host),
            (try? repository.string(forKey: "gc.auto")) != "0"
        else { return nil }
        self.git = git
    }

    /// Combines packs if there are many, and returns false if it must be tried again later.
    ///
    /// Cost if there are few: one listing of the directory.
    package func runIfDue() -> Bool {
        let (isDue, isPaused) = state.withLock { state in
            (
                state.budget.isRepackingDue(at: repository.packCount()),
                state.pause.map { $0 > .now } ?? false
            )
        }
        guard isDue else { return true }
        guard !isPaused else { return false }
        repository.removeAbandonedPackFiles(
            olderThan: Self.abandonedAfter, now: host.now() / 1000)
        let failure = repository.repacking { run() }
        state.withLock { state in
            if failure == nil { state.budget.noteRepacking(leaving: repository.packCount()) }
            state.pause = failure == nil ? nil : .now + Self.pause
        }
        if let failure { warn?("The packs could not be combined: \(failure)") }
        return failure == nil
    }

    /// Runs `git`, and returns its error.
    private func run() -> String? {
        do {
            let result = try Program.runGit(
                git,
                [
                    "-c", "core.fsync=all", "-c", "pack.threads=1", "repack", "--geometric=2",
                    "-d", "-l", "-n", "-q", "--no-write-bitmap-index",
                ], in: repository, on: host)
            guard result.status != 0 else { return nil }
            return result.errors.split(separator: "\n").first.map(String.init)
                ?? "git exited with status \(result.status)"
        } catch {
            return Refusal(error)?.message ?? "\(error)"
        }
    }
}
