package import EventStore
package import Git
import Machine
package import Pictures
import Translation

/// The stored pictures of a repository, under a reference of their own.
///
/// The reference points at a commit without a parent, and each change replaces the commit, so that
/// a removed picture does not stay in a history. The file of a removed picture is empty, so that
/// another repository's copy does not come back (`docs/internals/data-model.md`).
package struct PictureStore {
    private let repository: GitRepository
    private let host: Host

    /// The reference, which no clone fetches because it is not a branch or tag.
    package static let reference = ReferenceName(checked: "refs/dragoman/pictures")

    package init(_ repository: GitRepository, host: Host) {
        self.repository = repository
        self.host = host
    }

    /// A picture's state in the repository.
    package enum State: Sendable, Equatable {
        case stored([UInt8])
        /// The picture was removed, and cannot be added again.
        case removed
        /// The repository does not have the picture, but another one may.
        case missing
    }

    /// The commit that contains the pictures, or nil if there have never been any.
    package var commit: ObjectID? {
        get throws { try repository.target(of: Self.reference) }
    }

    /// Returns the state of a picture.
    ///
    /// Somebody may have pushed other bytes under its name. They count as missing.
    package func state(of name: PictureName) throws -> State {
        guard let commit = try commit,
            let entry = try repository.entry(atPath: Self.path(of: name), in: commit),
            entry.mode.isFile
        else { return .missing }
        guard entry.id != Self.empty else { return .removed }
        let bytes = try repository.readBlob(entry.id)
        return name.matches(bytes) ? .stored(bytes) : .missing
    }

    /// Returns true if the repository has a picture, without reading it.
    package func isStored(_ name: PictureName) throws -> Bool {
        guard let commit = try commit,
            let entry = try repository.entry(atPath: Self.path(of: name), in: commit)
        else { return false }
        return entry.mode.isFile && entry.id != Self.empty
    }

    /// Stores a picture, which may be there already.
    ///
    /// The picture is durable when this returns. Throws a refusal if it was removed.
    package func add(_ picture: Picture, author: Author) throws {
        try change("add a picture", author) { _ in
            switch try state(of: picture.name) {
            case .stored: return nil
            case .removed:
                throw Refusal(
                    .exists, "This picture was removed, and is not stored again.",
                    hint: "Use another picture.")
            case .missing:
                return .files([picture.name: try repository.writeBlob(picture.bytes)])
            }
        }
    }

    /// Removes a picture for good, even if only another repository has it.
    ///
    /// The bytes stay in Git's object database until `git gc` finds that nothing refers to them.
    package func remove(_ name: PictureName, author: Author) throws {
        try change("remove a picture", author) { _ in
            guard try state(of: name) != .removed else { return nil }
            return .files([name: try repository.writeBlob([])])
        }
    }

    /// Adds the pictures and the removals in another repository's commit.
    ///
    /// Returns the commit that now contains everything, which is `theirs` if it lacked nothing.
    package func unite(with theirs: ObjectID?, author: Author) throws -> ObjectID? {
        guard let theirs else { return try commit }
        let wanted = try files(in: theirs)
        try change("unite pictures", author) { ours in
            let known = try ours.map(files) ?? [:]
            guard !Self.news(of: known, for: wanted).isEmpty else {
                return ours == theirs ? nil : .commit(theirs)
            }
            let news = Self.news(of: wanted, for: known)
            return news.isEmpty ? nil : .files(news)
        }
        return try commit
    }

    /// Returns the files of one side that the other one lacks or has not removed.
    private static func news(
        of one: [PictureName: ObjectID], for other: [PictureName: ObjectID]
    ) -> [PictureName: ObjectID] {
        one.filter { name, blob in
            other[name] == nil || (blob == empty && other[name] != empty)
        }
    }

    // MARK: The commit

    /// The id of an empty file.
    private static let empty = ObjectID(hex: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")

    private static func path(of name: PictureName) -> String {
        "\(name.hash.prefix(2))/\(name)"
    }

    /// Returns the files of a commit by name; others are ignored.
    private func files(in commit: ObjectID) throws -> [PictureName: ObjectID] {
        var files: [PictureName: ObjectID] = [:]
        try repository.forEachFile(in: commit) { path, blob throws(GitError) in
            guard let last = path.split(separator: "/").last, let name = PictureName(last),
                Self.path(of: name) == path
            else { return }
            files[name] = blob
        }
        return files
    }

    private enum Change {
        /// Sets the files of pictures.
        case files([PictureName: ObjectID])
        /// Takes over a commit as it is.
        case commit(ObjectID)
    }

    /// Replaces the commit as `body` says, which gets the present one.
    private func change(
        _ message: String, _ author: Author, _ body: (ObjectID?) throws -> Change?
    ) throws {
        for _ in 0..<100 {
            let old = try commit
            guard let change = try body(old) else { return }
            let new: ObjectID
            switch change {
            case .commit(let commit): new = commit
            case .files(let files):
                let changes = files.map { TreeChange.upsert(path: Self.path(of: $0), id: $1) }
                let signature = Signature(
                    name: author.name, email: author.email, secondsSinceEpoch: author.seconds)
                new = try repository.createCommit(
                    tree: repository.createTree(base: old, changes: changes), parents: [],
                    author: signature, committer: signature, message: message + "\n")
            }
            do throws(GitError) {
                try repository.update(
                    Self.reference, from: old, to: new, message: message,
                    identity: (author.name, author.email))
                // The log would keep removed pictures for weeks.
                try repository.removeReflog(of: Self.reference)
                return
            } catch {
                guard error.code == .modified || error.code == .locked else { throw error }
                host.pause(10)
            }
        }
        throw Refusal(
            .busy, "Other processes kept changing the pictures.", hint: "Try again in a moment.")
    }
}
