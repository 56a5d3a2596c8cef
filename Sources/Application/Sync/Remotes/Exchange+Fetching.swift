import EventStore
import Git
import GitEventStore
package import Texts
import Translation
import Workspace

/// The result of a fetch.
package struct FetchReport: Sendable {
    /// A remote-tracking branch or a tag that was created, moved or deleted.
    package struct Change: Sendable {
        /// The full name of the local reference.
        package let name: String
        /// The short name, as users write it.
        package let shorthand: String
        /// The previous commit; nil if the reference is new.
        package let old: String?
        /// The new commit; nil if the reference was deleted.
        package let new: String?
        /// Whether the update was forced: the old commit is not an ancestor of the new one.
        package let isForced: Bool
    }

    package let remote: String
    /// The remote's address without a password.
    package let url: String
    /// The changed references, sorted by name.
    package let changes: [Change]
    /// The new events in the log's branch.
    package let news: EventNews
    /// The events that the remote's branch contained before but no longer contains.
    package let lost: [MissingEvent]
}

/// An event that a remote contained before but no longer contains.
package struct MissingEvent: Sendable, Equatable {
    /// The event's id, or nil if the line has none.
    package let id: String?
    /// The event's previous file, relative to the log's root.
    package let path: String

    init(_ event: LostEvent) {
        id = event.id
        path = event.path
    }
}

/// The number of events in one state of a log that are missing from another state.
package struct EventNews: Sendable, Equatable {
    /// The total number of events.
    package var events = 0
    /// The number of proposals among the events.
    package var proposals = 0
    /// The number of events for each language, sorted by tag.
    package var locales: [Count] = []

    /// The number of events in a language.
    package struct Count: Sendable, Equatable {
        package let locale: LanguageTag
        package var events: Int
    }

    package init() {}
}

extension Exchange {
    /// Fetches objects, remote-tracking branches and tags from a remote.
    ///
    /// Never changes the local branch. With `prunes`, deletes remote-tracking branches whose branch
    /// no longer exists in the remote. Cost: proportional to the new objects.
    package func fetch(_ remote: String? = nil, prunes: Bool = false) throws -> FetchReport {
        let place = try place(remote)
        try warnOfRefspecs(at: place)
        let report = try fetch(from: place, prunes: prunes ? true : nil)
        collectGarbageIfNeeded()
        return report
    }

    /// Fetches from a place and reports the changes.
    ///
    /// If `prunes` is nil, Git's configuration decides. With `forgetsBranch`, deletes the
    /// remote-tracking branch of the log if the remote no longer has that branch.
    func fetch(
        from place: RemotePlace, prunes: Bool? = nil, forgetsBranch: Bool = false
    ) throws -> FetchReport {
        // A stale lock on a remote-tracking branch would make every later fetch fail.
        try removeStaleLocks()
        let before = try references(of: place)
        let refspecs = try refspecs(at: place)
        let name = place.name ?? ""
        let fetch = Fetch(
            prunes: try prunes ?? repository.prunes(remote: name), forgetsBranch: forgetsBranch,
            tags: try tags(at: place))
        try transfer { git in
            try patiently(at: place) {
                if let all = addingPictures(to: refspecs, at: place) {
                    do {
                        return try bring(fetch, all, from: place, by: git)
                    } catch let failure as RemoteFailure
                        where failure.kind == .locked || failure.kind == .other
                    {
                        // Pictures must not stop the texts.
                    }
                }
                try bring(fetch, refspecs, from: place, by: git)
            }
        }
        try tidyPictures(at: place)
        return try report(on: place, before: before, after: references(of: place))
    }

    /// Fetches `refspecs`, and retries without the missing branches if the remote lacks a requested
    /// branch.
    ///
    /// `git` fetches nothing at all if a branch requested by name does not exist. If the options
    /// require it, also deletes the remote-tracking branches of missing branches.
    private func bring(
        _ fetch: Fetch, _ refspecs: FetchRefspecs, from place: RemotePlace, by git: GitTransport
    ) throws {
        var fetch = fetch
        fetch.refspecs = refspecs.texts
        do {
            try git.fetch(fetch, from: place)
        } catch let failure as RemoteFailure where failure.kind == .noSuchReference {
            let there = Set(try git.references(of: place).map(\.name))
            var refspecs = refspecs
            let missing = refspecs.removeMissing(from: there)
            let remote = try remoteBranch(at: place)
            let branch = tracking(remote, at: place)
            for name in missing {
                guard let known = try repository.target(of: name) else { continue }
                if name == branch {
                    dialogue.warn(
                        "\(place.address.shown) no longer has a branch “\(remote.shorthand)”."
                    )
                }
                guard fetch.prunes || fetch.forgetsBranch && name == branch else { continue }
                try repository.delete(name, from: known)
            }
            // Without refspecs, git would fetch everything that the configuration lists.
            guard !missing.isEmpty, !refspecs.mappings.isEmpty else { return }
            fetch.refspecs = refspecs.texts
            try git.fetch(fetch, from: place)
        }
    }

