import EventStore
package import Git
import GitEventStore
package import Texts
package import Translation

/// The earlier events that are needed to check a push.
package struct KnownEvents {
    /// A selection of events to keep.
    package struct Selection {
        package var ids: Set<EventID> = []
        /// The folders whose proposals are needed.
        package var folders: Set<String> = []
        /// Whether the definitions and removals of strings are needed.
        package var definitions = false

        package init() {}
    }

    private var lines: [EventID: [ArraySlice<UInt8>]] = [:]
    package private(set) var settings: [Event] = []
    private var proposals: [HashedGuid: [Event]] = [:]
    /// The ids of the events that texts and proposals copy, by the ids of the copies.
    private var copied: [EventID: EventID] = [:]
    /// The selected definitions and removals of strings, by key.
    private var definitions: [Value.Text: [EventID]] = [:]
    /// The smallest id for each selected idempotency key.
    private var firsts: [Event.Repetition: EventID] = [:]
    private let selection: Selection?
    /// The folder of the source language.
    private let sourceFolder: String?

    /// Keeps the selected events, or all of them if there is no selection.
    package init(_ selection: Selection?, source: LanguageTag? = nil) {
        self.selection = selection
        sourceFolder = source.map { FolderName.folder(ofTag: $0.rawValue) }
    }

    /// Reads the log of a commit.
    ///
    /// Cost: reads every file, but parses only the selected events.
    package mutating func add(logOf commit: ObjectID, in repository: GitRepository) throws {
        try add(logOf: commit, in: repository) { $0.add($1, folder: $2) }
    }

    /// Reads the log of a commit again, for events with one of the given ids or idempotency keys.
    ///
    /// Cost: reads every file, but parses only lines that may have one of the ids or keys.
    package mutating func add(
        _ ids: Set<EventID>, _ repetitions: Set<Event.Repetition>, inLogOf commit: ObjectID,
        in repository: GitRepository
    ) throws {
        guard !ids.isEmpty || !repetitions.isEmpty else { return }
        let keys = Set(repetitions.map { Array($0.key.string.utf8) })
        try add(logOf: commit, in: repository) { known, line, _ in
            if !ids.isEmpty, let id = (LineHead(line) ?? LineHead(parsing: line))?.id,
                ids.contains(id)
            {
                known.keep(line, of: id)
            }
            guard !keys.isEmpty, IdempotencyMember(line).mayBe(oneOf: keys),
                let event = Self.event(line),
                let repetition = event.repetition, repetitions.contains(repetition)
            else { return }
            known.keep(line, of: event.id)
            known.note(event.id, of: repetition)
        }
    }

    private mutating func add(
        logOf commit: ObjectID, in repository: GitRepository,
        _ take: (inout KnownEvents, ArraySlice<UInt8>, _ folder: String) -> Void
    ) throws {
        let root = GitEventStore.eventsDirectory
        var seen: Set<ObjectID> = []
        var known = self
        try repository.forEachFile(in: commit, under: root) { path, blob throws(GitError) in
            guard path.hasSuffix(".jsonl"), seen.insert(blob).inserted else { return }
            let folder = EventPath.folder(of: path)
            for line in try repository.readBlob(blob).split(separator: UInt8(ascii: "\n")) {
                take(&known, line, folder)
            }
        }
        self = known
    }

    package mutating func add(_ line: ArraySlice<UInt8>, folder: String) {
        guard let head = LineHead(line) ?? LineHead(parsing: line) else { return }
        if selection?.ids.contains(head.id) ?? true { keep(line, of: head.id) }
        if selection == nil, IdempotencyMember(line) != .none,
            let repetition = Self.event(line)?.repetition
        {
            note(head.id, of: repetition)
        }
        switch head.type {
        case "setting.changed":
            if let event = Self.event(line) { settings.append(event) }
        case "proposal.made" where selection?.folders.contains(folder) ?? true:
            guard let event = Self.event(line), let guid = event.payload.guid else { return }
            noteCopy(event)
            proposals[guid, default: []].append(event)
        case "string.defined" where keepsDefinitions, "string.removed" where keepsDefinitions,
            "proposal.accepted" where keepsDefinitions && folder == sourceFolder:
            noteDefinition(line)
        case "proposal.made", "proposal.accepted", "translation.set":
            guard Self.mayCopy(line), let event = Self.event(line) else { return }
            noteCopy(event)
        default: break
        }
    }

    private mutating func noteCopy(_ event: Event) {
        if let original = event.copies { copied[event.id] = original }
    }

    private var keepsDefinitions: Bool { selection?.definitions ?? true }

    private mutating func noteDefinition(_ line: ArraySlice<UInt8>) {
        guard let event = Self.event(line), let key = event.key else { return }
        noteCopy(event)
        keep(line, of: event.id)
        let text = Value.Text(key)
        if definitions[text]?.contains(event.id) != true {
            definitions[text, default: []].append(event.id)
        }
        if let repetition = event.repetition { note(event.id, of: repetition) }
    }

    private mutating func keep(_ line: ArraySlice<UInt8>, of id: EventID) {
        if !has(line, id: id) { lines[id, default: []].append(line) }
    }

    private mutating func note(_ id: EventID, of repetition: Event.Repetition) {
        firsts[repetition] = min(firsts[repetition] ?? id, id)
    }

    /// Returns the event in effect for an idempotency key.
    package func first(of repetition: Event.Repetition) -> Event? {
        firsts[repetition].flatMap(event).flatMap { $0.repetition == repetition ? $0 : nil }
    }

    /// Returns the definitions and removals of the strings with this key.
    ///
    /// Accepted proposals in the source language are definitions too.
    package func definitions(withKey key: Value.Text) -> [Event] {
        (definitions[key] ?? []).compactMap(event)
    }

    /// Returns the ids of all events that the given events copy, directly or indirectly.
    package func originals(of ids: some Sequence<EventID>) -> Set<EventID> {
        var found: Set<EventID> = []
        for id in ids {
            var next = copied[id]
            while let original = next, found.insert(original).inserted { next = copied[original] }
        }
        return found
    }

    /// Returns the idempotency keys of the setting changes and of the given events.
    package func repetitions(of named: some Sequence<EventID>) -> Set<Event.Repetition> {
        Set((settings + named.compactMap(event)).compactMap(\.repetition))
    }

    /// The setting changes, together with the events that count instead of repeated changes.
    package var settingsAsTheyCount: [Event] {
        settings + settings.compactMap { $0.repetition.flatMap(first) }
    }

    /// Returns true if exactly this line exists.
    package func has(_ line: ArraySlice<UInt8>, id: EventID) -> Bool {
        lines[id]?.contains { $0.elementsEqual(line) } ?? false
    }

    /// Returns the event with an id.
    ///
    /// If several lines share the id, the line that comes first in byte order counts.
    package func event(_ id: EventID) -> Event? {
        lines[id]?.sorted { $0.lexicographicallyPrecedes($1) }.lazy.compactMap(Self.event).first
    }

    /// Returns a guid's proposals in a language, in any folder.
    package func proposals(of guid: HashedGuid, in locale: LanguageTag) -> [Event] {
        proposals[guid]?.filter { $0.locale == locale } ?? []
    }

    /// Returns true if a line may contain the member `copies`; does not parse the line.
    private static func mayCopy(_ line: ArraySlice<UInt8>) -> Bool {
        line.firstRange(of: copiesMember) != nil || line.firstRange(of: escape) != nil
    }

    private static let copiesMember = Array(#""copies""#.utf8)
    /// Member names may contain escapes too.
    private static let escape = Array(#"\u"#.utf8)

    package static func event(_ line: ArraySlice<UInt8>) -> Event? {
        guard case .event(let event)? = try? Event.read(line: line) else { return nil }
        return event
    }
}

/// The id and the type of a line.
///
/// Both are found without parsing if the line is formatted as this program writes it.
package struct LineHead {
    package let id: EventID
    package let type: String

    private static let beforeID = Array(#"{"v":1,"id":""#.utf8)
    private static let beforeType = Array(#"","type":""#.utf8)

    package init?(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: Self.beforeID) else { return nil }
        let idStart = line.startIndex + Self.beforeID.count
        let idEnd = idStart + EventID.length
        let typeStart = idEnd + Self.beforeType.count
        guard typeStart < line.endIndex, line[idEnd...].starts(with: Self.beforeType),
            let id = EventID(String(decoding: line[idStart..<idEnd], as: UTF8.self)),
            let typeEnd = line[typeStart...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        // Escapes and duplicate members would require a parser.
        guard !line[typeStart..<typeEnd].contains(UInt8(ascii: "\\")) else { return nil }
        self.id = id
        type = String(decoding: line[typeStart..<typeEnd], as: UTF8.self)
    }

    package init?(parsing line: ArraySlice<UInt8>) {
        guard let event = KnownEvents.event(line) else { return nil }
        id = event.id
        type = event.payload.typeName
    }
}

/// The idempotency key of a line, as far as it can be found without parsing.
private enum IdempotencyMember: Equatable {
    /// The line has no key.
    case none
    /// The key is formatted as this program writes it, with these bytes.
    case plain(ArraySlice<UInt8>)
    /// The line must be parsed.
    case unclear

    private static let name = Array(#""idem""#.utf8)
    private static let start = Array(#"":""#.utf8.dropFirst())

    init(_ line: ArraySlice<UInt8>) {
        // Member names may contain escapes too.
        guard !line.contains(UInt8(ascii: "\\")) else {
            self = .unclear
            return
        }
        guard let name = line.firstRange(of: Self.name) else {
            self = .none
            return
        }
        let rest = line[name.upperBound...]
        guard rest.starts(with: Self.start) else {
            self = .unclear
            return
        }
        self = .plain(rest.dropFirst(Self.start.count).prefix { $0 != UInt8(ascii: "\"") })
    }

    func mayBe(oneOf keys: Set<[UInt8]>) -> Bool {
        switch self {
        case .none: false
        case .plain(let key): keys.contains(Array(key))
        case .unclear: true
        }
    }
}
