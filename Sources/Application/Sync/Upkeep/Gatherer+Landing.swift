import EventStore
import Git
import GitEventStore
import Translation
import Workspace

/// The remote branch that a local branch follows.
struct Upstream {
    let remote: String
    let branch: ReferenceName
}

extension Gatherer {
    /// Returns the upstream of the branch, or nil if it has none.
    ///
    /// Call this before work that is allowed only on the shared branch.
    ///
    /// Throws a ``Refusal`` if the branch is not the shared branch, does not exist locally, or is
    /// not at its fetched upstream.
    func upstream(at position: Position) throws -> Upstream? {
        let store = workspace.store
        let repository = store.repository
        let branch = store.branch.shorthand
        guard try repository.target(of: store.branch) != nil else {
            throw Refusal(
                .repository, "There is no local branch “\(branch)”, only a remote branch.",
                hint: "Create it with `git branch \(branch) origin/\(branch)`.")
        }
        guard let tracking = try repository.upstream(of: store.branch),
            let remote = try repository.string(forKey: "branch.\(branch).remote"), remote != ".",
            let there = try repository.string(forKey: "branch.\(branch).merge").flatMap({
                ReferenceName($0)
            })
        else {
            guard branch == Workspace.defaultBranch || repository.headBranchIs(store.branch) else {
                throw Self.notDefault(branch)
            }
            return nil
        }
        let head = ReferenceName("refs/remotes/\(remote)/HEAD")
        let isRemoteHead =
            try head.map { try repository.symbolicTarget(of: $0) == tracking } ?? false
        guard there.shorthand == Workspace.defaultBranch || isRemoteHead else {
            throw Self.notDefault(branch)
        }
        guard try repository.target(of: tracking)?.description == position.commit else {
            throw Refusal(
                .notFastForward,
                "“\(branch)” differs from the branch at \(remote): some commits have not been pushed or "
                    + "fetched yet.",
                hint: .typed("Run `dragoman sync` to merge both."))
        }
        return Upstream(remote: remote, branch: there)
    }

    private static func notDefault(_ branch: String) -> Refusal {
        Refusal(
            .repository, "“\(branch)” is not the project's default branch.",
            hint: "Merge it, then gather on “\(Workspace.defaultBranch)”.")
    }

    /// Pushes a commit to its upstream, as ``Exchange`` does.
    ///
    /// Throws a ``Refusal`` if the remote changed meanwhile.
    package func push(
        _ landing: Landing, _ dialogue: RemoteDialogue = RemoteDialogue()
    ) throws {
        let exchange = Exchange(workspace.store, host: workspace.host, dialogue: dialogue)
        exchange.warnOfRemovedSettings()
        do {
            try exchange.send(
                landing.new, over: landing.old, to: landing.upstream.branch,
                at: exchange.place(landing.upstream.remote))
        } catch let rejection as PushRejection {
            throw rejection.refusal
        }
    }
}

extension GitRepository {
    fileprivate func headBranchIs(_ branch: ReferenceName) -> Bool {
        (try? headBranch()) == branch
    }
}
