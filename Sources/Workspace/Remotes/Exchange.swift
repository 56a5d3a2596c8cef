import EventStore
import Git
public import GitEventStore
import Translation

/// The traffic between a repository and its remotes.
///
/// Needs no project here: a repository may have none before it fetches one.
public struct Exchange {
    /// The log, which need not exist yet.
    public let store: GitEventStore
    let host: Host
    let dialogue: RemoteDialogue

    /// The traffic of the repository that a directory lies in.
    public init(
        _ directory: String, branch: String = Workspace.defaultBranch, host: Host,
        dialogue: RemoteDialogue = RemoteDialogue()
    ) throws {
        self.init(
            try Workspace.store(directory, branch: branch, host: host), host: host,
            dialogue: dialogue)
    }

    init(_ store: GitEventStore, host: Host, dialogue: RemoteDialogue) {
        self.store = store
        self.host = host
        self.dialogue = dialogue
    }

    var repository: GitRepository { store.repository }

    /// Lets `git` pack what was fetched and made, once it is much; to be called at the end.
    func collectGarbageIfNeeded() {
        AutomaticCollection(repository: repository, host: host).collectIfNeeded()
    }

    // MARK: Which remote

    /// The remote that is meant: the one that is named, else the one that the branch comes from, else the only one.
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
                .unknownRemote, "There are \(remotes.count) remotes, and none is called origin.",
                hint: "Name one: \(remotes.map(\.name).joined(separator: ", ")).")
        }
        throw Refusal(
            .unknownRemote, "There is no remote.",
            hint: .remote(.add))
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
            hint: .remote(.list(adding: name)),
            nearest: NearestMatches.of(name, among: remotes.map(\.name)))
    }

    /// The branch there that the local one follows: that of its settings, else the one of the same name.
    func remoteBranch(at place: RemotePlace) throws -> ReferenceName {
        let short = store.branch.shorthand
        guard try repository.string(forKey: "branch.\(short).remote") == place.name,
            let merge = try repository.string(forKey: "branch.\(short).merge"),
            let name = ReferenceName(merge), name.isBranch
        else { return store.branch }
        return name
    }

    /// Where a branch of the remote is kept here.
    func tracking(_ branch: ReferenceName, at place: RemotePlace) -> ReferenceName? {
        place.name.flatMap { ReferenceName("refs/remotes/\($0)/\(branch.shorthand)") }
    }

    // MARK: Which carrier

    /// What carries the objects, `git`, `libgit2` or `auto`.
    ///
    /// `DRAGOMAN_TRANSPORT` in the environment says so, else git's `dragoman.transport`.
    func carrier(for need: CarrierNeed, at place: RemotePlace) throws -> any Carrier {
        let wish =
            try host.variable("DRAGOMAN_TRANSPORT")
            ?? repository.string(forKey: "dragoman.transport") ?? "auto"
        let libgit2 = Libgit2Carrier(
            repository: repository, host: host, dialogue: dialogue)
        switch wish.lowercased() {
        case "libgit2": return libgit2
        case "git":
            guard let program = Program.find("git", on: host) else {
                throw Refusal(
                    .file, "There is no program git in PATH, and dragoman.transport asks for it.",
                    hint: "Install git, or run `git config --unset dragoman.transport`.")
            }
            return git(program)
        case "auto":
            guard let program = Program.find("git", on: host) else { return libgit2 }
            return need.isBetterByLibgit2(at: place.address) ? libgit2 : git(program)
        default:
            throw Refusal(
                .invalidValue, "“\(wish)” is no way to transfer (dragoman.transport).",
                hint: "The ways are auto, git and libgit2.")
        }
    }

    private func git(_ program: String) -> GitCarrier {
        GitCarrier(
            program: program, repository: repository, host: host, dialogue: dialogue)
    }

    /// Runs a transfer; what goes wrong is a ``Refusal``.
    func carry<T>(
        _ need: CarrierNeed, at place: RemotePlace, _ body: (any Carrier) throws -> T
    ) throws -> T {
        let carrier = try carrier(for: need, at: place)
        do {
            return try body(carrier)
        } catch let failure as RemoteFailure {
            throw failure.refusal(of: need)
        }
    }
}

/// What a transfer is for.
enum CarrierNeed {
    /// To see what is there.
    case look
    /// To bring what is new.
    case fetch
    /// To bring all.
    case clone
    /// To send what is new.
    case push

    /// Whether libgit2 is the better one although there is git; see `docs/decisions/0052-dragoman-chooses-its-own-refspecs.md`.
    func isBetterByLibgit2(at address: RemoteAddress) -> Bool { false }
}
