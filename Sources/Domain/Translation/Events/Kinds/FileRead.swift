import JSON

/// One of the app's files was imported.
///
/// The event records the entries that differ from the previous import. The next import of the same
/// file uses this record to find the texts that changed in the file.
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

/// Entries in one of the app's files, recorded by an import.
public struct FileStatements: Sendable, Equatable {
    /// The name of the file's format.
    public var format: String
    /// The mark of each entry, by key; empty if the file no longer contains the string.
    ///
    /// Writers compute marks as the data model defines. Readers accept any text as a mark.
    public var marks: [(key: String, mark: String)]

    /// Creates a record of a file's entries.
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
