import Clibgit2

/// An object in its stored form, with its kind.
public struct RawObject: Sendable {
    /// The object's kind, which is hashed together with the bytes.
    public let kind: ObjectKind
    /// The object's bytes, without the header, which is also hashed.
    public let bytes: [UInt8]

    /// Creates an object in memory, without storing it.
    public init(kind: ObjectKind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }

    /// The id of an object with this kind and these bytes.
    ///
    /// Throws if the library cannot compute the hash.
    public var id: ObjectID {
        get throws(GitError) {
            _ = Libgit2.start
            var id = git_oid()
            try check(
                unsafe git_odb_hash(&id, bytes, bytes.count, git_object_t(kind.rawValue)),
                "git_odb_hash")
            return ObjectID(id)
        }
    }
}

extension GitRepository {
    /// Reads an object and checks that its hash matches its id.
    ///
    /// Throws ``GitError/Code/missingObject`` if the object is missing, ``GitError/Code/mismatch``
    /// if its hash is different, and other errors if it cannot be unpacked.
    public func readObject(_ id: ObjectID) throws(GitError) -> RawObject {
        let object = try withHandle { repository throws(GitError) in
            let database = try repository.database()
            var raw = id.raw
            let object = try unsafe GitHandle<StoredObject>(reading: "git_odb_read") { out in
                unsafe git_odb_read(&out, database.pointer, &raw)
            }
            let count = unsafe git_odb_object_size(object.pointer)
            let data = unsafe git_odb_object_data(object.pointer)
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))
            let type = unsafe git_odb_object_type(object.pointer)
            return (type: type.rawValue, bytes: bytes)
        }
        guard let kind = ObjectKind(rawValue: object.type) else {
            throw GitError(
                code: .damagedObject, function: "git_odb_object_type",
                message: "the object has no kind")
        }
        let found = RawObject(kind: kind, bytes: object.bytes)
        // The library makes the same check, unless it is disabled for the whole process.
        guard try found.id == id else {
            throw GitError(
                code: .mismatch, function: "git_odb_read",
                message: "the bytes of \(id) do not match its id")
        }
        return found
    }

    /// Stores an object in a loose file, even if a pack contains it.
    ///
    /// This repairs objects that a damaged pack lists but cannot return. An existing file is left
    /// unchanged. The object is durable when this returns.
    public func writeLoose(_ object: RawObject) throws(GitError) {
        let database = try looseDatabase()
        let name = try object.id.description
        let path = "\(objectsDirectory)/\(name.prefix(2))/\(name.dropFirst(2))"
        try sharing.adjusting([path]) { () throws(GitError) in
            var id = git_oid()
            try check(
                unsafe git_odb_write(
                    &id, database.pointer, object.bytes, object.bytes.count,
                    git_object_t(object.kind.rawValue)), "git_odb_write")
        }
    }

    /// Returns true if the object has a loose file whose content matches the object's id.
    public func isLooseAndSound(_ id: ObjectID) throws(GitError) -> Bool {
        let database = try looseDatabase()
        var raw = id.raw
        do throws(GitError) {
            _ = try unsafe GitHandle<StoredObject>(reading: "git_odb_read") { out in
                unsafe git_odb_read(&out, database.pointer, &raw)
            }
            return true
        } catch {
            return false
        }
    }

    /// Returns the object database without its packs.
    private func looseDatabase() throws(GitError) -> GitHandle<DatabaseObject> {
        let directory = objectsDirectory
        try requireNoNUL(directory, "git_odb_backend_loose")
        let database = try unsafe GitHandle<DatabaseObject>("git_odb_new") { out in
            unsafe git_odb_new(&out)
        }
        var backend: UnsafeMutablePointer<git_odb_backend>?
        try check(
            unsafe git_odb_backend_loose(&backend, directory, -1, 1, 0, 0), "git_odb_backend_loose")
        // From here on, the database owns the backend.
        try check(
            unsafe git_odb_add_backend(database.pointer, backend, 1), "git_odb_add_backend")
        try LooseObjectSource.add(directory, to: database)
        return database
    }

    /// Returns the names of all references, sorted, with their targets.
    ///
    /// The target is `nil` if the reference cannot be read or has no target. The target object may
    /// be missing.
    public func referenceTargets() throws(GitError) -> [(name: String, target: ObjectID?)] {
        try withHandle { repository throws(GitError) in
            let iterator = try unsafe GitHandle<ReferenceIteratorObject>(
                iterator: "git_reference_iterator_new"
            ) { out in
                unsafe git_reference_iterator_new(&out, repository.pointer)
            }
            var names: [String] = []
            var name: UnsafePointer<CChar>?
            while try checkNext(
                unsafe git_reference_next_name(&name, UnsafeMutablePointer(iterator.pointer)),
                "git_reference_next_name")
            {
                if let name = unsafe name { names.append(unsafe String(cString: name)) }
            }
            return names.sorted().map { name in
                var id = git_oid()
                let status = unsafe git_reference_name_to_id(&id, repository.pointer, name)
                if status != 0 { git_error_clear() }
                return (name, status == 0 ? ObjectID(id) : nil)
            }
        }
    }
}

enum StoredObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_odb_object_free(pointer) }
}
