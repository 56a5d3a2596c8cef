/// A section as a file of the app, in one language.
public struct FileResource: Sendable, Equatable {
    /// The name of the file's format, where it is known.
    public var format: String?
    /// The path of the source language's file, where it is known.
    public var path: String?
    /// What the file has besides its strings, as its format spells that: of gettext the header and obsolete messages.
    public var skeleton: String?

    /// States what is known of a file.
    public init(format: String? = nil, path: String? = nil, skeleton: String? = nil) {
        self.format = format
        self.path = path
        self.skeleton = skeleton
    }
}
