import EventStore
import Git
import GitEventStore
import Machine
import Texts
import Translation

extension EventPath {
    /// The maximum depth of files below `events/`.
    static let maximumDepth = 40

    /// Returns a sentence about the fault in an event file's path, or nil if the path is valid.
    ///
    /// The rules are stricter than Git's, so that every path means the same on all machines. They
    /// exclude names that differ only in case, names that some file system forbids, names that lead
    /// outside the directory, and names that are not UTF-8.
    static func fault(in path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count > 2, parts.count <= maximumDepth else {
            return "An event file must be at events/<language>/…/<id>.jsonl."
        }
        let folder = parts[1]
        guard let tag = LanguageTag(FolderName.tag(ofFolder: folder)),
            FolderName.folder(ofTag: tag.rawValue).utf8.elementsEqual(folder.utf8)
        else { return "“\(folder)” is not a language folder." }
        for part in parts[2...].dropLast() where !isDirectoryName(part) {
            return "“\(part)” is not a directory of event files."
        }
        guard let file = parts.last, let name = stem(of: file), isFileName(name) else {
            return "Event files are named <id>.jsonl or s-<sha256>.jsonl."
        }
        return nil
    }

    /// Returns a sentence about the fault in the name of a file with this content, or nil if the
    /// name is valid.
    static func fault(inNameOf path: String, content: [UInt8], firstID: EventID?) -> String? {
        guard let file = path.split(separator: "/").last, let name = stem(of: String(file)) else {
            return nil
        }
        if GitEventStore.isSegmentName(name) {
            return name == GitEventStore.segmentName(of: content)
                ? nil : "The name is not the SHA-256 of the content."
        }
        return firstID.map { $0.description == name } ?? true
            ? nil : "The name is not the id of the first event."
    }

    private static func stem(of file: String) -> String? {
        file.hasSuffix(".jsonl") ? String(file.dropLast(6)) : nil
    }

    private static func isDirectoryName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 66
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }

    private static func isFileName(_ name: String) -> Bool {
        if EventID(name) != nil { return true }
        return GitEventStore.isSegmentName(name) && name.utf8.count == 66
            && name.utf8.dropFirst(2).allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                    true
                default: false
                }
            }
    }
}
