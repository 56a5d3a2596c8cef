package import Git
import GitEventStore
import Machine

/// Automatic packing, after work that creates objects.
package struct AutomaticCollection {
    let repository: GitRepository
    let host: Host

    package init(repository: GitRepository, host: Host) {
        self.repository = repository
        self.host = host
    }

    /// The default number of loose objects that triggers packing.
    static let usualLooseObjects = 5000
    /// The default number of packs above which packs are combined; the same as Git's default.
    static let usualPacks = 50

    /// Starts `git` in the background to pack the repository once it has many loose objects or
    /// packs, as Git's own commands do.
    ///
    /// Call this after each write or fetch. The limits are `dragoman.gcAuto`, 5,000 by default, and
    /// `gc.autoPackLimit`, 50 by default. Does nothing if `gc.auto` is 0, or inside a hook run by
    /// git. Ignores errors, because the write has already succeeded.
    package func collectIfNeeded() {
        guard let limit = try? looseLimit(), limit > 0, (try? isMuch(limit)) ?? false,
            (try? CollectionLock.requireFile(in: repository)) != nil,
            host.variable("GIT_QUARANTINE_PATH") == nil, host.variable("GIT_DIR") == nil,
            let git = Program.find("git", on: host)
        else { return }
        // Git checks its own limits again, takes its lock, and continues in the background.
        _ = try? Program.runGit(
            git,
            ["-c", "gc.auto=\(limit)", "gc", "--auto", "--quiet"]
                + PruneGrace(of: repository, git: git, on: host).arguments, in: repository,
            on: host)
    }

    private func isMuch(_ limit: Int) throws -> Bool {
        if repository.estimatedLooseObjects() >= limit { return true }
        let packs = try number("gc.autoPackLimit") ?? Self.usualPacks
        return packs > 0 && repository.packCount() > packs
    }

    private func looseLimit() throws -> Int {
        if try number("gc.auto") == 0 { return 0 }
        return try number("dragoman.gcauto") ?? Self.usualLooseObjects
    }

    private func number(_ key: String) throws -> Int? {
        try repository.string(forKey: key).flatMap(Int.init)
    }
}

extension Workspace {
    /// Starts `git` in the background if there is a lot to pack; see ``AutomaticCollection``.
    public func collectGarbageIfNeeded() {
        AutomaticCollection(repository: store.repository, host: host).collectIfNeeded()
    }
}
