import EventStore
import Git
import GitEventStore
import Translation

/// The branch of a remote that a local branch follows.
struct Upstream {
    /// The remote's name.
    let remote: String
    /// The branch there.
    let branch: ReferenceName
    /// The remote-tracking branch here.
    let tracking: ReferenceName
}

extension Workspace {
    /// The upstream of the branch, for work that may be done only on the branch that everybody starts from.
    ///
    /// Refuses where the branch is another one, or does not stand where it was fetched.
    func upstream(at position: Position) throws -> Upstream? {
        let repository = store.repository
        let branch = store.branch.shorthand
        guard try repository.target(of: store.branch) != nil else {
            throw Refusal(
                .repository, "There is no branch “\(branch)” here, only a remote's.",
                hint: "`git branch \(branch) origin/\(branch)` makes it.")
        }
        guard let tracking = try repository.upstream(of: store.branch),
            let remote = try repository.string(forKey: "branch.\(branch).remote"), remote != ".",
            let there = try repository.string(forKey: "branch.\(branch).merge").flatMap({
                ReferenceName($0)
            })
        else {
            guard branch == Self.defaultBranch || repository.headBranchIs(store.branch) else {
                throw Self.notDefault(branch)
            }
            return nil
        }
        let head = ReferenceName("refs/remotes/\(remote)/HEAD")
        let isRemoteHead =
            try head.map { try repository.symbolicTarget(of: $0) == tracking } ?? false
        guard there.shorthand == Self.defaultBranch || isRemoteHead else {
            throw Self.notDefault(branch)
        }
        guard try repository.target(of: tracking)?.description == position.commit else {
            throw Refusal(
                .notFastForward,
                "“\(branch)” is not where \(remote) has it: something is not pushed, or not fetched.",
                hint: "`dragoman sync` brings both together.")
        }
        return Upstream(remote: remote, branch: there, tracking: tracking)
    }

    private static func notDefault(_ branch: String) -> Refusal {
        Refusal(
            .repository, "“\(branch)” is not the branch that everybody starts from.",
            hint: "Merge it, and gather on “\(defaultBranch)”.")
    }

    /// Pushes one commit to where its parent stands; refused if somebody was faster.
    func push(_ landing: Landing) throws {
        let repository = store.repository
        guard let url = try repository.string(forKey: "remote.\(landing.remote).url") else {
            throw Refusal(
                .repository, "The remote “\(landing.remote)” has no address.",
                hint: "`git remote -v` lists the remotes.")
        }
        let place = RemotePlace(
            name: landing.remote,
            address: try RemoteAddress(url, from: repository.directoryOfRelativePaths))
        let dialogue = RemoteDialogue()
        let carrier: any Carrier =
            if let git = Program.find("git", on: machine) {
                GitCarrier(
                    program: git, repository: repository, machine: machine, dialogue: dialogue)
            } else {
                Libgit2Carrier(repository: repository, machine: machine, dialogue: dialogue)
            }
        let answer: PushAnswer
        do {
            answer = try carrier.push(
                [PushUpdate(landing.branch, from: landing.old, to: landing.new)], to: place)
        } catch let failure as RemoteFailure {
            throw failure.refusal
        }
        for status in answer.statuses {
            guard let reason = status.rejection else { continue }
            throw PushRejection(
                branch: landing.branch.shorthand, address: place.address, reason: reason,
                words: answer.words
            ).refusal
        }
    }

    /// Notes that the upstream is where it was pushed to; the next fetch would find it out as well.
    func moveTracking(_ upstream: Upstream?, to position: Position, author: Author) throws {
        guard let upstream, let new = ObjectID(hex: position.commit),
            let old = try store.repository.target(of: upstream.tracking), old != new
        else { return }
        try? store.repository.update(
            upstream.tracking, from: old, to: new, message: "dragoman: push",
            identity: (author.name, author.email))
    }
}

extension GitRepository {
    fileprivate func headBranchIs(_ branch: ReferenceName) -> Bool {
        (try? headBranch()) == branch
    }
}
