import Foundation
import Git
import GitEventStore
package import Machine
package import struct Machine.Host
import Translation
import Workspace

/// The result of a clone.
package struct CloneReport: Sendable {
    /// The directory that contains the clone.
    package let directory: String
    package let gitDirectory: String
    package let branch: String
    package let commit: String
    /// The address of the source, without a password.
    package let url: String
}

/// Clones a repository; the result has the same layout as a repository created by
/// ``Workspace/initialize(_:_:host:warn:)``.
package struct Cloning {
    /// The address of the source.
    package let address: RemoteAddress
    /// The directory to clone into.
    package let directory: String
    /// The branch that holds the translations.
    package var branch = Workspace.defaultBranch
    /// The number of commits of history to fetch; nil for all.
    package var depth: Int?
    /// Whether the clone and later fetches fetch only this branch.
    package var isSingleBranch = false
    private let host: Host
    private let dialogue: RemoteDialogue

    /// Prepares a clone.
    ///
    /// Without `directory`, the clone goes into a directory named after the address. Throws a
    /// ``Refusal`` if the address is invalid or provides no name.
    package init(
        _ url: String, to directory: String?, host: Host,
        dialogue: RemoteDialogue = RemoteDialogue()
    ) throws {
        address = try RemoteAddress(url, from: host.currentDirectory)
        let name = address.directoryName
        guard directory != nil || (!name.isEmpty && name != "." && name != "..") else {
            throw Refusal(
                .invalidValue,
                "A directory name for the clone cannot be derived from \(address.shown).",
                hint: "Add a directory after the address.")
        }
        self.directory = host.absolute(directory ?? name)
        self.host = host
        self.dialogue = dialogue
    }

    /// The prefix of the directories in which clones are built.
    private static let stagingPrefix = ".dragoman-clone-"

    /// Clones the repository.
    ///
    /// Builds the clone in a staging directory and moves it into place once it is complete, so an
    /// interruption never leaves an incomplete clone. Throws a ``Refusal``, and leaves nothing
    /// behind, if the directory is not empty or the branch contains no translations.
    package func run() throws -> CloneReport {
        let branch = try Workspace.branchName(branch)
        let isNew = !Files.exists(directory)
        if !isNew { try requireEmpty() }
        try Files.makeDirectory(directory)
        let staging = "\(directory)/\(Self.stagingPrefix)\(Self.suffix(host))"
        do {
            try Files.makeDirectory(staging)
            let commit = try fill(staging, branch)
            guard !Files.exists(directory + "/.git") else { throw notEmpty }
            try Files.move(staging + "/.git", to: directory + "/.git")
            try Files.remove(staging)
            removeLeftovers()
            return CloneReport(
                directory: directory, gitDirectory: directory + "/.git",
                branch: branch.shorthand, commit: commit.description, url: address.shown)
        } catch {
            try? Files.remove(staging)
            if isNew { rmdir(directory) }
            throw (error as? RemoteFailure)?.refusal(isClone: true) ?? error
        }
    }

    private static func suffix(_ host: Host) -> String {
        String(host.random.next(), radix: 36)
    }

    private var notEmpty: Refusal {
        Refusal(
            .exists, "\(directory) already exists and is not empty.",
            hint: .typed("Choose another directory, or run `dragoman sync` in this one."))
    }

    /// Throws unless the directory is empty, except for the remains of killed clones.
    private func requireEmpty() throws {
        guard Files.isDirectory(directory) else { throw notEmpty }
        let names = try Files.names(in: directory)
        guard names.allSatisfy({ $0.hasPrefix(Self.stagingPrefix) }) else { throw notEmpty }
    }

    /// Removes the remains of killed clones, which may be large.
    ///
    /// This also breaks a clone that is still running, which would fail anyway: this clone is
    /// already in place.
    private func removeLeftovers() {
        let names = (try? Files.names(in: directory)) ?? []
        for name in names where name.hasPrefix(Self.stagingPrefix) {
            try? Files.remove("\(directory)/\(name)")
        }
    }

    private func fill(_ staging: String, _ branch: ReferenceName) throws -> ObjectID {
        try transfer(branch, to: try begin(in: staging, branch))
        let repository = try GitRepository.open(at: staging)
        try repository.setString("core.logAllRefUpdates", "always")
        let exchange = exchange(of: branch, in: repository)
        guard let tracking = exchange.tracking(branch, at: place),
            let commit = try repository.target(of: tracking)
        else { throw try missing(branch, exchange) }
        let position = try exchange.store.position(of: commit)
        guard let bytes = try exchange.store.file(atPath: ProjectFile.name, in: position) else {
            throw Refusal(
                .repository,
                "The branch “\(branch.shorthand)” of \(address.shown) contains no translations: "
                    + "it has no \(ProjectFile.name).",
                hint: .nameBranch)
        }
        _ = try ProjectFile.read(bytes)
        let here = try repository.target(of: branch)
        if here != commit {
            let identity = try repository.identity(
                name: host.variable("GIT_AUTHOR_NAME"),
                email: host.variable("GIT_AUTHOR_EMAIL"))
            try repository.update(
                branch, from: here, to: commit, message: "clone: from \(address.shown)",
                identity: identity)
        }
        try exchange.follow(branch, at: place)
        try RepositoryTemplate.installHooks(in: repository.gitDirectory)
        repository.shareAll()
        return commit
    }

    private var place: RemotePlace { RemotePlace(name: "origin", address: address) }

    private func exchange(of branch: ReferenceName, in repository: GitRepository) -> Exchange {
        Exchange(
            GitEventStore(repository: repository, branch: branch), host: host,
            dialogue: dialogue)
    }

    /// Creates an empty repository with the remote in its settings.
    private func begin(in staging: String, _ branch: ReferenceName) throws -> GitRepository {
        let repository = try GitRepository.create(at: staging, initialBranch: branch.shorthand)
        try repository.addRemote("origin", url: address.text)
        if fetchesOneBranch {
            try repository.setString(
                "remote.origin.fetch",
                "+\(branch):refs/remotes/origin/\(branch.shorthand)")
        }
        return repository
    }

    private var fetchesOneBranch: Bool { isSingleBranch || depth != nil }

    /// Fetches everything that the clone needs.
    private func transfer(_ branch: ReferenceName, to repository: GitRepository) throws {
        let exchange = exchange(of: branch, in: repository)
        exchange.warnOfRemovedSettings()
        try exchange.transfer(isClone: true) { git in
            do {
                try git.clone(
                    Clone(branch: branch, depth: depth, isSingleBranch: fetchesOneBranch),
                    from: place)
            } catch let failure as RemoteFailure where failure.kind == .noSuchReference {
                throw try missing(branch, exchange)
            }
        }
    }

    /// Returns a refusal that reports the missing branch and suggests similar branches in the
    /// remote.
    private func missing(_ branch: ReferenceName, _ exchange: Exchange) throws -> Refusal {
        let there = try exchange.transfer(isClone: true) { try $0.references(of: place) }
        let branches = there.compactMap { ReferenceName($0.name) }.filter(\.isBranch)
            .map(\.shorthand)
        guard !branches.isEmpty else {
            return Refusal(
                .repository, "The repository \(address.shown) is empty.",
                hint: .typed(
                    "`dragoman init`, `dragoman remote add origin URL` and `dragoman push` start "
                        + "a project there."
                ))
        }
        return Refusal(
            .repository, "\(address.shown) has no branch “\(branch.shorthand)”.",
            hint: .nameBranch,
            nearest: NearestMatches.of(branch.shorthand, among: branches))
    }
}
