/// One name in a tree.
public struct TreeEntry: Sendable {
    /// The name within its directory.
    ///
    /// Bytes that are no UTF-8 show as U+FFFD.
    public let name: String

    /// The object of the entry.
    public let id: ObjectID

    /// The mode, which tells the kind of entry.
    public let mode: FileMode
}

extension TreeEntry: Hashable {
    /// Returns whether the entries are the same, names compared by bytes.
    public static func == (left: TreeEntry, right: TreeEntry) -> Bool {
        left.id == right.id && left.mode == right.mode
            && left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Feeds the object's name to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The kind of an entry in a tree.
public enum FileMode: UInt16, Sendable {
    /// A directory.
    case directory = 0o040000
    /// A file.
    case regular = 0o100644
    /// A file that may be executed.
    case executable = 0o100755
    /// A symbolic link.
    case link = 0o120000
    /// A commit of another repository: a submodule.
    case submodule = 0o160000

    /// Whether it is content of this repository: no directory and no submodule.
    public var isFile: Bool { self != .directory && self != .submodule }
}

/// The kind of an object.
public enum ObjectKind: Int32, Sendable {
    /// A commit.
    case commit = 1
    /// A directory.
    case tree = 2
    /// The content of a file.
    case blob = 3
    /// An annotated tag.
    case tag = 4
}
