/// An append-only log of lines, kept in files that are never modified.
///
/// The store does not interpret the lines. The state of a log is the set of its files: a merge of
/// two logs is their union, and removing a file removes its lines.
public protocol EventStore: Sendable {
    /// Returns the newest position, or `nil` if the log does not exist yet.
    func head() throws -> Position?

    /// Returns the files that differ between two positions, or all files if `old` is `nil`.
    ///
    /// If `folders` is given, only the files in these top folders are compared. Cost: proportional
    /// to the difference.
    func difference(
        from old: Position?, to new: Position, folders: [String]?
    ) throws -> [FileDifference]

    /// Returns the contents of a file.
    func content(_ id: ContentID) throws -> [UInt8]

    /// Returns the size of a file in bytes.
    func size(_ id: ContentID) throws -> Int

    /// Adds files on top of `head`.
    ///
    /// The files are durable when this returns. Throws ``AppendConflict`` if `head` is no longer
    /// the newest position. In that case nothing is added, and the caller must decide again based
    /// on the newer state.
    func append(_ addition: Addition, expecting head: Position) throws -> Appended
}

extension EventStore {
    /// Returns the files that differ between two positions, or all files if `old` is `nil`.
    public func difference(from old: Position?, to new: Position) throws -> [FileDifference] {
        try difference(from: old, to: new, folders: nil)
    }

    /// Returns the size of a file in bytes, for stores that must read the file to determine it.
    public func size(_ id: ContentID) throws -> Int { try content(id).count }
}

/// A state of the log: its set of files, and the step that created the state.
public struct Position: Hashable, Sendable {
    /// Identifies the set of files; equal sets have equal values.
    public let tree: String
    /// Identifies the step that created the state.
    public let commit: String

    /// Creates a position.
    public init(tree: String, commit: String) {
        self.tree = tree
        self.commit = commit
    }
}

/// Identifies the bytes of a file; equal bytes have equal ids.
public struct ContentID: Hashable, Sendable, CustomStringConvertible {
    /// The raw identifier.
    public let rawValue: String

    /// Creates an identifier from its raw form.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The identifier as text.
    public var description: String { rawValue }
}

/// A file that exists at only one of two positions, or differs between them.
public struct FileDifference: Hashable, Sendable {
    /// The path below the log's root, with `/` between its parts.
    public let path: String
    /// The previous content; `nil` if the file did not exist.
    public let old: ContentID?
    /// The new content; `nil` if the file was removed.
    public let new: ContentID?

    /// Creates a difference.
    public init(path: String, old: ContentID?, new: ContentID?) {
        self.path = path
        self.old = old
        self.new = new
    }
}

/// The result of an append.
public struct Appended: Hashable, Sendable {
    /// The new head of the log.
    public let position: Position
    /// The added files with their paths and content ids, in the order of the addition.
    public let files: [FileDifference]

    /// Creates a result.
    public init(position: Position, files: [FileDifference]) {
        self.position = position
        self.files = files
    }
}

/// The log has changed since its head was read.
public struct AppendConflict: Error, Sendable {
    /// Creates the error.
    public init() {}
}
