import Clibgit2
import Synchronization

extension GitRepository {
    /// Adds directories to read objects from, such as the quarantine of a push that is not accepted
    /// yet.
    ///
    /// `directories` are object directories, like those in Git's `GIT_OBJECT_DIRECTORY` and
    /// `GIT_ALTERNATE_OBJECT_DIRECTORIES`. They are searched after the repository's own directory,
    /// and are never written to.
    public func addObjectDirectories(_ directories: [String]) throws(GitError) {
        for directory in directories { try requireNoNUL(directory, "git_odb_add_disk_alternate") }
        try withHandle { repository throws(GitError) in try repository.add(directories) }
        objectDirectories.withLock { $0 += directories }
    }

    /// Returns the size of an object in bytes, or `nil` if it does not exist.
    ///
    /// Cost: reads the object's header, not its content.
    public func objectSize(_ id: ObjectID) throws(GitError) -> Int? {
        try withHandle { repository throws(GitError) in try repository.header(of: id)?.size }
    }
}

extension GitHandle<RepositoryObject> {
    /// Adds directories to read objects from.
    func add(_ objectDirectories: [String]) throws(GitError) {
        let database = try database()
        for directory in objectDirectories {
            try check(
                unsafe git_odb_add_disk_alternate(database.pointer, directory),
                "git_odb_add_disk_alternate")
            for directory in ObjectDirectories.reaching(from: directory) {
                try LooseObjectSource.add(directory, to: database)
            }
        }
    }
}
