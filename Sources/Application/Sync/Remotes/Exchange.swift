import EventStore
import Git
package import GitEventStore
package import Machine
package import struct Machine.Host
package import Translation
import Workspace

/// The transfers between a repository and its remotes.
///
/// The repository need not contain a project, because there may be none before the first fetch.
package struct Exchange {
    /// The log, which may not exist yet.
    package let store: GitEventStore
    let host: Host
    let dialogue: RemoteDialogue
    /// The author of merges, or nil for the identity in Git's configuration.
    package var committer: Actor?
    /// Whether a sync of the texts also fetches the remote's pictures.
    package var includesPictures = false

    /// Opens the repository that contains a directory.
    package init(
        _ directory: String, branch: String = Workspace.defaultBranch, host: Host,
        dialogue: RemoteDialogue = RemoteDialogue()
    ) throws {
        self.init(
            try Workspace.store(directory, branch: branch, host: host), host: host,
            dialogue: dialogue)
        warnOfRemovedSettings()
    }

    init(_ store: GitEventStore, host: Host, dialogue: RemoteDialogue) {
        self.store = store
        self.host = host
        self.dialogue = dialogue
    }

    var repository: GitRepository { store.repository }

    /// Returns the author of merges, with the current time.
    func author() throws -> Author {
        try Workspace.author(committer, of: repository, host: host)
    }

    /// Starts packing in the background if many objects have accumulated; call this last.
    func collectGarbageIfNeeded() {
        AutomaticCollection(repository: repository, host: host).collectIfNeeded()
    }

    // MARK: Choosing the remote

    /// Returns the named remote, or the default remote if `name` is nil.
    ///
    /// The default is the branch's upstream remote, otherwise `origin`, otherwise the only remote.
    func place(_ name: String?) throws -> RemotePlace {
        let remotes = try repository.remotes()
        if let name {
            if let remote = remotes.first(where: { $0.name == name }) { return try place(remote) }
            throw Self.unknownRemote(name, among: remotes)
        }
        let usual = try repository.string(forKey: "branch.\(store.branch.shorthand).remote")
        if let remote = remotes.first(where: { $0.name == usual })
            ?? remotes.first(where: { $0.name == "origin" })
            ?? (remotes.count == 1 ? remotes.first : nil)
        {
            return try place(remote)
        }
        guard remotes.isEmpty else {
            throw Refusal(
                .unknownRemote, "There are \(remotes.count) remotes, but none is called origin.",
                hint: "Specify one: \(remotes.map(\.name).joined(separator: ", ")).")
        }
        throw Refusal(
            .unknownRemote, "There is no remote.",
            hint: .typed("`dragoman remote add origin URL` adds one."))
    }

    private func place(_ remote: Remote) throws -> RemotePlace {
        RemotePlace(
            name: remote.name,
            address: try RemoteAddress(
                remote.url, from: repository.directoryOfRelativePaths))
    }

    static func unknownRemote(_ name: String, among remotes: [Remote]) -> Refusal {
        Refusal(
            .unknownRemote, "There is no remote “\(name)”.",
            hint: .typed(
                "`dragoman remote` lists them; `dragoman remote add \(name) URL` adds it."),
            nearest: NearestMatches.of(name, among: remotes.map(\.name)))
    }

    /// Returns the branch that the local branch is configured to follow, or otherwise the branch
    /// with the same name.
    func remoteBranch(at place: RemotePlace) throws -> ReferenceName {
        let short = store.branch.shorthand
        guard try repository.string(forKey: "branch.\(short).remote") == place.name,
            let merge = try repository.string(forKey: "branch.\(short).merge"),
            let name = ReferenceName(merge), name.isBranch
        else { return store.branch }
        return name
    }

    /// Returns the remote-tracking branch for a branch, or nil if the remote has no name.
    func tracking(_ branch: ReferenceName, at place: RemotePlace) -> ReferenceName? {
        place.name.flatMap { ReferenceName("refs/remotes/\($0)/\(branch.shorthand)") }
    }

    // MARK: The transport

    /// Runs a transfer with the program `git`.
    ///
    /// Throws a ``Refusal`` if `git` is not installed or the transfer fails.
    func transfer<T>(
        isClone: Bool = false, _ body: (GitTransport) throws -> T
    ) throws -> T {
        guard let program = Program.find("git", on: host) else {
            throw Refusal(
                .file, "Transfers need git, which is not in PATH.",
                hint: "Install it: `apt install git`, `dnf install git` or `brew install git`.")
        }
        do {
            return try body(
                GitTransport(
                    program: program, repository: repository, host: host, dialogue: dialogue))
        } catch let failure as RemoteFailure {
            throw failure.refusal(isClone: isClone)
        }
    }

    /// Warns about settings from earlier versions, which would otherwise be silently ignored.
    func warnOfRemovedSettings() {
        if host.variable("DRAGOMAN_TRANSPORT") != nil {
            dialogue.warn(
                "DRAGOMAN_TRANSPORT no longer has any effect: git does every transfer. Unset it.")
        }
        if let value = try? repository.string(forKey: "dragoman.transport") {
            dialogue.warn(
                "dragoman.transport = \(value) no longer has any effect: git does every "
                    + "transfer. Remove it with `git config --unset dragoman.transport`."
            )
        }
    }
}

extension Refusal.Hint {
    static let nameBranch = Refusal.Hint.typed("Choose another branch with --branch.")
}
