import Crypto
import EventStore
import Git
import GitEventStore
import ReadModel
public import Translation

/// What a look at the whole log brought to light.
public struct FsckReport: Sendable {
    /// How many events the log has.
    public let events: Int
    /// The digest of the folded state.
    public let digest: String
    /// What is wrong.
    public let problems: [Problem]

    /// Whether nothing is wrong that loses, hides or contradicts an event.
    public var isOK: Bool { !problems.contains { $0.isError } }

    /// Something that is wrong.
    public struct Problem: Sendable {
        /// Where: a file of the log, a commit, or the read model.
        public let path: String
        /// The line in the file, counted from 1.
        public let line: Int?
        /// What is wrong, in one sentence.
        public let problem: String
        /// The event that it is about.
        public let event: EventID?
        /// Whether it makes the check fail, or is only worth knowing.
        public let isError: Bool
    }
}

extension Workspace {
    /// Looks at every event file of the tip, at what its history had, and at the read model.
    ///
    /// Cost: the whole log, read and folded anew, and the whole history.
    public func fsck() throws -> FsckReport {
        let position = try catchUp()
        let fresh = try ReadModel.inMemory(
            project: project, store: store, position: position, folders: nil)
        var problems = try fresh.problems().map(FsckReport.Problem.init)
        problems += try clockProblems(fresh)
        problems += try lostLines(before: position).map { lost in
            FsckReport.Problem(
                path: "\(GitEventStore.eventsDirectory)/\(lost.path)", line: nil,
                problem: "The commit \(lost.commit.prefix(12)) took the event away.",
                event: lost.id, isError: true)
        }
        problems += try readModel.differingTables(from: fresh).map { table in
            FsckReport.Problem(
                path: readModel.path ?? "read model", line: nil,
                problem:
                    "The table “\(table)” of the read model is not what the log says; `dragoman rebuild` mends it.",
                event: nil, isError: true)
        }
        return FsckReport(
            events: try fresh.eventCount(), digest: try fresh.digest(), problems: problems)
    }

    private func clockProblems(_ model: ReadModel) throws -> [FsckReport.Problem] {
        let limit = UInt64(machine.now()) + EventClock<RandomBits>.tolerance
        return try model.eventIDs(after: limit).map { id in
            FsckReport.Problem(
                path: GitEventStore.eventsDirectory, line: nil,
                problem: "The event is more than a day ahead of this machine's clock.", event: id,
                isError: false)
        }
    }

    // MARK: What history had and the tip lacks

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

extension FsckReport.Problem {
    init(_ problem: ReadModel.Problem) {
        self.init(
            path: "\(GitEventStore.eventsDirectory)/\(problem.path)", line: problem.line,
            problem: problem.message,
            event: problem.event, isError: problem.isError)
    }
}
