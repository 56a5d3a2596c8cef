import Git
import GitEventStore
import Machine
import Translation
import Workspace

/// Repositories that may contain the missing objects.
struct RepairSources {
    private let workspace: Workspace
    private var open: [(repository: GitRepository, name: String)] = []
    private var remotes: [Remote]
    /// The temporary directories of the fetched repositories, which are deleted together with this
    /// value.
    private var scratch: [ScratchDirectory] = []

    /// Opens the repositories at the given paths; remotes are fetched later, and only if needed.
    init(_ workspace: Workspace, paths: [String]) throws {
        self.workspace = workspace
        for path in paths {
            let absolute = workspace.host.absolute(path)
            do throws(GitError) {
                open.append((try GitRepository.discover(from: absolute), path))
            } catch {
                throw Refusal(opening: error)
            }
        }
        // `origin` comes first, because it is the most likely to be complete.
        remotes = try workspace.store.repository.remotes().sorted { a, b in
            (a.name == "origin" ? 0 : 1, a.name) < (b.name == "origin" ? 0 : 1, b.name)
        }
    }

    /// Returns an undamaged object and the name of its repository, or nil if no repository contains
    /// the object.
    ///
    /// Fetches remotes as needed, and adds those that cannot be fetched to `report`.
    mutating func object(
        _ id: ObjectID, _ report: inout RepairReport
    ) throws -> (RawObject, String)? {
        var index = 0
        while true {
            while index < open.count {
                if let object = try? open[index].repository.readObject(id) {
                    return (object, open[index].name)
                }
                index += 1
            }
            guard !remotes.isEmpty else { return nil }
            let remote = remotes.removeFirst()
            do {
                open.append((try fetched(remote), remote.name))
            } catch {
                let reason = (Refusal(error)?.message ?? "\(error)")
                report.unreachable.append("\(remote.name): \(reason)")
            }
        }
    }

    /// Opens a remote on this machine, or fetches all branches of any other remote into an empty
    /// repository.
    ///
    /// A fetch into the damaged repository would transfer nothing, because Git would claim to have
    /// the missing objects already.
    private mutating func fetched(_ remote: Remote) throws -> GitRepository {
        let own = workspace.store.repository
        let host = workspace.host
        let address = try RemoteAddress(remote.url, from: own.directoryOfRelativePaths)
        if address.kind == .path { return try GitRepository.discover(from: address.path) }
        let directory = try ScratchDirectory(host)
        scratch.append(directory)
        let repository = try GitRepository.create(
            at: directory.path + "/fetched", initialBranch: "none")
        let place = RemotePlace(name: nil, address: address)
        let fetch = Fetch(refspecs: ["+refs/heads/*:refs/remotes/source/*"], tags: .none)
        let store = GitEventStore(repository: repository, branch: workspace.store.branch)
        try Exchange(store, host: host, dialogue: RemoteDialogue()).transfer {
            try $0.fetch(fetch, from: place)
        }
        return repository
    }
}
