public import EventStore
package import Git
import GitEventStore
import Machine
import Translation

extension ProjectScope {
    /// Returns the tags and branches, including those of remotes, by their short names.
    public func revisionNames() throws -> [String] {
        try names(matching: "refs/tags/*") + branchNames()
            + names(matching: "refs/remotes/*").filter { !$0.hasSuffix("/HEAD") }
    }

    /// Returns the local branches by their short names.
    public func branchNames() throws -> [String] { try names(matching: "refs/heads/*") }

    private func names(matching glob: String) throws -> [String] {
        try store.repository.references(matching: glob).map(\.name.shorthand)
    }

    /// Returns the position of the log in the commit that a revision refers to.
    ///
    /// Rejects a commit without a project.
    public func position(of revision: String) throws -> Position {
        let commit = try commit(of: revision)
        let position = try store.position(of: commit)
        guard try store.file(atPath: ProjectFile.name, in: position) != nil else {
            throw Refusal(
                .unknownRevision, "The commit \(revision) contains no translations.",
                hint: "Specify a commit of the branch “\(store.branch.shorthand)”.")
        }
        return position
    }

    /// Returns the commit that a revision refers to.
    ///
    /// If there is no such commit, the refusal suggests similar names. In a shallow clone, it also
    /// suggests the command that fetches the missing history.
    package func commit(of revision: String) throws -> ObjectID {
        do {
            return try findCommit(revision)
        } catch {
            guard error.code != .ambiguous else {
                throw Refusal(
                    .unknownRevision, "Several objects are named \(revision).",
                    hint: "Give more characters of the id.")
            }
            throw try UnknownRevision(revision, in: log).refusal()
        }
    }

    func findCommit(_ revision: String) throws(GitError) -> ObjectID {
        let fallback = try store.readBranch() ?? store.branch
        return try store.repository.resolve(revision: revision, default: fallback)
    }

    /// Returns the branch's remote in Git's configuration, or otherwise `origin` if it exists.
    func remoteName() throws(GitError) -> String? {
        let repository = store.repository
        let branch = store.branch.shorthand
        if let name = try repository.string(forKey: "branch.\(branch).remote") { return name }
        return try repository.string(forKey: "remote.origin.url") == nil ? nil : "origin"
    }
}

/// A revision that matches no commit, with suggestions to correct or fetch it.
struct UnknownRevision {
    private let revision: String
    private let log: ProjectLog
    /// The name at the start of the revision, before `~`, `^`, `@{` or `:`.
    private let name: String
    private let suffix: String

    init(_ revision: String, in log: ProjectLog) {
        self.revision = revision
        self.log = log
        let bytes = Array(revision.utf8)
        let end = bytes.indices.first { index in
            switch bytes[index] {
            case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: ":"): true
            case UInt8(ascii: "@"): bytes[index...].starts(with: "@{".utf8)
            default: false
            }
        }
        name = String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
        suffix = String(decoding: bytes[(end ?? bytes.count)...], as: UTF8.self)
    }

    func refusal() throws -> Refusal {
        if Timestamp.milliseconds(revision) != nil {
            return Refusal(
                .unknownRevision, "“\(revision)” is a time, not a revision.",
                hint: Refusal.Hint(
                    typed:
                        "`--at \(revision)` selects a time; `\(branch)@{\(revision)}` names the commit of the branch at that time.",
                    http: "`at=\(revision)` selects a time."))
        }
        let nearest = try nearestNames()
        if let fetch = try fetch() {
            return Refusal(
                .unknownRevision, "This shallow clone has no commit \(revision).",
                hint: "Run `\(fetch)` to fetch it, if the remote has it.", nearest: nearest)
        }
        return Refusal(
            .unknownRevision, "There is no commit \(revision).",
            hint: "`git log \(branch)` and `git tag` list commits and tags.", nearest: nearest)
    }

    private var branch: String { log.store.branch.shorthand }

    /// Returns tags and branches, including remote branches, with similar names.
    ///
    /// Returns an empty array if the name exists and only its suffix is wrong.
    func nearestNames() throws -> [String] {
        if !suffix.isEmpty, (try? log.findCommit(name)) != nil { return [] }
        return NearestMatches.of(name, among: try log.revisionNames())
    }

    /// Returns the command that fetches the missing history, or `nil` if no command can fetch it.
    func fetch() throws -> String? {
        guard try log.store.repository.isShallow(), let remote = try log.remoteName(),
            !suffix.hasPrefix("@{"),
            !suffix.hasPrefix(":")
        else { return nil }
        // The suffix refers to an ancestor at an unknown depth.
        guard suffix.isEmpty else { return "git fetch --unshallow --tags \(remote)" }
        if isHexadecimal {
            return name.utf8.count == ObjectID.hexLength
                ? "git fetch --depth 1 \(remote) \(name)" : "git fetch --unshallow \(remote)"
        }
        let tracking = "\(remote)/"
        if name.hasPrefix(tracking) {
            let branch = name.dropFirst(tracking.count)
            return "git fetch --depth 1 \(remote) \(branch):refs/remotes/\(name)"
        }
        guard ReferenceName(branch: name) != nil else { return nil }
        let tag = ["refs/tags/", "tags/"].first(where: name.hasPrefix).map {
            name.dropFirst($0.count)
        }
        return "git fetch --depth 1 \(remote) tag \(tag ?? name[...])"
    }

    private var isHexadecimal: Bool {
        (Workspace.shortestFragment...ObjectID.hexLength).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }
}
