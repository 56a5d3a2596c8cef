package import EventStore
package import Git
import Machine
package import Pictures
import Synchronization
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

    /// Returns the reference that records the pictures of a remote, or nil for an invalid name.
    package static func copy(of remote: String) -> ReferenceName? {
        ReferenceName("refs/dragoman/remotes/\(remote)/pictures")
    }

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
        return try picture(entry.id, name).map(State.stored) ?? .missing
    }

    /// Returns true if the repository has a picture, without reading it.
    package func isStored(_ name: PictureName) throws -> Bool {
        guard let commit = try commit,
            let entry = try repository.entry(atPath: Self.path(of: name), in: commit)
        else { return false }
        return entry.mode.isFile && entry.id != Self.empty
    }

    /// Returns the size of a picture in pixels, or nil if the repository does not have it.
    ///
    /// Cost: reads the picture when its size is asked for the first time.
    package func size(of name: PictureName) throws -> PictureSize? {
        guard try isStored(name) else { return nil }
        if let known = Self.sizes.withLock({ $0[name] }) { return known }
        guard case .stored(let bytes) = try state(of: name),
            let size = Picture.size(ofStored: bytes, name.format)
        else { return nil }
        Self.sizes.withLock { sizes in
            if sizes.count >= Self.mostSizes { sizes = [:] }
            sizes[name] = size
        }
        return size
    }

    /// The sizes of pictures that were read; the name is a hash, so they never change.
    private static let sizes = Mutex<[PictureName: PictureSize]>([:])
    private static let mostSizes = 10_000

    /// The names of the stored pictures, in order.
    package var names: [PictureName] {
        get throws { try stored.keys.sorted { $0.description < $1.description } }
    }

    /// The sizes of the stored pictures, in bytes.
    ///
    /// Cost: reads the header of each picture.
    package var sizes: [PictureName: Int] {
        get throws { try stored.mapValues { try repository.objectSize($0) ?? 0 } }
    }

    private var stored: [PictureName: ObjectID] {
        get throws { try commit.map(files)?.filter { $0.value != Self.empty } ?? [:] }
    }

    /// Stores a picture unless it is already stored.
    ///
    /// The picture is durable when this returns. Throws a refusal if it was removed.
    package func add(_ picture: Picture, author: Author) throws {
        try change("add a picture", author) { old in
            switch try state(of: picture.name) {
            case .stored: return nil
            case .removed:
                throw Refusal(
                    .exists, "This picture was removed, and is not stored again.",
                    hint: "Use another picture.")
            case .missing:
                return try file(picture.name, picture.bytes, over: old)
            }
        }
    }

    /// Removes a picture for good, even if only another repository has it.
    ///
    /// Also deletes the records of the remotes' pictures, which contain it until the next sync.
    /// The bytes stay in Git's object database until `git gc` finds that nothing refers to them.
    package func remove(_ name: PictureName, author: Author) throws {
        try change("remove a picture", author) { old in
            guard try state(of: name) != .removed else { return nil }
            return try file(name, [], over: old)
        }
        try deleteCopies(matching: "refs/dragoman/remotes/*/pictures")
    }

    /// Drops pictures that nothing needs, but does not mark them as removed.
    ///
    /// They can be stored again, or come back with a sync.
    package func drop(_ names: [PictureName], author: Author) throws {
        try change("drop pictures", author) { old in
            let present = try old.map(files) ?? [:]
            let dropped = names.filter { present[$0].map { $0 != Self.empty } ?? false }
            guard let old, !dropped.isEmpty else { return nil }
            return .tree(
                try repository.createTree(
                    base: old, changes: dropped.map { .remove(path: Self.path(of: $0)) }))
        }
    }

    /// Deletes the records of remotes' pictures that match a pattern, except for `kept`.
    package func deleteCopies(matching glob: String, besides kept: ReferenceName? = nil) throws {
        for copy in try repository.references(matching: glob) where copy.name != kept {
            do throws(GitError) {
                try repository.delete(copy.name, from: copy.target)
            } catch {
                // A sync that runs meanwhile replaces it.
                guard error.code == .modified || error.code == .locked || error.code == .notFound
                else { throw error }
            }
        }
    }

    /// Adds the pictures and the removals in another repository's commit.
    ///
    /// If both sides have different bytes under a name, the ones with the name's hash stay. Other
    /// files are left out. Returns the commit that now contains everything. This is `theirs` if it
    /// contains exactly that, and has no history.
    package func merge(_ theirs: ObjectID?, author: Author) throws -> ObjectID? {
        guard let theirs else { return try commit }
        let wanted = try files(in: theirs)
        let other = try repository.commit(theirs)
        try change("merge pictures", author) { ours in
            var merged = try ours.map(files) ?? [:]
            for (name, blob) in wanted {
                guard let own = merged[name] else {
                    if try isGenuine(blob, name) { merged[name] = blob }
                    continue
                }
                if own == blob || own == Self.empty { continue }
                if try blob == Self.empty || !isGenuine(own, name) {
                    merged[name] = try isGenuine(blob, name) ? blob : nil
                }
            }
            let tree = try repository.createTree(base: nil, changes: Self.changes(merged))
            if tree == other.tree, other.parents.isEmpty {
                return ours == theirs ? nil : .commit(theirs)
            }
            return try ours.map { try repository.commit($0).tree } == tree ? nil : .tree(tree)
        }
        return try commit
    }

    /// Returns true for the file of a picture, or of a removed one.
    private func isGenuine(_ blob: ObjectID, _ name: PictureName) throws -> Bool {
        try blob == Self.empty || picture(blob, name) != nil
    }

    /// Returns the bytes of a picture, or nil if they cannot have its name.
    ///
    /// Reads no file that is larger than a picture can be.
    private func picture(_ blob: ObjectID, _ name: PictureName) throws -> [UInt8]? {
        guard let size = try repository.objectSize(blob), size <= Picture.maximumStoredBytes
        else { return nil }
        let bytes = try repository.readBlob(blob)
        return name.matches(bytes) ? bytes : nil
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
        /// Makes a commit of a tree.
        case tree(ObjectID)
        /// Takes over a commit as it is.
        case commit(ObjectID)
    }

    private static func changes(_ files: [PictureName: ObjectID]) -> [TreeChange] {
        files.map { .upsert(path: path(of: $0), id: $1) }
    }

    /// Returns the change that sets the file of a picture.
    private func file(
        _ name: PictureName, _ bytes: [UInt8], over old: ObjectID?
    ) throws -> Change {
        let blob = try repository.writeBlob(bytes)
        return .tree(
            try repository.createTree(base: old, changes: Self.changes([name: blob])))
    }

    /// Replaces the commit with the change that `body` returns for the current commit.
    private func change(
        _ message: String, _ author: Author, _ body: (ObjectID?) throws -> Change?
    ) throws {
        for _ in 0..<100 {
            let old = try commit
            guard let change = try body(old) else { return }
            let new: ObjectID
            switch change {
            case .commit(let commit): new = commit
            case .tree(let tree):
                let signature = Signature(
                    name: author.name, email: author.email, secondsSinceEpoch: author.seconds)
                new = try repository.createCommit(
                    tree: tree, parents: [], author: signature, committer: signature,
                    message: message + "\n")
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
