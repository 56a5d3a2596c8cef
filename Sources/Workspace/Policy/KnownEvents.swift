import EventStore
import Git
import GitEventStore
import Translation

/// The events that were there before a push, as far as rules ask for them.
struct KnownEvents {
    /// What is asked for; what nobody asks for is not kept.
    struct Wish {
        /// Events by id.
        var ids: Set<EventID> = []
        /// The folders whose proposals matter.
        var folders: Set<String> = []
    }

    private var lines: [EventID: [ArraySlice<UInt8>]] = [:]
    private(set) var settings: [Event] = []
    private var proposals: [HashedGuid: [Event]] = [:]
    private let wish: Wish?

    /// Keeps what is wished for, or everything.
    init(_ wish: Wish?) { self.wish = wish }

    /// Reads the log of a commit.
    ///
    /// Cost: every file is read; what is not asked for is not parsed.
    mutating func add(logOf commit: ObjectID, in repository: GitRepository) throws {
        let root = GitEventStore.eventsDirectory
        var seen: Set<ObjectID> = []
        var known = self
        try repository.forEachFile(in: commit, under: root) { path, blob throws(GitError) in
            guard path.hasSuffix(".jsonl"), seen.insert(blob).inserted else { return }
            let folder = EventPath.folder(of: path)
            for line in try repository.readBlob(blob).split(separator: UInt8(ascii: "\n")) {
                known.add(line, folder: folder)
            }
        }
        self = known
    }

    /// Takes a line in.
    mutating func add(_ line: ArraySlice<UInt8>, folder: String) {
        guard let head = LineHead(line) ?? LineHead(parsing: line) else { return }
        if wish?.ids.contains(head.id) ?? true, !has(line, id: head.id) {
            lines[head.id, default: []].append(line)
        }
        switch head.type {
        case "setting.changed":
            if let event = Self.event(line) { settings.append(event) }
        case "proposal.made" where wish?.folders.contains(folder) ?? true:
            guard let event = Self.event(line), let guid = event.payload.guid else { return }
            proposals[guid, default: []].append(event)
        default: break
        }
    }

    /// Whether exactly this line is there.
    func has(_ line: ArraySlice<UInt8>, id: EventID) -> Bool {
        lines[id]?.contains { $0.elementsEqual(line) } ?? false
    }

    /// The event of an id: of several lines the smallest.
    func event(_ id: EventID) -> Event? {
        lines[id]?.sorted { $0.lexicographicallyPrecedes($1) }.lazy.compactMap(Self.event).first
    }

    /// The proposals of a guid in a language, wherever they stand.
    func proposals(of guid: HashedGuid, in locale: LanguageTag) -> [Event] {
        proposals[guid]?.filter { $0.locale == locale } ?? []
    }

    static func event(_ line: ArraySlice<UInt8>) -> Event? {
        guard case .event(let event)? = try? Event.read(line: line) else { return nil }
        return event
    }
}

/// The id and the type of a line, had without parsing it where it is written as this program writes.
struct LineHead {
    let id: EventID
    let type: String

    private static let beforeID = Array(#"{"v":1,"id":""#.utf8)
    private static let beforeType = Array(#"","type":""#.utf8)

    init?(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: Self.beforeID) else { return nil }
        let idStart = line.startIndex + Self.beforeID.count
        let idEnd = idStart + EventID.length
        let typeStart = idEnd + Self.beforeType.count
        guard typeStart < line.endIndex, line[idEnd...].starts(with: Self.beforeType),
            let id = EventID(String(decoding: line[idStart..<idEnd], as: UTF8.self)),
            let typeEnd = line[typeStart...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        // Escapes and doubled members would need a parser.
        guard !line[typeStart..<typeEnd].contains(UInt8(ascii: "\\")) else { return nil }
        self.id = id
        type = String(decoding: line[typeStart..<typeEnd], as: UTF8.self)
    }

    init?(parsing line: ArraySlice<UInt8>) {
        guard let event = KnownEvents.event(line) else { return nil }
        id = event.id
        type = event.payload.typeName
    }
}
