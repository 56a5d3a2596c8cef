import EventStore
import JSON
import Machine
import ReadModel
import TestWorld
import Texts
import Translation

/// A project for targets that need one.
enum FuzzProject {
    static let source = LanguageTag("en")

    static func make() throws -> Project {
        guard let source else { throw BrokenLaw(law: "“en” is a valid tag.", detail: "") }
        return Project(id: "01JD6Q3ZK8V7M2T4C9B0XWYRGH", source: source)
    }
}

extension FuzzTarget {
    static let eventLine = FuzzTarget(
        "event-line", "A line of an event file: it survives writing and reading.",
        seeds: EventSeeds.lines, fixtures: ["docs/internals/data-model.md"], words: EventSeeds.words
    ) { input in
        let line: Event.Line
        do { line = try Event.read(line: input) } catch { return .refused }
        guard case .event(let event) = line else { return .accepted }
        let written = event.line
        try law("A written event is one line.", !written.contains(0x0A))
        let again: Event.Line
        do { again = try Event.read(line: written) } catch {
            throw BrokenLaw(law: "A written event can be read.", detail: "\(error)")
        }
        guard case .event(let copy) = again else {
            throw BrokenLaw(law: "A written event keeps its version.", detail: "")
        }
        try law("Reading a written event returns the same event.", copy == event)
        try law("An event has one canonical form.", copy.line == written)
        try law(
            "The canonical form is canonical JSON.",
            (try? JSONValue.parse(written)).map(CanonicalJSON.encode) == written)
        return .accepted
    }

    static let eventFile = FuzzTarget(
        "event-file",
        "Event files of a log: catching up equals rebuilding, and both equal the fold in memory.",
        seeds: [EventSeeds.lines.joined(separator: "\n") + "\n"],
        fixtures: ["docs/internals/data-model.md"],
        words: EventSeeds.words
    ) {
        let project = try FuzzProject.make()
        return { input in try EventFiles(input, project).check() }
    }

    static let fold = FuzzTarget(
        "fold", "Any events in any order: the same state, which the read model has too.",
        maximumSize: 1 << 10, seeds: (0..<16).map { EventSeeds.program($0) }
    ) {
        let project = try FuzzProject.make()
        return { input in
            let events = EventScript(input).events()
            let digest = StateDigest.of(EventLogState(project: project, events: events))
            let backwards = StateDigest.of(
                EventLogState(project: project, events: events.reversed()))
            try law("The order of arrival does not affect the state.", digest == backwards)
            let twice = StateDigest.of(EventLogState(project: project, events: events + events))
            try law("A repeated event changes nothing.", digest == twice)
            // The read model takes a hundred times as long, so it is compared only for some inputs.
            if input.reduce(0, &+) % 16 == 0 {
                let lines = events.map { $0.line + [0x0A] }
                let files = lines.enumerated().map {
                    (path: "en/\($0.offset).jsonl", content: $0.element)
                }
                let model = try Projection.inMemory(project: project, files: files)
                try law(
                    "The read model equals the folded state.", try model.digest() == digest)
            }
            return .accepted
        }
    }
}

/// An input as the files of a log: each empty line ends a file.
private struct EventFiles {
    let project: Project
    let files: [NewFile]

    init(_ input: [UInt8], _ project: Project) {
        self.project = project
        var files: [NewFile] = []
        var content: [UInt8] = []
        for line in input.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.isEmpty, !content.isEmpty {
                files.append(NewFile(folder: "en", name: "\(files.count)", content: content))
                content = []
            } else {
                content += line + [0x0A]
            }
        }
        files.append(NewFile(folder: "fr", name: "\(files.count)", content: content))
        self.files = files
    }

    func check() throws -> FuzzOutcome {
        let store = InMemoryEventStore()
        let model = try Projection.inMemory(project: project)
        var position = try add(files.prefix(1), to: store)
        try model.catchUp(with: store, to: position)
        if files.count > 1 {
            position = try add(files.dropFirst(), to: store)
            try model.catchUp(with: store, to: position)
        }
        let fresh = try Projection.inMemory(
            project: project, store: store, position: position, folders: nil)
        let digest = try model.digest()
        try law("Catching up equals rebuilding.", try fresh.digest() == digest)
        try law(
            "After catching up, every table equals that of a new model.",
            try model.differingTables(from: fresh) == [])
        // The fold in memory ignores the stored bytes, so only canonical events can be compared.
        guard let events = canonicalEvents() else { return .accepted }
        let state = EventLogState(project: project, events: events)
        try law("The read model equals the folded state.", StateDigest.of(state) == digest)
        return events.isEmpty ? .refused : .accepted
    }

    private func add(_ files: ArraySlice<NewFile>, to store: InMemoryEventStore) throws -> Position
    {
        let author = Author(name: "A", email: "a@example.org", seconds: 0)
        let addition = Addition(files: Array(files), message: "m", author: author)
        guard let head = store.head() else {
            throw BrokenLaw(law: "A log in memory has a head.", detail: "")
        }
        return try store.append(addition, expecting: head).position
    }

    private func canonicalEvents() -> [Event]? {
        var events: [Event] = []
        for line in files.flatMap({ $0.content.split(separator: 0x0A) }) {
            guard case .event(let event)? = try? Event.read(line: line) else { continue }
            guard event.line.elementsEqual(line) else { return nil }
            events.append(event)
        }
        return events
    }
}
