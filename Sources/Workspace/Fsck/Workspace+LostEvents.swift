import Crypto
import EventStore
import Git
import GitEventStore
import ReadModel
public import Translation

extension Workspace {
    /// The events that an ancestor of the tip has and the tip lacks, with the commit that took them away.
    func historyProblems(before position: Position) throws -> [FsckReport.Problem] {
        try lostLines(before: position).map { lost in
            FsckReport.Problem(
                path: "\(GitEventStore.eventsDirectory)/\(lost.path)",
                "The commit \(lost.commit.prefix(12)) took the event away.", event: lost.id)
        }
    }

    private struct LostLine {
        let path: String
        let commit: String
        let id: EventID
        let locale: LanguageTag
        let bytes: [UInt8]
    }

    private func lostLines(before position: Position) throws -> [LostLine] {
        var found: [EventID: LostLine] = [:]
        for file in try store.lostFiles(before: position) {
            for line in try store.content(file.content).split(separator: UInt8(ascii: "\n")) {
                guard case .event(let event)? = try? Event.read(line: line),
                    found[event.id] == nil, try readModel.event(event.id) == nil
                else { continue }
                found[event.id] = LostLine(
                    path: file.path, commit: file.commit, id: event.id, locale: event.locale,
                    bytes: Array(line))
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    /// Adds the events again that an ancestor of the tip has and the tip lacks, byte for byte.
    public func restoreLostEvents() throws -> (commit: String?, events: [EventID]) {
        let author = try Self.author(of: store.repository, machine: machine)
        return try WriteLock.hold(in: Self.privateDirectory(of: store)) {
            let head = try catchUp()
            let lost = try lostLines(before: head)
            guard !lost.isEmpty else { return (nil, []) }
            let message =
                "restore \(lost.count) events\n\n"
                + lost.prefix(100).map { "\($0.id)\n" }.joined()
            let position = try store.append(
                Addition(files: Self.restoredFiles(lost), message: message, author: author),
                expecting: head)
            return (position.commit, lost.map(\.id))
        }
    }
}

extension Workspace {
    /// Puts lost lines into files named by their contents: the files that they were in may still be there with
    /// other lines, and two clones that restore the same make the same files.
    private static func restoredFiles(_ lost: [LostLine]) -> [NewFile] {
        Dictionary(grouping: lost) { $0.locale }.sorted { $0.key < $1.key }
            .flatMap { locale, lines in
                NewFile.files(
                    folder: FolderName.folder(ofTag: locale.rawValue),
                    lines: lines.map { ($0.id.description, $0.bytes) })
            }.map { file in
                let digest = SHA256.hash(data: file.content).map { byte in
                    (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }.joined()
                return NewFile(
                    folder: file.folder, name: "s-\(digest)", content: file.content)
            }
    }
}
