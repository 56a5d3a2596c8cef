import Clibgit2

extension GitRepository {
    /// Stores `bytes` as a blob and returns its id.
    ///
    /// The blob is durable when this returns. Content that is already stored costs one lookup.
    public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        try withHandle { repository throws(GitError) in try repository.writeBlob(bytes) }
    }

    /// Stores each element of `contents` as a blob and returns the ids in the same order.
    public func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
        try withHandle { repository throws(GitError) in try repository.writeBlobs(contents) }
    }

    /// Returns the content of a blob.
    ///
    /// Throws ``GitError/Code/missingObject`` if the blob does not exist.
    public func readBlob(_ id: ObjectID) throws(GitError) -> [UInt8] {
        try withHandle { repository throws(GitError) in
            var raw = id.raw
            let blob = try unsafe GitHandle<BlobObject>(reading: "git_blob_lookup") { out in
                unsafe git_blob_lookup(&out, repository.pointer, &raw)
            }
            let count = Int(unsafe git_blob_rawsize(blob.pointer))
            let content = unsafe git_blob_rawcontent(blob.pointer)
            return unsafe [UInt8](UnsafeRawBufferPointer(start: content, count: count))
        }
    }

    /// Returns the kind of an object, or `nil` if it does not exist.
    ///
    /// Cost: reads the object's header, not its content.
    public func objectKind(_ id: ObjectID) throws(GitError) -> ObjectKind? {
        try withHandle { repository throws(GitError) in
            try repository.header(of: id).flatMap { ObjectKind(rawValue: $0.type.rawValue) }
        }
    }

    /// Returns true if the object exists.
    public func objectExists(_ id: ObjectID) throws(GitError) -> Bool {
        try withHandle { repository throws(GitError) in
            let database = try repository.database()
            var raw = id.raw
            return unsafe git_odb_exists(database.pointer, &raw) == 1
        }
    }

    /// Reloads the list of files in the object database.
    ///
    /// Callers need this only to see new objects sooner after another process repacked the
    /// database. A failed lookup reloads the list anyway.
    public func refresh() throws(GitError) {
        try withHandle { repository throws(GitError) -> Void in
            try check(unsafe git_odb_refresh(repository.database().pointer), "git_odb_refresh")
        }
    }
}

extension GitHandle<RepositoryObject> {
    func database() throws(GitError) -> GitHandle<DatabaseObject> {
        try unsafe GitHandle<DatabaseObject>("git_repository_odb") { out in
            unsafe git_repository_odb(&out, pointer)
        }
    }

    /// Returns the type and size in an object's header, or `nil` if the object does not exist.
    func header(of id: ObjectID) throws(GitError) -> (type: git_object_t, size: Int)? {
        let database = try database()
        var raw = id.raw
        var size = 0
        var type = GIT_OBJECT_INVALID
        let status = unsafe git_odb_read_header(&size, &type, database.pointer, &raw)
        return try checkFound(status, "git_odb_read_header", unsuccessful: GIT_ERROR_ODB)
            ? (type, size) : nil
    }

    func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
        var ids: [ObjectID] = []
        ids.reserveCapacity(contents.count)
        for bytes in contents { ids.append(try writeBlob(bytes)) }
        return ids
    }

    func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        var id = git_oid()
        try check(
            unsafe git_blob_create_from_buffer(&id, pointer, bytes, bytes.count),
            "git_blob_create_from_buffer")
        return ObjectID(id)
    }
}
