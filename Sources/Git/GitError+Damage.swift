import Glibc

extension GitError {
    /// Whether an object that something refers to is missing or has other bytes than its name says.
    ///
    /// A file that this user may not read is none.
    public var isDamage: Bool {
        guard !message.hasSuffix(RegularFile.reason(EACCES)) else { return false }
        return switch code {
        case .mismatch, .endOfFile: true
        case .notFound, .unspecified, .invalid: Self.functionsThatRead.contains(function)
        default: false
        }
    }

    /// Functions of the library that fail in these ways only where an object cannot be read.
    private static let functionsThatRead: Set = [
        "git_blob_lookup", "git_commit_lookup", "git_graph_descendant_of", "git_merge_base",
        "git_merge_bases", "git_object_lookup", "git_object_peel", "git_odb_read",
        "git_reference_peel", "git_revwalk_next", "git_revwalk_push", "git_tree_entry_bypath",
        "git_tree_lookup",
    ]
}
