import EventStore
import Git
import GitEventStore
import Machine
import Texts
import Translation

/// What the rules say of a path below `events/`.
enum EventPath {
    /// How deep files may lie below `events/`.
    static let maximumDepth = 40

    /// Says in one sentence what is wrong with the path of an event file, or nothing.
    ///
    /// What is allowed is less than what Git allows, so that no path means two things on two machines: names that differ in
    /// case, that a file system forbids, that leave the directory or that are no UTF-8 are none of these.
    static func fault(in path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count > 2, parts.count <= maximumDepth else {
            return "An event file lies at events/<language>/…/<id>.jsonl."
        }
        let folder = parts[1]
        guard let tag = LanguageTag(FolderName.tag(ofFolder: folder)),
            FolderName.folder(ofTag: tag.rawValue).utf8.elementsEqual(folder.utf8)
        else { return "“\(folder)” is no folder of a language." }
        for part in parts[2...].dropLast() where !isDirectoryName(part) {
            return "“\(part)” is no directory of event files."
        }
        guard let file = parts.last, let name = stem(of: file), isFileName(name) else {
            return "Event files are named <id>.jsonl or s-<sha256>.jsonl."
        }
        return nil
    }

    /// The language's folder of a path, empty where there is none.
    static func folder(of path: String) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
        return parts.count > 2 ? String(decoding: parts[1], as: UTF8.self) : ""
    }

    /// Says what is wrong with the name of a file of these lines, or nothing.
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

    /// Whether some file system takes a name in the root of the tree for one that means something.
    static func isLookalike(_ name: String) -> Bool {
        let folded = PortableName.folded(name)
        return [GitEventStore.eventsDirectory, GitEventStore.projectFile]
            .contains { !name.hasSameBytes(as: $0) && folded == $0 }
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

extension EventPath {
    /// Whether a path from the root of the tree is below `events/`, or is `events` itself.
    static func isInLog(_ path: String) -> Bool {
        let root = GitEventStore.eventsDirectory.utf8
        return path.utf8.starts(with: root)
            && path.utf8.dropFirst(root.count).first.map { $0 == UInt8(ascii: "/") } ?? true
    }
}
