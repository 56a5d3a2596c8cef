/// One file to be changed in a tree.
public enum TreeChange: Sendable {
    /// The file at `path` becomes the blob `id`; missing directories are made.
    case upsert(path: String, id: ObjectID, mode: FileMode = .regular)

    /// The file or directory at `path` goes away, and directories that it leaves empty with it.
    case remove(path: String)

    /// The path from the root of the tree.
    public var path: String {
        switch self {
        case .upsert(let path, _, _), .remove(let path): path
        }
    }
}
