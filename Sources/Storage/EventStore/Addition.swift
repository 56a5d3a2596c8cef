/// The files that one command adds to the log.
public struct Addition: Sendable {
    /// The new files.
    public let files: [NewFile]
    /// The commit message: a subject line, and a body after an empty line.
    public let message: String
    /// The author of the change.
    public let author: Author

    /// Creates an addition.
    public init(files: [NewFile], message: String, author: Author) {
        self.files = files
        self.message = message
        self.author = author
    }
}

/// The author of an addition, with the time.
public struct Author: Hashable, Sendable {
    /// The person's name.
    public let name: String
    /// The person's email address.
    public let email: String
    /// The time, in seconds since 1970-01-01 00:00 UTC.
    public let seconds: Int64
    /// The offset from UTC in minutes, positive to the east.
    public let offsetMinutes: Int

    /// Creates an author with a time.
    public init(name: String, email: String, seconds: Int64, offsetMinutes: Int = 0) {
        self.name = name
        self.email = email
        self.seconds = seconds
        self.offsetMinutes = offsetMinutes
    }
}

/// A file to add to the log.
///
/// Its lines all belong to the same top folder. The file is named after its first line.
public struct NewFile: Hashable, Sendable {
    /// The top folder, such as a language tag.
    public let folder: String
    /// The file name without its extension; names are never reused.
    public let name: String
    /// The complete lines, each with its newline.
    public let content: [UInt8]

    /// Creates a file.
    public init(folder: String, name: String, content: [UInt8]) {
        self.folder = folder
        self.name = name
        self.content = content
    }

    /// The maximum size of a file in bytes, 1 MiB, unless a single line is longer.
    public static let maximumSize = 1 << 20

    /// Packs the named lines of one folder into as few files as the maximum size allows.
    ///
    /// Each file is named after its first line.
    public static func files(
        folder: String, lines: some Sequence<(name: String, bytes: [UInt8])>
    ) -> [NewFile] {
        var files: [NewFile] = []
        var name: String?
        var content: [UInt8] = []
        for line in lines {
            if let first = name, content.count + line.bytes.count + 1 > maximumSize {
                files.append(NewFile(folder: folder, name: first, content: content))
                content = []
                name = nil
            }
            name = name ?? line.name
            content += line.bytes
            content.append(UInt8(ascii: "\n"))
        }
        if let name { files.append(NewFile(folder: folder, name: name, content: content)) }
        return files
    }
}
