import Synchronization

/// Where the running code finds and stores objects, in place of the repository whose objects are in `directory`.
final class StoringPlace: Sendable {
    @TaskLocal static var current: StoringPlace?

    let directory: String
    let repository: Mutex<Handle<RepositoryObject>>

    init(directory: String, _ repository: consuming sending Handle<RepositoryObject>) {
        self.directory = directory
        self.repository = Mutex(repository)
    }
}

extension GitRepository {
    /// Runs `body`, and puts the objects that it stores here on disk together when it has ended.
    ///
    /// The disk is waited for twice, however many objects there are, and not twice for each. Until then `body` alone can read
    /// them; where it throws, none is stored. For a few small objects that are new: they are in memory meanwhile. In `body` the
    /// repository has objects and a configuration, and nothing else.
    public func storingTogether<Result>(_ body: () throws -> Result) throws -> Result {
        try storedTogether(body).result
    }

    /// Does what ``storingTogether(_:)`` does, and returns the objects, too, which may have to be stored again.
    public func storedTogether<Result>(
        _ body: () throws -> Result
    ) throws -> (result: Result, objects: StoredObjects) {
        let batch = LooseBatch(directory: objectsDirectory, sharing: sharing)
        let place = try withHandle { repository throws(GitError) in
            StoringPlace(
                directory: objectsDirectory,
                try BatchDatabase.repository(storingIn: batch, before: repository))
        }
        let result = try SyncList.rousing {
            try StoringPlace.$current.withValue(place, operation: body)
        }
        try batch.finish()
        return (result, StoredObjects(batch: batch))
    }
}

/// Objects that were stored together, and are in memory still.
public struct StoredObjects: Sendable {
    let batch: LooseBatch

    /// Stores those again whose files are gone; to be called once something refers to them.
    ///
    /// A process that prunes what nothing refers to, as `git gc --prune=now`, may have looked before that. Cost: one look at
    /// each file.
    public func keep() throws(GitError) { try batch.finish() }
}
