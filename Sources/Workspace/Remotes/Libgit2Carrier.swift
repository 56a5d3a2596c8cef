import Foundation
import Git
import Translation

/// Transport by libgit2, where there is no `git` or where it is the better one.
struct Libgit2Carrier: Carrier {
    let repository: GitRepository
    let host: Host
    let dialogue: RemoteDialogue

    func references(of place: RemotePlace) throws -> [RemoteReference] {
        try transfer(with: place) { handlers in
            try repository.references(ofRemote: place.argument, handlers)
        }
    }

    func fetch(_ fetch: Fetch, from place: RemotePlace) throws {
        if fetch.depth != nil {
            throw needsGit(place, "libgit2 cannot fetch a part of a history")
        }
        if try repository.isShallow() {
            throw needsGit(place, "libgit2 cannot fetch to a history that was cut off")
        }
        if fetch.refspecs.contains(where: { $0.hasPrefix("^") }) {
            throw needsGit(
                place, "libgit2 cannot leave branches out, as a refspec with “^” wants it")
        }
        try transfer(with: place) { handlers in
            try repository.fetch(
                fromRemote: place.argument, refspecs: fetch.refspecs, prunes: fetch.prunes,
                tags: fetch.tags == .none ? .none : .reachable, handlers)
            guard fetch.tags == .all else { return }
            // Apart, since neither may go what is not there nor be replaced what is here.
            try repository.fetch(
                fromRemote: place.argument, refspecs: ["refs/tags/*:refs/tags/*"], prunes: false,
                tags: .reachable, handlers)
        }
    }

    func clone(_ clone: Clone, from place: RemotePlace) throws {
        let source = clone.isSingleBranch ? clone.branch.shorthand : "*"
        let tracking = "refs/remotes/\(place.argument)/\(source)"
        try fetch(
            Fetch(
                refspecs: ["+refs/heads/\(source):\(tracking)"], depth: clone.depth,
                acceptsShallow: true), from: place)
    }

    func push(_ updates: [PushUpdate], to place: RemotePlace) throws -> PushAnswer {
        if try repository.hasPrePushHook() {
            throw needsGit(place, "the hook pre-push here is to be asked, and libgit2 asks none")
        }
        var words = RemoteWords()
        do {
            let statuses = try transfer(with: place) { handlers in
                var handlers = handlers
                let tell = handlers.message
                handlers.message = { part in
                    _ = words.take(part)
                    tell(part)
                }
                return try repository.push(
                    toRemote: place.argument, updates: updates, nonce: host.random.next(),
                    handlers)
            }
            collectGarbage(at: place)
            return PushAnswer(statuses: statuses, words: words.lines)
        } catch let refused as PathPushRefused {
            switch refused {
            case .hooks: throw needsGit(place, "its hooks judge a push, and libgit2 asks none")
            case .checkedOut: throw needsGit(place, "the branch is checked out there")
            }
        } catch let error as GitError {
            switch error.code {
            case .nonFastForward, .modified:
                let statuses = updates.map { update in
                    PushStatus(name: update.name, rejection: "non-fast-forward")
                }
                return PushAnswer(statuses: statuses, words: words.lines)
            default: throw RemoteFailure(error, address: place.address)
            }
        }
    }

    /// Clears up and packs where a path was pushed to, as `git receive-pack` does: nobody else may ever work there.
    private func collectGarbage(at place: RemotePlace) {
        guard place.address.kind == .path,
            let other = try? GitRepository.open(at: place.address.path),
            (try? other.bool(forKey: "receive.autoGC")) != false
        else { return }
        other.removeAbandonedTransferReferences(
            olderThan: Workspace.abandonedAfter, now: host.now() / 1000)
        AutomaticCollection(repository: other, host: host).collectIfNeeded()
    }

    private func needsGit(_ place: RemotePlace, _ why: String) -> RemoteFailure {
        RemoteFailure(kind: .needsGit, address: place.address, words: why)
    }

    /// Runs a transfer with what the address needs, and gives its failure the common form.
    private func transfer<T>(
        with place: RemotePlace, _ body: (RemoteHandlers) throws -> T
    ) throws -> T {
        var words = RemoteWords()
        var handlers = RemoteHandlers(
            progress: { [dialogue] step in
                dialogue.progress(step.work, step.done, step.total)
            },
            message: { [dialogue] part in
                for line in words.take(part) where !GitTalk.isProgress(line[...]) {
                    dialogue.tell(line)
                }
            },
            isCancelled: dialogue.isCancelled)
        let address = place.address
        var http: HTTPCredentials?
        switch address.kind {
        case .ssh:
            let ssh = try SSHAccess(address, repository, host, dialogue)
            if ssh.config.needsProxy {
                throw needsGit(place, "the host is reached through another one")
            }
            handlers.url = ssh.url
            handlers.acceptsHostKey = ssh.accepts
            handlers.credential = ssh.next
        case .http:
            let access = try HTTPCredentials(
                address, repository: repository, host: host,
                isAttended: dialogue.isAttended)
            http = access
            let settings = try HTTPSettings(address, repository, host)
            handlers.headers = settings.headers
            if let file = settings.authorities { try trustAuthorities(inFile: file) }
            handlers.credential = { request in
                if request.kinds.contains(.password) {
                    return try access.next(username: request.username)
                }
                return request.kinds.contains(.ticket) ? .ticket : nil
            }
        case .path:
            // The library would begin a relative one where this process works.
            handlers.url = address.text
        case .git: break
        }
        do {
            let result = try body(handlers)
            words.finish().forEach(dialogue.tell)
            dialogue.progress("", 1, 1)
            http?.approve()
            return result
        } catch is RemoteCancelled {
            dialogue.progress("", 1, 1)
            throw RemoteFailure(kind: .interrupted, address: address, words: "")
        } catch let error as GitError where error.code != .modified && error.code != .nonFastForward
        {
            dialogue.progress("", 1, 1)
            // Who gives up may have cut the line.
            guard !dialogue.isCancelled() else {
                throw RemoteFailure(kind: .interrupted, address: address, words: "")
            }
            throw RemoteFailure(error, address: address)
        }
    }
}

extension TransferProgress {
    /// What the work is called, with the bytes that went over the line.
    fileprivate var work: String {
        let name =
            switch stage {
            case .preparing: "Preparing objects"
            case .transferring: "Transferring objects"
            case .resolving: "Resolving deltas"
            }
        guard bytes > 0 else { return name }
        // In tenths, so that no rounding of a floating-point number can differ.
        let tenths = bytes * 10 >> 20
        return bytes < 1 << 20
            ? "\(name), \(bytes >> 10) KiB" : "\(name), \(tenths / 10).\(tenths % 10) MiB"
    }
}

extension RemoteFailure {
    /// Reads from an error of libgit2 what went wrong.
    init(_ error: GitError, address: RemoteAddress) {
        let kind: Kind =
            switch error.code {
            case .authentication: .authentication
            case .locked: .locked
            case .certificate:
                address.kind == .ssh ? .unknownHostKey : .certificate
            case .notFound where address.kind == .path: .missing
            // Of a path where nothing is, libgit2 thinks that it may be some other kind of address.
            case _ where address.kind == .path && error.message.hasPrefix("unsupported URL"):
                .missing
            default: Kind(words: error.message) ?? .other
            }
        self.init(kind: kind, address: address, words: RemoteWords.harmless(error.message))
    }
}
