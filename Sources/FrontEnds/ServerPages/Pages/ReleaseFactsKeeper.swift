import Bundles
import Hosting
import HTTPTypes
import Server
import Synchronization
import Workspace

/// Finds out the facts of releases in the background, and keeps them.
///
/// Each release is examined once, because its facts never change. They are stored next to the read
/// model. The releases of a project are examined one after another, in the lane for slow reads.
final class ReleaseFactsKeeper: Sendable {
    /// A release to examine.
    struct Wanted: Sendable, Hashable {
        /// The full id of the release's commit.
        let commit: String
        /// The full id of the previous release's commit, or nil for the first release.
        let previous: String?
    }

    private struct State {
        /// The facts in memory, by project and commit.
        var facts: [String: ReleaseFacts] = [:]
        /// The releases that cannot be examined.
        var failed: Set<String> = []
        /// The projects whose releases are being examined.
        var busy: Set<String> = []
    }

    private let state = Mutex(State())

    /// The maximum number of releases in memory.
    private static let mostInMemory = 1_000
    /// The longest time that a page waits for facts.
    private static let patience = Duration.seconds(1)
    /// The interval at which a waiting page looks for the facts.
    private static let interval = Duration.milliseconds(10)

    /// Returns the known facts of a release, or nil if it was not examined yet.
    func facts(
        of wanted: Wanted, in snapshot: Snapshot, of project: ProjectCall
    ) -> ReleaseFacts? {
        let key = Self.key(wanted, project)
        if let facts = state.withLock({ $0.facts[key] }), facts.isComplete(for: wanted) {
            return facts
        }
        guard let facts = snapshot.storedFacts(of: wanted.commit), facts.isComplete(for: wanted)
        else { return nil }
        remember(facts, under: key)
        return facts
    }

    /// Returns true if a release cannot be examined.
    func hasFailed(_ wanted: Wanted, of project: ProjectCall) -> Bool {
        state.withLock { $0.failed.contains(Self.key(wanted, project)) }
    }

    /// Examines releases in the background, and waits for a moment until they are done.
    func examine(_ wanted: [Wanted], of project: ProjectCall) async {
        let name = project.project.settings.name
        let isFirst = state.withLock { $0.busy.insert(name).inserted }
        if isFirst {
            Task {
                for wanted in wanted { await examine(wanted, of: project) }
                state.withLock { _ = $0.busy.remove(name) }
            }
        }
        let end = ContinuousClock.now + Self.patience
        while state.withLock({ $0.busy.contains(name) }), ContinuousClock.now < end {
            guard (try? await Task.sleep(for: Self.interval)) != nil else { return }
        }
    }

    private func examine(_ wanted: Wanted, of project: ProjectCall) async {
        let commit = wanted.commit
        let key = Self.key(wanted, project)
        guard !hasFailed(wanted, of: project) else { return }
        do {
            var facts: ReleaseFacts
            if let stored = try await project.read({ $0.storedFacts(of: commit) }) {
                facts = stored
            } else {
                facts = try await project.readSlowly(at: .revision(commit)) {
                    try $0.releaseFacts(of: commit)
                }
            }
            if let previous = wanted.previous {
                facts.changes = try await project.readSlowly {
                    try $0.changes(from: previous, to: commit)
                }
            }
            try await project.read { [facts] in try $0.store(facts, of: commit) }
            remember(facts, under: key)
        } catch let problem as Problem where problem.status.kind == .serverError {
            // The server is busy, or its disk is full. The next view of the page tries again.
        } catch {
            state.withLock { _ = $0.failed.insert(key) }
        }
    }

    private func remember(_ facts: ReleaseFacts, under key: String) {
        state.withLock { state in
            if state.facts.count >= Self.mostInMemory { state.facts = [:] }
            state.facts[key] = facts
        }
    }

    private static func key(_ wanted: Wanted, _ project: ProjectCall) -> String {
        "\(project.project.settings.name)/\(wanted.commit)"
    }
}

extension ReleaseFacts {
    /// Returns true if the facts include the changes since the previous release.
    fileprivate func isComplete(for wanted: ReleaseFactsKeeper.Wanted) -> Bool {
        wanted.previous == nil || changes?.since == wanted.previous
    }
}
