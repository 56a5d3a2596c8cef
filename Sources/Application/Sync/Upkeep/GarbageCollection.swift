import Foundation
package import Git
import GitEventStore
import Machine
import Translation
package import Workspace

/// The result of packing, or of a dry run.
package struct CollectionReport: Sendable {
    /// The implementation that packs the objects.
    package enum Method: String, Sendable {
        /// The `git` program.
        case git
        /// libgit2, which is used when `git` is not installed.
        case libgit2
    }

    package let method: Method
    /// The disk usage before packing.
    package let before: ObjectUsage
    /// The disk usage after packing; nil for a dry run.
    package let after: ObjectUsage?
    /// The removed leftovers, or in a dry run those that would be removed.
    ///
    /// Leftovers are temporary files of dead processes, and read models of deleted branches.
    package let removed: [String]
}

/// Packs the repository and removes leftovers: `dragoman gc`.
package struct GarbageCollection {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    private var store: GitEventStore { workspace.store }

    /// The age at which a temporary file of a dead process is removed: one day, in seconds.
    static let abandonedAfter: Int64 = 86_400

    /// Packs the repository, and removes the leftovers of dead processes and deleted branches.
    ///
    /// The `git` program does the packing, with its own settings, locks and grace periods. If it is
    /// not installed, libgit2 packs the loose objects. Neither removes an object that is referenced
    /// or younger than two weeks, regardless of `gc.pruneExpire`. Other processes may read and
    /// write meanwhile. Throws a ``Refusal`` if another process is packing the repository.
    package func run(isDryRun: Bool = false) throws -> CollectionReport {
        let repository = store.repository
        try CollectionLock.requireFile(in: repository)
        let git = Program.find("git", on: workspace.host)
        let before = repository.objectUsage()
        let leftovers = try leftovers()
        if !isDryRun {
            // A killed `git gc` leaves a lock that prevents the next `git gc` from starting.
            try workspace.writing.removeStaleSharedLocks()
            try workspace.writing.removeStaleLocks(below: ["logs/refs"])
            if let git { try collect(with: git) } else { try collectWithLibgit2() }
            for path in leftovers { try? FileManager.default.removeItem(atPath: path) }
            try repository.refresh()
        }
        return CollectionReport(
            method: git == nil ? .libgit2 : .git, before: before,
            after: isDryRun ? nil : repository.objectUsage(),
            removed: leftovers)
    }

    private func collect(with git: String) throws {
        let grace = try PruneGrace(of: store.repository, git: git, on: workspace.host)
        let result = try Program.runGit(
            git, ["gc", "--quiet"] + grace.arguments, in: store.repository, on: workspace.host)
        guard result.status != 0 else { return }
        let line = result.errors.split(separator: "\n").first ?? "it printed no error"
        let words = line.hasSuffix(".") ? line.dropLast() : line
        if result.errors.contains("already running") { throw Self.alreadyCollecting }
        // `git gc` packs references too, and waits only a second for writers' locks.
        if result.errors.contains(".lock': File exists")
            || result.errors.contains("cannot lock ref")
        {
            throw Refusal(
                .busy, "Another process holds a lock that `git gc` needs: \(words).",
                hint: "Try again in a moment.")
        }
        throw Refusal(
            .repository, "`git gc` failed: \(words).",
            hint: "`git fsck` checks for damage; `git gc` prints the full error.")
    }

    private func collectWithLibgit2() throws {
        guard let lock = try CollectionLock(of: store.repository, now: workspace.host.now() / 1000)
        else {
            throw Self.alreadyCollecting
        }
        try store.repository.packLooseObjects()
        _ = consume lock
    }

    private static let alreadyCollecting = Refusal(
        .busy, "Another process is packing the repository.",
        hint: "Try again when it is done.")

    // MARK: Leftovers

    private func leftovers() throws -> [String] {
        let repository = store.repository
        let directory = store.projectionDirectory
        var wanted: Set<String> = [Workspace.fileName(of: store)]
        for reference in try repository.references(matching: "refs/heads/*")
            + repository.references(matching: "refs/remotes/*")
        {
            // If the local branch does not exist, its read model belongs to the remote-tracking
            // branch.
            let name = reference.name.shorthand
            let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
            for branch in [name] + parts.dropFirst() {
                wanted.insert(Workspace.fileName(ofBranch: branch))
            }
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let models = names.sorted().filter { name in
            guard let end = name.range(of: ".sqlite") else { return false }
            return ["", "-wal", "-shm"].contains(String(name[end.upperBound...]))
                && !wanted.contains(String(name[..<end.lowerBound]))
        }
        return models.map { "\(directory)/\($0)" }
            + repository.abandonedTemporaryFiles(
                olderThan: Self.abandonedAfter, now: workspace.host.now() / 1000)
    }
}
