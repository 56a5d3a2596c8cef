/// A change to one path in a tree.
public enum TreeChange: Sendable {
    /// Sets the file at `path` to the blob `id`, and creates missing directories.
    case upsert(path: String, id: ObjectID, mode: FileMode = .regular)

    /// Removes the file or directory at `path`, and any directories left empty.
    case remove(path: String)

    /// The path from the root of the tree.
    public var path: String {
        switch self {
        case .upsert(let path, _, _), .remove(let path): path
        }
    }
}
