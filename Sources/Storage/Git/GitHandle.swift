import Clibgit2

/// A libgit2 type, with the function that frees its objects.
protocol Libgit2Object {
    @unsafe static func free(_ pointer: OpaquePointer)
}

/// A libgit2 pointer with a single owner, freed with the handle.
///
/// A handle never leaves this module. A handle to a part of a repository is used only inside one
/// method, so it cannot outlive its repository.
@safe
struct GitHandle<Object: Libgit2Object>: ~Copyable {
    @unsafe let pointer: OpaquePointer

    /// Takes ownership of the pointer that `body` writes, after checking the status that `body`
    /// returns.
    init(
        _ function: String, _ body: (inout OpaquePointer?) throws(GitError) -> Int32
    ) throws(GitError) {
        var out: OpaquePointer?
        try check(try unsafe body(&out), function)
        guard let out = unsafe out else {
            throw GitError(code: .notFound, function: function, message: "nothing was returned")
        }
        unsafe pointer = out
    }

    /// Takes ownership of the pointer that `body` writes, for a `body` that reads objects that must
    /// exist.
    init(
        reading function: String, _ body: (inout OpaquePointer?) throws(GitError) -> Int32
    ) throws(GitError) {
        var out: OpaquePointer?
        try checkReading(try unsafe body(&out), function)
        guard let out = unsafe out else {
            throw GitError(
                code: .missingObject, function: function, message: "nothing was returned")
        }
        unsafe pointer = out
    }

    /// Returns the handle that `body` writes, or `nil` if `body` reports “not found”.
    static func ifFound(
        _ function: String, _ body: (inout OpaquePointer?) throws(GitError) -> Int32
    ) throws(GitError) -> GitHandle? {
        do throws(GitError) {
            return try unsafe GitHandle(function, body)
        } catch  where error.code == .notFound {
            return nil
        }
    }

    deinit { unsafe Object.free(pointer) }
}

enum RepositoryObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_repository_free(pointer) }
}

enum DatabaseObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_odb_free(pointer) }
}

enum UntypedObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_object_free(pointer) }
}

enum BlobObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_blob_free(pointer) }
}

enum TreeObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_tree_free(pointer) }
}

enum CommitObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_commit_free(pointer) }
}

enum ReferenceObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_reference_free(pointer) }
}

enum ReferenceIteratorObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) {
        unsafe git_reference_iterator_free(UnsafeMutablePointer(pointer))
    }
}

enum ReflogObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_reflog_free(pointer) }
}

enum ConfigurationObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_config_free(pointer) }
}

enum ConfigurationIteratorObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_config_iterator_free(pointer) }
}

enum WalkObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_revwalk_free(pointer) }
}

enum WorktreeObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_worktree_free(pointer) }
}

enum IndexObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_index_free(pointer) }
}

enum DifferenceObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_diff_free(pointer) }
}

enum PackBuilderObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_packbuilder_free(pointer) }
}
