import JSON

/// A file of the app was imported.
///
/// The event records the entries that differ from the previous import. From this, a later import of
/// the same file knows which of its texts are new statements.
enum FileRead: EventKind {
    static var name: String { "file.read" }
    static var traits: EventTraits { EventTraits(.file, affects: []) }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> FileStatements {
        guard let texts = try reader.reader("texts") else { throw reader.missing("texts") }
        return FileStatements(
            format: try reader.requiredText("format"),
            marks: try texts.object.json.members.map { member throws(EventDecodingError) in
                guard let mark = member.value.stringValue else {
                    throw reader.wrongType("texts", "an object of texts")
                }
                return (member.key, mark)
            })
    }

    static func add(_ fields: FileStatements, to members: inout some JSONObjectBuilder) {
        members.add("format", fields.format)
        members.addObject("texts") { texts in
            for (key, mark) in fields.marks { texts.add(key, mark) }
        }
    }
}

/// The content of a file of the app for some of its strings.
public struct FileStatements: Sendable, Equatable {
    /// The name of the file's format.
    public var format: String
    /// The mark of each entry, by key; empty for a string that the file no longer contains.
    ///
    /// Writers create marks as defined in the data model. Readers accept any text.
    public var marks: [(key: String, mark: String)]

    /// Creates the content of a file.
    ///
    /// Each key may occur only once.
    public init(format: String, marks: [(key: String, mark: String)]) {
        self.format = format
        self.marks = marks
    }

    /// Compares the stored forms.
    public static func == (a: FileStatements, b: FileStatements) -> Bool {
        Payload.fileRead(a) == Payload.fileRead(b)
    }
}
