import Crypto
public import EventStore

/// The files of a log, as far as this module knows them: which they are, and where their lines end.
enum LogFile {
    /// The suffix of the log's files; other files below the log's root are not read.
    static let suffix = ".jsonl"

    /// The prefix of files that are named by their contents, and not by an id.
    static let segmentPrefix = "s-"

    /// The lines of a file without their newlines; empty ones are left out.
    static func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
        content.split(separator: UInt8(ascii: "\n"))
    }

    /// The name of a file that is called by its content: `s-<sha256>`, without the suffix.
    static func segmentName(of content: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = SHA256.hash(data: content).flatMap { byte in
            [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return segmentPrefix + String(decoding: text, as: UTF8.self)
    }
}

extension GitEventStore {
    /// Whether a path from the root of the tree is that of a file of the log.
    static func isLogFile(_ path: String) -> Bool {
        path.utf8.starts(with: "\(eventsDirectory)/".utf8) && path.hasSuffix(LogFile.suffix)
    }

    /// The name of a file that is called by its content: `s-<sha256>`, without the suffix.
    public static func segmentName(of content: [UInt8]) -> String {
        LogFile.segmentName(of: content)
    }

    /// Whether a file's name, without the suffix, is of the form of those that are called by their contents.
    public static func isSegmentName(_ name: some StringProtocol) -> Bool {
        name.hasPrefix(LogFile.segmentPrefix)
    }

    /// The path below the log's root.
    static func pathInLog(_ path: String) -> String {
        String(decoding: path.utf8.dropFirst(eventsDirectory.utf8.count + 1), as: UTF8.self)
    }
}

extension NewFile {
    /// The same lines in a file that is called by its content: two writers that add the same make the same file.
    public var asSegment: NewFile {
        NewFile(folder: folder, name: LogFile.segmentName(of: content), content: content)
    }
}
