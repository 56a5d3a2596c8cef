package import Git
import GitEventStore
import Machine

/// Packing that nobody asked for, after work that leaves objects.
package struct AutomaticCollection {
    let repository: GitRepository
    let host: Host

    package init(repository: GitRepository, host: Host) {
        self.repository = repository
        self.host = host
    }

    /// How many loose objects are packed, where no setting says otherwise.
    static let usualLooseObjects = 5000
    /// How many packs become one, where no setting says otherwise: Git's own number.
    static let usualPacks = 50

    /// Lets `git` pack in the background once there are many loose objects or packs, as Git's own commands do.
    ///
    /// To be called after whatever writes or fetches. The limits are `dragoman.gcAuto`, else 5,000, and `gc.autoPackLimit`, else
    /// 50; `gc.auto` of 0 turns it off, and so does a hook that git runs this in. Nothing that goes wrong here is
    /// anybody's concern: what was written is written.
    package func collectIfNeeded() {
        guard let limit = try? looseLimit(), limit > 0, (try? isMuch(limit)) ?? false,
            (try? CollectionLock.requireFile(in: repository)) != nil,
            host.variable("GIT_QUARANTINE_PATH") == nil, host.variable("GIT_DIR") == nil,
            let git = Program.find("git", on: host)
        else { return }
        // Git looks at its own limits again, takes its lock, and goes on alone.
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
    /// Lets `git` pack in the background once there is much to pack; see ``AutomaticCollection``.
    public func collectGarbageIfNeeded() {
        AutomaticCollection(repository: store.repository, host: host).collectIfNeeded()
    }
}
