import EventStore
import GRDB
import Texts
import Translation

extension Projector {
    /// Adds the lines of a file.
    func addFile(at path: String, _ content: ContentID, bytes: [UInt8]) throws {
        var place = Place(file: try addFile(at: path, content), path: path)
        for line in FolderProjection.lines(of: bytes) {
            place.line += 1
            try addLine(line, at: place)
        }
    }

    /// Creates a file's row and returns its number.
    ///
    /// Its lines must be added next, before the lines of other files (see ``Schema/isOfFile``).
    func addFile(at path: String, _ content: ContentID) throws -> Int64 {
        let number = takeRow()
        try files.execute {
            $0.add(number)
            $0.add(blob: path)
            $0.add(text: content.rawValue)
        }
        return number
    }

    /// The position of a line in the log.
    struct Place {
        let file: Int64
        /// The language tag of the file's folder.
        let folderTag: String
        /// The line number, from 1.
        var line: Int64

        init(file: Int64, path: String, line: Int64 = 0) {
            self.file = file
            folderTag = Self.folderTag(ofPath: path)
            self.line = line
        }

        /// Returns the language tag of a file's folder.
        static func folderTag(ofPath path: String) -> String {
            FolderName.tag(ofFolder: String(path.prefix { $0 != "/" }))
        }
    }

    /// Adds a line as an event, or records a problem.
    func addLine(_ bytes: ArraySlice<UInt8>, at place: Place) throws {
        let reading = FolderProjection.Reading(bytes)
        guard case .line(.event(let event)) = reading,
            let subject = try event.subject(in: project).map({ try number(of: $0) })
        else {
            try write(reading, bytes, at: place, subject: nil)
            return
        }
        let row = try write(reading, bytes, at: place, subject: subject)
        if let row, parsed.count < Self.parsedLimit { parsed[row] = event }
    }

    /// Writes the result of parsing a line, and returns the row number if it is an event.
    ///
    /// `subject` is the row number of the event's subject.
    @discardableResult
    func write(
        _ reading: FolderProjection.Reading, _ bytes: ArraySlice<UInt8>, at place: Place,
        subject: Int64?
    ) throws -> Int64? {
        switch reading {
        case .line(.event(let event)):
            try noteMisplacement(of: event, changesNothing: subject == nil, at: place)
            return try insert(
                event, bytes: bytes, file: place.file, line: place.line, subject: subject)
        case .line(.newerVersion(let version)):
            try addProblem(
                .newerVersion, "The event has version \(Event.spelled(version: version)).",
                at: place, version: version)
        case .malformed(let error): try addProblem(.malformed, error.message, at: place)
        }
        return nil
    }

    /// Records a problem if an event is in another language's folder, or has no effect.
    private func noteMisplacement(
        of event: Event, changesNothing: Bool, at place: Place
    ) throws {
        if !place.folderTag.utf8.elementsEqual(event.locale.rawValue.utf8) {
            try addProblem(
                .stray,
                "The event is about \(event.locale), but is in the folder of “\(place.folderTag)”.",
                at: place, event: event.id)
        }
        guard changesNothing else { return }
        if case .unrecognized = event.payload {
        } else {
            try addProblem(
                .outOfPlace,
                event.locale == project.source
                    ? "A text in the source language is set by its definition; this event has no effect."
                    : "Strings are defined in the source language; this event has no effect.",
                at: place, event: event.id)
        }
    }

    private func addProblem(
        _ kind: ReadModel.Problem.Kind, _ message: String, at place: Place, event: EventID? = nil,
        version: Int64? = nil
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO problem (file, line, kind, message, event, version)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            place.file, place.line, kind.rawValue, StoredText(message), event?.description, version,
        ])
    }

    /// Records that a file in the log contains an event with a newer version.
    func addNewerVersion(_ version: Int64?) throws {
        guard let version else { return }
        try addProblem(
            .newerVersion, "The log has an event of version \(Event.spelled(version: version)).",
            at: Place(file: 0, path: "", line: 0), version: version)
    }

    /// Removes a file's lines, and records the removed events that counted.
    ///
    /// A tree can contain several files at one path. File names that are not UTF-8 can decode to
    /// the same text, and a damaged tree can contain a name twice. All of these files count, so the
    /// content decides which one is removed.
    func removeFile(at path: String, _ content: ContentID) throws {
        guard
            let file = try Int64.fetchOne(
                db.cachedStatement(
                    sql: "SELECT id FROM file WHERE path = ? AND content = ? LIMIT 1"),
                arguments: [StoredText(path), content.rawValue])
        else { return }
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO gone (id, subject, owner, idem, alias_of, body)
                SELECT id, subject, owner, idem, alias_of, body FROM event
                WHERE \(Schema.isOfFile) AND standing = 0
                """
        ).execute(arguments: ["file": file])
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO contested SELECT id FROM event WHERE \(Schema.isOfFile)
                """
        ).execute(arguments: ["file": file])
        try db.cachedStatement(sql: "DELETE FROM event WHERE \(Schema.isOfFile)")
            .execute(arguments: ["file": file])
        try db.cachedStatement(sql: "DELETE FROM problem WHERE file = ?")
            .execute(arguments: [file])
        try db.cachedStatement(sql: "DELETE FROM file WHERE id = ?").execute(arguments: [file])
    }
}

extension Event.IdempotencyOwner {
    /// A byte representation that is unique to the owner.
    var bytes: [UInt8] {
        switch self {
        case .guid(let guid): [UInt8(ascii: "g")] + guid.rawValue.utf8
        case .actor(let actor):
            // The length marks the end of the name, whatever characters it contains.
            [UInt8(ascii: "a")] + "\(actor.name.utf8.count):".utf8 + actor.name.utf8
                + actor.email.utf8
        case .nobody: [UInt8(ascii: "n")]
        }
    }
}
