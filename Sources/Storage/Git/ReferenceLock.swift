import Clibgit2

/// The lock on a reference, held until the reference is moved or this object is released.
@safe
final class ReferenceLock {
    private let name: ReferenceName
    /// The lock file, which replaces the reference's file on a move.
    let path: String
    private let files: UnsafeMutablePointer<git_refdb_backend>
    /// libgit2's handle for the lock; `nil` after its release.
    private var held: UnsafeMutableRawPointer?

    /// Takes the lock, or throws ``GitError/Code/locked`` if another process holds it.
    init(
        of name: ReferenceName, in repository: borrowing GitHandle<RepositoryObject>
    ) throws(GitError) {
        var backend: UnsafeMutablePointer<git_refdb_backend>?
        try check(
            unsafe git_refdb_backend_fs(&backend, repository.pointer), "git_refdb_backend_fs")
        guard let backend = unsafe backend else {
            throw GitError(
                code: .unspecified, function: "git_refdb_backend_fs",
                message: "nothing was returned"
            )
        }
        self.name = name
        path =
            unsafe (directory(git_repository_commondir(repository.pointer)) ?? "") + "/\(name).lock"
        unsafe files = backend
        try check(
            unsafe backend.pointee.lock(&held, backend, name.rawValue), "git_refdb_backend.lock")
    }

    deinit {
        if let payload = unsafe held {
            _ = unsafe files.pointee.unlock(files, payload, 0, 0, nil, nil, nil)
        }
        unsafe files.pointee.free(files)
    }

    /// Returns the target of the reference, or `nil` if it does not exist.
    func target() throws(GitError) -> ObjectID? {
        let reference = try unsafe GitHandle<ReferenceObject>.ifFound("git_refdb_backend.lookup") {
            out in
            unsafe files.pointee.lookup(&out, files, name.rawValue)
        }
        guard let reference else { return nil }
        return unsafe ObjectID(git_reference_target(reference.pointer))
    }

    /// Moves the reference durably and releases the lock; the reference's log is not changed.
    func move(to new: ObjectID) throws(GitError) {
        var raw = new.raw
        let reference = try unsafe GitHandle<ReferenceObject>("git_reference__alloc") { out in
            unsafe out = git_reference__alloc(name.rawValue, &raw, nil)
            return GIT_OK.rawValue
        }
        let payload = unsafe held
        unsafe held = nil
        try check(
            unsafe files.pointee.unlock(files, payload, 1, 0, reference.pointer, nil, nil),
            "git_refdb_backend.unlock")
    }
}
