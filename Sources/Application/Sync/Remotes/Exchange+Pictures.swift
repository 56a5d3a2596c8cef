import Git
import Machine
import Pictures
import Translation
import Workspace

extension Exchange {
    /// Whether the repository has stored pictures.
    package var hasPictures: Bool {
        get throws { try pictures.commit != nil }
    }

    /// Returns true if a remote's pictures differ from those here, as of the last fetch.
    package func hasOtherPictures(at remote: String?) throws -> Bool {
        try pictures.commit != known(place(remote)).flatMap(repository.target)
    }

    private var pictures: PictureStore { PictureStore(repository, host: host) }

    /// The reference that records the pictures of a remote after an exchange.
    private func known(_ place: RemotePlace) -> ReferenceName? {
        place.name.flatMap(PictureStore.copy)
    }

    /// Returns the refspecs with the remote's pictures, or nil if they are not wanted.
    ///
    /// A fetch fails for a reference that does not exist, but not for a pattern without matches.
    /// The pattern also matches stray references, with which the fetch may fail.
    func addingPictures(to refspecs: FetchRefspecs, at place: RemotePlace) -> FetchRefspecs? {
        guard includesPictures, let known = known(place) else { return nil }
        var refspecs = refspecs
        refspecs.add("\(PictureStore.reference)*", to: "\(known)*")
        return refspecs
    }

    /// Removes what a fetch with the pattern of pictures leaves behind: stray references, and the
    /// log, which would keep removed pictures for weeks.
    func tidyPictures(at place: RemotePlace) throws {
        guard includesPictures, let known = known(place) else { return }
        try pictures.deleteCopies(matching: "\(known)*", besides: known)
        try repository.removeReflog(of: known)
    }

    /// Fetches, merges and pushes the pictures until both sides have the same.
    ///
    /// A picture that one side removed is removed on the other side. With ``includesPictures``, a
    /// sync of the texts must come before, which fetches the pictures. It does not notice that the
    /// remote has lost all of them. Throws a ``Refusal``.
    package func syncPictures(_ remote: String? = nil) throws {
        let place = try place(remote)
        let target = try pushPlace(place)
        let author = try author()
        guard let known = known(place) else { return }
        var outdated: ObjectID?
        for attempt in 0..<Self.syncAttempts {
            if attempt > 0 { host.pause(backoff(attempt)) }
            // The sync of the texts has just fetched them.
            let fetched =
                try attempt == 0 && includesPictures
                ? repository.target(of: known) : fetchPictures(from: place, to: known)
            let ours = try pictures.merge(fetched, author: author)
            let theirs = try target.isApart ? picturesCommit(at: target) : fetched
            guard let ours, ours != theirs else { return }
            guard let rejection = try sendPictures(ours, over: theirs, to: target) else {
                try note(ours, at: known)
                return
            }
            // With a lease, Git says “stale info” if the reference has moved.
            guard rejection.reason.contains("stale") else {
                guard rejection.isTransient else { throw rejection.refusal }
                continue
            }
            // A remote that hides the reference from pushes, but not from fetches, never has the
            // commit that was fetched.
            if let theirs, theirs == outdated {
                throw Refusal(
                    .rejected, "\(place.address.shown) rejects pushes of pictures.",
                    hint: "Attach pictures there, on the pages or with the API of the server.")
            }
            outdated = theirs
        }
        throw Refusal(
            .busy, "Others kept changing the pictures at \(place.address.shown).",
            hint: "Try again later.")
    }

    /// Fetches the pictures to `copy`, and returns their commit, or nil if the remote has none.
    private func fetchPictures(
        from place: RemotePlace, to copy: ReferenceName
    ) throws -> ObjectID? {
        try transfer { git in
            do {
                try git.fetch(
                    Fetch(refspecs: ["+\(PictureStore.reference):\(copy)"], tags: .none),
                    from: place)
            } catch let failure as RemoteFailure where failure.kind == .noSuchReference {
                return nil
            }
            // The log would keep removed pictures for weeks.
            try repository.removeReflog(of: copy)
            return try repository.target(of: copy)
        }
    }

    private func sendPictures(
        _ ours: ObjectID, over theirs: ObjectID?, to target: RemotePlace
    ) throws -> PushRejection? {
        let answer = try transfer {
            try $0.push(
                [PushUpdate(PictureStore.reference, to: ours)], to: target,
                lease: Lease(PictureStore.reference, at: theirs))
        }
        guard let reason = answer.statuses.compactMap(\.rejection).first else { return nil }
        return PushRejection(
            branch: PictureStore.reference.shorthand, address: target.address, reason: reason,
            words: answer.words)
    }

    private func note(_ commit: ObjectID, at copy: ReferenceName) throws {
        let old = try repository.target(of: copy)
        guard old != commit else { return }
        try repository.update(copy, from: old, to: commit, message: "push pictures")
        try repository.removeReflog(of: copy)
    }

    private func picturesCommit(at place: RemotePlace) throws -> ObjectID? {
        try transfer { try $0.references(of: place) }
            .first { $0.name == PictureStore.reference.rawValue }?.target
    }
}
