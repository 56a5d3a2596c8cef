import Clibgit2

/// Functions that add our own sources of objects to libgit2's sources.
enum ObjectBackend {
    /// Adds a source to `database`, which owns `source` from then on.
    ///
    /// libgit2 asks sources with a higher priority first. `fill` sets the functions for libgit2 to
    /// call.
    static func add(
        _ source: AnyObject, to database: borrowing GitHandle<DatabaseObject>, priority: Int32,
        fill: (inout git_odb_backend) -> Void
    ) throws(GitError) {
        let backend = UnsafeMutablePointer<clibgit2_backend>.allocate(capacity: 1)
        unsafe backend.initialize(to: clibgit2_backend())
        unsafe backend.pointee.payload = Unmanaged.passRetained(source).toOpaque()
        do throws(GitError) {
            try check(
                unsafe git_odb_init_backend(
                    &backend.pointee.parent, UInt32(GIT_ODB_BACKEND_VERSION)),
                "git_odb_init_backend")
            unsafe fill(&backend.pointee.parent)
            unsafe backend.pointee.parent.free = { backend in
                guard let backend = unsafe backend else { return }
                unsafe ObjectBackend.free(backend)
            }
            try check(
                unsafe git_odb_add_backend(
                    database.pointer, &backend.pointee.parent, priority),
                "git_odb_add_backend")
        } catch {
            unsafe free(&backend.pointee.parent)
            throw error
        }
    }

    /// Returns the source behind a libgit2 structure, which is the first member of our structure.
    static func source<Source: AnyObject>(
        _ type: Source.Type, of backend: UnsafeMutablePointer<git_odb_backend>
    ) -> Source {
        let ours = unsafe UnsafeRawPointer(backend).assumingMemoryBound(to: clibgit2_backend.self)
        return unsafe Unmanaged<Source>.fromOpaque(ours.pointee.payload).takeUnretainedValue()
    }

    private static func free(_ backend: UnsafeMutablePointer<git_odb_backend>) {
        let ours = unsafe UnsafeMutableRawPointer(backend)
            .assumingMemoryBound(to: clibgit2_backend.self)
        unsafe Unmanaged<AnyObject>.fromOpaque(ours.pointee.payload).release()
        unsafe ours.deallocate()
    }
}
