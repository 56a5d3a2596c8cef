import Foundation
package import Git
import GitEventStore
import Machine
import Translation
package import Workspace

/// The result of packing, or of a dry run.
package struct CollectionReport: Sendable {
    /// What packed.
    package enum Method: String, Sendable {
        /// The `git` program.
        case git
        /// libgit2, where there is no `git`.
        case libgit2
    }

    /// What packed, or would.
    package let method: Method
    /// What the objects took before.
    package let before: ObjectUsage
    /// What they take now; `nil` if nothing was done.
    package let after: ObjectUsage?
    /// What nobody needed any more: files and references of dead processes, and read models of branches that are gone.
    package let removed: [String]
}

/// Packs the repository and removes leftovers: `dragoman gc`.
package struct GarbageCollection {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    private var store: GitEventStore { workspace.store }

    /// How old a temporary file of a dead process is before it goes: a day, in seconds.
    static let abandonedAfter: Int64 = 86_400

    /// Packs the repository, and removes what dead processes and branches left behind.
    ///
    /// The `git` program does it, with its own settings, locks and grace times; where it is not installed, loose objects are packed
    /// by libgit2. Neither takes an object that something refers to, or that is younger than two weeks, whatever `gc.pruneExpire`
    /// says. Other processes may read and write meanwhile. Throws a ``Refusal`` if somebody packs it at the moment.
    package func run(isDryRun: Bool = false) throws -> CollectionReport {
        let repository = store.repository
        try CollectionLock.requireFile(in: repository)
        let git = Program.find("git", on: workspace.host)
        let before = repository.objectUsage()
        let leftovers = try leftovers()
        if !isDryRun {
            // `git gc` does not begin beside what another one left that was killed.
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
        let line = result.errors.split(separator: "\n").first ?? "it says nothing"
        let words = line.hasSuffix(".") ? line.dropLast() : line
        if result.errors.contains("already running") { throw Self.alreadyCollecting }
        // It packs references too, and waits a second for the locks of those who write.
        if result.errors.contains(".lock': File exists")
            || result.errors.contains("cannot lock ref")
        {
            throw Refusal(
                .busy, "Another process holds a lock that `git gc` needs: \(words).",
                hint: "Try again in a moment.")
        }
        throw Refusal(
            .repository, "`git gc` failed: \(words).",
            hint: "`git fsck` looks for damage; `git gc` says more.")
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
        .busy, "Another process packs the repository at the moment.",
        hint: "Try again when it is done.")

    // MARK: Leftovers

    private func leftovers() throws -> [String] {
        let repository = store.repository
        let directory = store.projectionDirectory
        var wanted: Set<String> = [Workspace.fileName(of: store)]
        for reference in try repository.references(matching: "refs/heads/*")
            + repository.references(matching: "refs/remotes/*")
        {
            // A branch is read from the remote-tracking one where it is not here.
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
