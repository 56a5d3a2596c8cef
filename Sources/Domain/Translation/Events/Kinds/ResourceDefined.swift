import JSON

/// A section was assigned to one of the app's files, or a section's file in a language was
/// described.
///
/// In the source language, the event also contains the path pattern for the files in all languages.
enum ResourceDefined: EventKind {
    static var name: String { "resource.defined" }
    static var traits: EventTraits { EventTraits(.resource, affects: [.project]) }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> FileResource {
        FileResource(
            format: try reader.text("format"), path: try reader.text("path"),
            pattern: try reader.text("pattern"), skeleton: try reader.text("skeleton"),
            kept: try reader.text("kept"))
    }

    static func add(_ fields: FileResource, to members: inout some JSONObjectBuilder) {
        members.add("format", fields.format)
        members.add("path", fields.path)
        members.add("pattern", fields.pattern)
        members.add("skeleton", fields.skeleton)
        members.add("kept", fields.kept)
    }
}

/// A section's file in one language.
public struct FileResource: Sendable, Equatable {
    /// The name of the file's format, if known.
    public var format: String?
    /// The path of the file in this language, if it is known and differs from the pattern's path.
    ///
    /// In logs without a pattern, it is the path of the source language's file.
    public var path: String?
    /// The path pattern for the files in all languages, such as `locales/{locale}.json`.
    ///
    /// It is nil except in the source language.
    public var pattern: String?
    /// Everything in the file except its strings, in the format's notation.
    ///
    /// For gettext files, this is the header and the obsolete messages.
    public var skeleton: String?
    /// A digest of the skeleton's values that are not texts, such as numbers.
    ///
    /// Concurrent events with different digests conflict.
    public var kept: String?

    /// Creates a description of a file, in which everything is optional.
    public init(
        format: String? = nil, path: String? = nil, pattern: String? = nil, skeleton: String? = nil,
        kept: String? = nil
    ) {
        self.kept = kept
        self.pattern = pattern
        self.format = format
        self.path = path
        self.skeleton = skeleton
    }
}