    /// Returns the refspecs to fetch from a place.
    private func refspecs(at place: RemotePlace) throws -> FetchRefspecs {
        let branch = try remoteBranch(at: place)
        guard let name = place.name, let tracking = tracking(branch, at: place) else {
            throw Self.unknownRemote(place.argument, among: try repository.remotes())
        }
        return FetchRefspecs(
            settings: try repository.values(of: "fetch", forRemote: name), branch: branch,
            tracking: tracking, local: store.branch)
    }

    /// Returns the tags to fetch, as set by `remote.<name>.tagOpt`.
    private func tags(at place: RemotePlace) throws -> TagFollowing {
        switch try repository.values(of: "tagopt", forRemote: place.name ?? "").last {
        case "--no-tags": .none
        case "--tags": .all
        default: .reachable
        }
    }

    /// Warns about settings with which plain `git fetch` would remove events from the local branch.
    func warnOfRefspecs(at place: RemotePlace) throws {
        guard let name = place.name else { return }
        for refspec in try refspecs(at: place).movingBranch {
            dialogue.warn(
                "remote.\(name).fetch is “\(refspec)”: with it, `git fetch` sets the local branch “\(store.branch.shorthand)” to the remote's and drops unpushed commits. Dragoman ignores it; `git config --replace-all remote.\(name).fetch '+refs/heads/*:refs/remotes/\(name)/*'` is safe for both."
            )
        }
    }

    /// Returns the remote-tracking branches of a place, and all local tags.
    private func references(of place: RemotePlace) throws -> [ReferenceName: ObjectID] {
        let tracking = try repository.references(matching: "refs/remotes/\(place.name ?? "")/*")
        let tags = try repository.references(matching: "refs/tags/*")
        return Dictionary((tracking + tags).map { ($0.name, $0.target) }) { $1 }
    }

    private func report(
        on place: RemotePlace, before: [ReferenceName: ObjectID],
        after: [ReferenceName: ObjectID]
    ) throws -> FetchReport {
        let names = Set(before.keys).union(after.keys).sorted {
            $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8)
        }
        let changes = try names.compactMap { name -> FetchReport.Change? in
            let (old, new) = (before[name], after[name])
            guard old != new, !name.rawValue.hasSuffix("/HEAD") else { return nil }
            var isForced = false
            if let old, let new { isForced = try !repository.isAncestor(old, of: new) }
            return FetchReport.Change(
                name: name.rawValue, shorthand: name.shorthand, old: old?.description,
                new: new?.description, isForced: isForced)
        }
        var news = EventNews()
        var lost: [LostEvent] = []
        let tracked = try tracking(remoteBranch(at: place), at: place)
        if let tracked, let new = after[tracked], before[tracked] != new {
            let position = try store.position(of: new)
            // On the first fetch, events that the local branch already has are not new.
            let known = try before[tracked].map(store.position) ?? localPosition()
            news = try self.news(from: known, to: position)
            if let old = before[tracked], try !repository.isAncestor(old, of: new) {
                lost = try store.lostEvents(from: store.position(of: old), to: position)
            }
        }
        return FetchReport(
            remote: place.name ?? "", url: place.address.shown, changes: changes, news: news,
            lost: lost.map(MissingEvent.init))
    }

    private func localPosition() throws -> Position? {
        try repository.target(of: store.branch).map(store.position)
    }

    /// Counts the events in the files that differ between `old` and `new`.
    func news(from old: Position?, to new: Position) throws -> EventNews {
        var news = EventNews()
        var counts: [LanguageTag: Int] = [:]
        var ids: Set<EventID> = []
        for file in try store.difference(from: old, to: new) {
            guard let content = file.new else { continue }
            for event in Workspace.events(in: try store.content(content))
            where ids.insert(event.id).inserted {
                news.events += 1
                counts[event.locale, default: 0] += 1
                if case .proposalMade = event.payload { news.proposals += 1 }
            }
        }
        news.locales = counts.sorted { $0.key < $1.key }.map {
            EventNews.Count(locale: $0.key, events: $0.value)
        }
        return news
    }
}
