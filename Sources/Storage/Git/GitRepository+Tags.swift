import Clibgit2

extension GitRepository {
    /// Returns the person who made an annotated tag, with the time.
    ///
    /// Returns `nil` for a tag that is not annotated, and if the tag does not exist or records
    /// nobody.
    public func tagger(of tag: ReferenceName) throws(GitError) -> Signature? {
        guard let id = try objectID(of: tag), try objectKind(id) == .tag else { return nil }
        return try withHandle { repository throws(GitError) in
            let object = try unsafe GitHandle<TagObject>(reading: "git_tag_lookup") { out in
                var raw = id.raw
                return unsafe git_tag_lookup(&out, repository.pointer, &raw)
            }
            guard let tagger = unsafe git_tag_tagger(object.pointer) else { return nil }
            return unsafe Signature(tagger)
        }
    }
}

private enum TagObject: Libgit2Object {
    static func free(_ pointer: OpaquePointer) { unsafe git_tag_free(pointer) }
}
