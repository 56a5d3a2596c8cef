import Foundation
public import Git
import GitEventStore
import Translation

/// What packing did, or would do.
public struct CollectionReport: Sendable {
    /// What packed.
    public enum Method: String, Sendable {
        /// The `git` program.
        case git
        /// libgit2, where there is no `git`.
        case libgit2
    }

    /// What packed, or would.
    public let method: Method
    /// What the objects took before.
    public let before: ObjectUsage
    /// What they take now; `nil` if nothing was done.
    public let after: ObjectUsage?
    /// Files that nobody needed any more: of dead writers, and read models of branches that are gone.
    public let removed: [String]
}

extension Workspace {
    /// How many loose objects are packed without being asked, where no setting says otherwise.
    static let automaticLimit = 5000
    /// How old a temporary file of a dead writer is before it goes: a day, in seconds.
    private static let abandonedAfter: Int64 = 86_400

    /// Packs the repository, and removes what dead processes and branches left behind.
    ///
    /// The `git` program does it, with its own settings, locks and grace times; where it is not installed, loose objects are packed
    /// by libgit2. Neither takes an object that something refers to, or that is new. Other processes may read and write
    /// meanwhile. Throws a ``Refusal`` if somebody packs it at the moment.
    public func collectGarbage(isDryRun: Bool = false) throws -> CollectionReport {
        let repository = store.repository
        let git = Program.find("git", on: machine)
        let before = repository.objectUsage()
        let leftovers = try leftovers()
        if !isDryRun {
            if let git { try collect(with: git) } else { try collectWithLibgit2() }
            for path in leftovers { try? FileManager.default.removeItem(atPath: path) }
            try repository.refresh()
        }
        return CollectionReport(
            method: git == nil ? .libgit2 : .git, before: before,
            after: isDryRun ? nil : repository.objectUsage(), removed: leftovers)
    }

    private func collect(with git: String) throws {
        let result = try runGit(git, ["gc", "--quiet"])
        guard result.status != 0 else { return }
        let words = result.errors.split(separator: "\n").first.map(String.init) ?? "it says nothing"
        if result.errors.contains("already running") { throw Self.alreadyCollecting }
        throw Refusal(
            .repository, "`git gc` failed: \(words).",
            hint: "`git fsck` looks for damage; `git gc` says more.")
    }

    private func collectWithLibgit2() throws {
        guard let lock = try CollectionLock(of: store.repository, now: machine.now() / 1000) else {
            throw Self.alreadyCollecting
        }
        try store.repository.packLooseObjects()
        _ = consume lock
    }

    private static let alreadyCollecting = Refusal(
        .busy, "Another process packs the repository at the moment.",
        hint: "Try again when it is done.")

    private func runGit(
        _ git: String, _ arguments: [String]
    ) throws -> ChildProcess.Result {
        try ChildProcess.run(
            git, ["--git-dir=\(store.repository.commonDirectory)"] + arguments, isAttended: false,
            environment: Program.gitEnvironment(machine, isAttended: false),
            in: try ScratchDirectory(machine))
    }

    // MARK: Without being asked

    /// Lets `git` pack in the background once there are many loose objects, as Git's own commands do.
    ///
    /// To be called after a write. The limit is `dragoman.gcAuto`, else 5,000; `gc.auto` of 0 turns it off, and so does a hook that
    /// git runs this in. Nothing that goes wrong here is anybody's concern: what was written is written.
    public func collectGarbageIfNeeded() {
        guard let limit = try? automaticLimit(), limit > 0,
            store.repository.estimatedLooseObjects() >= limit,
            machine.variable("GIT_QUARANTINE_PATH") == nil, machine.variable("GIT_DIR") == nil,
            let git = Program.find("git", on: machine)
        else { return }
        // Git looks at its own limit again, takes its lock, and goes on alone.
        _ = try? runGit(git, ["-c", "gc.auto=\(limit)", "gc", "--auto", "--quiet"])
    }

    private func automaticLimit() throws -> Int {
        let repository = store.repository
        if try repository.string(forKey: "gc.auto").flatMap(Int.init) == 0 { return 0 }
        return try repository.string(forKey: "dragoman.gcauto").flatMap(Int.init)
            ?? Self.automaticLimit
    }

    // MARK: What is left behind

    private func leftovers() throws -> [String] {
        let repository = store.repository
        let directory = Self.privateDirectory(of: store)
        var wanted: Set<String> = [Self.fileName(of: store)]
        for reference in try repository.references(matching: "refs/heads/*")
            + repository.references(matching: "refs/remotes/*")
        {
            // A branch is read from the remote-tracking one where it is not here.
            let name = reference.name.shorthand
            let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
            for branch in [name] + parts.dropFirst() {
                wanted.insert(Self.fileName(ofBranch: branch))
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
                olderThan: Self.abandonedAfter, now: machine.now() / 1000)
    }
}
