import Crypto
public import EventStore

/// The names and lines of log files.
///
/// This module makes no other assumptions about log files.
enum LogFile {
    /// The suffix of log files; other files below the log's root are ignored.
    static let suffix = ".jsonl"

    /// The prefix of segments, which are named after their contents instead of an id.
    static let segmentPrefix = "s-"

    /// Returns the lines of a file without their newlines; empty lines are omitted.
    static func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
        content.split(separator: UInt8(ascii: "\n"))
    }

    /// Returns the name of a segment with the given contents: `s-<sha256>`, without the suffix.
    static func segmentName(of content: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = SHA256.hash(data: content).flatMap { byte in
            [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return segmentPrefix + String(decoding: text, as: UTF8.self)
    }
}

extension GitEventStore {
    /// Returns true if a path from the root of the tree is the path of a log file.
    static func isLogFile(_ path: String) -> Bool {
        path.utf8.starts(with: "\(eventsDirectory)/".utf8) && path.hasSuffix(LogFile.suffix)
    }

    /// Returns the name of a segment with the given contents: `s-<sha256>`, without the suffix.
    public static func segmentName(of content: [UInt8]) -> String {
        LogFile.segmentName(of: content)
    }

    /// Returns true if a file name has the prefix of segments.
    public static func isSegmentName(_ name: some StringProtocol) -> Bool {
        name.hasPrefix(LogFile.segmentPrefix)
    }

    /// Converts a path from the root of the tree to a path below the log's root.
    static func pathInLog(_ path: String) -> String {
        String(decoding: path.utf8.dropFirst(eventsDirectory.utf8.count + 1), as: UTF8.self)
    }
}

extension NewFile {
    /// A segment with the same lines, so that two writers of the same lines create the same file.
    public var asSegment: NewFile {
        NewFile(folder: folder, name: LogFile.segmentName(of: content), content: content)
    }
}
