import EventStore
import Git
import GitEventStore
import Texts
import Translation
import Workspace

/// The new files in a push, with their faults and their events.
struct NewFiles {
    private(set) var findings: [PolicyFinding] = []
    private(set) var events: [EventForm.NewEvent] = []

    /// The modes that are allowed below `events/`.
    private static let allowed: Set<FileMode> = [.regular]

    /// Reads the changed files, and skips files that are too large.
    ///
    /// `now` is the server's clock in Unix milliseconds.
    init(_ changes: [EntryChange], in repository: GitRepository, now: Int64) throws {
        let form = EventForm(now: now)
        for change in changes {
            if change.isAmbiguous {
                findings.append(
                    PolicyFinding(
                        .path, "The tree contains this name twice.", path: change.path))
            }
            let root = change.path.utf8.prefix { $0 != UInt8(ascii: "/") }
            if change.new != nil, EventPath.isLookalike(String(Substring(root))) {
                findings.append(
                    PolicyFinding(
                        .path, "Some file systems confuse this name with another one.",
                        path: change.path))
            }
            guard let new = change.new, EventPath.isInLog(change.path) else { continue }
            if let fault = Self.fault(of: new, at: change) {
                findings.append(fault)
                continue
            }
            let size = try repository.objectSize(new.id) ?? 0
            guard size <= Event.maximumLine else {
                findings.append(
                    PolicyFinding(
                        .file,
                        "The file has \(size) bytes; the limit for an event is "
                            + "\(Event.maximumLine).",
                        path: change.path))
                continue
            }
            if let old = change.old, old.id == new.id { continue }
            events += form.events(
                of: try repository.readBlob(new.id), at: change.path, &findings)
        }
    }

    private static func fault(of entry: TreeEntry, at change: EntryChange) -> PolicyFinding? {
        guard allowed.contains(entry.mode) else {
            let kind =
                switch entry.mode {
                case .link: "a symbolic link"
                case .submodule: "a submodule"
                case .executable: "executable"
                default: "not a regular file"
                }
            return PolicyFinding(
                .file, "It is \(kind); event files must be regular files.", path: change.path)
        }
        return EventPath.fault(in: change.path).map {
            PolicyFinding(.path, $0, path: change.path)
        }
    }
}

/// The events that a push adds, without repeated lines.
struct AddedEvents {
    private(set) var events: [EventForm.NewEvent] = []
    /// The findings for lines whose id belongs to another event with different content.
    private(set) var contradictions: [PolicyFinding] = []
    private var byID: [EventID: EventForm.NewEvent] = [:]
    /// The smallest id for each idempotency key.
    private var firsts: [Event.Repetition: EventID] = [:]
    /// The definitions and removals of strings, by key.
    private var definitions: [Value.Text: [Event]] = [:]

    /// Collects the events that are not known yet.
    ///
    /// `source` is the project's source language.
    init(_ lines: [EventForm.NewEvent], _ known: KnownEvents, source: LanguageTag?) {
        for new in lines where !known.has(new.line, id: new.event.id) {
            let id = new.event.id
            if let other = byID[id], other.line.elementsEqual(new.line) { continue }
            if byID[id] != nil || known.event(id) != nil {
                contradictions.append(
                    PolicyFinding(
                        .altered, "Another event has this id, but different content.",
                        path: new.path, line: new.number, event: id))
            }
            if byID[id] == nil { byID[id] = new }
            events.append(new)
            if let key = new.event.key, new.event.isOfDefinitions(in: source) {
                definitions[Value.Text(key), default: []].append(new.event)
            }
            if let repetition = new.event.repetition {
                firsts[repetition] = min(firsts[repetition] ?? id, id)
            }
        }
    }

    /// Returns the event in effect for an idempotency key.
    func first(of repetition: Event.Repetition) -> Event? { firsts[repetition].flatMap(event) }

    func event(_ id: EventID) -> Event? { byID[id]?.event }

    /// Returns the definitions and removals of the strings with a key.
    func definitions(withKey key: Value.Text) -> [Event] { definitions[key] ?? [] }
}

extension Event {
    /// Returns true if the event defines or removes a string.
    ///
    /// An acceptance in the source language defines a string.
    func isOfDefinitions(in source: LanguageTag?) -> Bool {
        if case .proposalAccepted = payload { return locale == source }
        return payload.traits.subject == .sourceText
    }
}
