import Dispatch
import EventStore
import GitEventStore
import ReadModel
import Texts
import Translation

extension Workspace {
    /// Takes over the files of a request in one commit, and returns what was done and what readers let through.
    ///
    /// File after file is read, decided and written, so that memory holds one file's events and not all. Throws a ``Refusal``;
    /// nothing is taken over then.
    public func importFiles(
        _ request: ImportRequest, verb: String, guid: String?, idempotencyKey: String?,
        isDryRun: Bool
    ) throws -> (outcome: Outcome, notices: [ImportNotice], resources: [ImportedResource]) {
        // These need all files at once.
        if request.prunes || idempotencyKey != nil {
            let read = try readForWriting { snapshot in
                let read = try snapshot.read(request)
                if request.isStrict { try snapshot.refuseUnknownKeys(read.files) }
                let hashed = guid.map { HashedGuid(guid: $0, project: project) }
                let rehearsed = try snapshot.rehearse(
                    WriteRequest(verb, actor: try actor(), guid: hashed) { _ in
                        .importFiles(read.files)
                    })
                try request.refuseWhereAllIsSkipped(rehearsed.tally, in: project)
                return read
            }
            let outcome = try perform(
                verb, guid: guid, idempotencyKey: idempotencyKey, isDryRun: isDryRun,
                .importFiles(read.files))
            return (outcome, read.notices, read.resources)
        }
        var notices: [ImportNotice] = []
        var resources: [ImportedResource] = []
        let hashed = guid.map { HashedGuid(guid: $0, project: project) }
        let outcome = try transact { attempt, snapshot in
            var work = ImportWork(
                attempt, snapshot, context: log.context(actor: attempt.actor, guid: hashed),
                isDryRun: isDryRun)
            try work.take(request)
            try request.refuseWhereAllIsSkipped(work.tally, in: project)
            (notices, resources) = (work.notices, work.resources)
            return work
        } append: { work, attempt in
            let commit = try work.commit(verb: verb, attempt)
            if commit != nil { hasWritten = true }
            return Outcome(
                import: work.tally, events: work.events, ids: work.ids, commit: commit)
        }
        if outcome.commit != nil { collectGarbageIfNeeded() }
        return (outcome, notices, resources)
    }
}

/// An import that is decided and written file by file.
private struct ImportWork {
    private(set) var notices: [ImportNotice] = []
    private(set) var resources: [ImportedResource] = []
    /// The events, while they are few enough to be kept.
    private(set) var events: [Event] = []
    /// The ids of all events.
    private(set) var ids: [EventID] = []
    private let snapshot: Snapshot
    private let attempt: Workspace.Attempt
    private let isDryRun: Bool
    private var decider: ImportDecider<ReadModel, RandomBits>
    private var summary: EventSummary
    /// Where events go when they are many.
    private var largeAppend: LargeAppend?
    private let queue = DispatchQueue(label: "dragoman.import")
    /// What is being written while the next file is decided.
    private var writing: Handoff<Void>?

    /// How many events are kept until all is decided.
    private static let keptEvents = 10_000

    init(
        _ attempt: Workspace.Attempt, _ snapshot: Snapshot, context: DecisionContext,
        isDryRun: Bool
    ) {
        self.attempt = attempt
        self.snapshot = snapshot
        self.isDryRun = isDryRun
        decider = ImportDecider(
            state: snapshot.model, context: context, clock: attempt.clock)
        summary = EventSummary(snapshot.project)
    }

    var tally: ImportTally { decider.tally }

    /// Reads and decides all files, and writes what is too much to be kept.
    mutating func take(_ request: ImportRequest) throws {
        do {
            try takeAll(request)
        } catch {
            // The process may end before the other thread has.
            _ = try? writing?.take()
            largeAppend?.giveUp()
            throw error
        }
    }

    private mutating func takeAll(_ request: ImportRequest) throws {
        var defined: Set<StringID> = []
        try snapshot.forEachLanguage(of: request) { files in
            for unread in files {
                let (file, notices) = try unread.read()
                self.notices += notices
                resources.add(file, of: unread.resource)
                if request.isStrict {
                    try snapshot.refuseUnknownKeys(file, defined: &defined)
                }
                try take(try decider.events(of: file))
            }
            decider.finishLanguage()
        }
    }

    private mutating func take(_ new: [Event]) throws {
        for event in new { summary.add(event) }
        ids += new.map(\.id)
        events += new
        if events.count > Self.keptEvents || largeAppend != nil { try writeEvents() }
    }

    /// Writes the events that are kept, in the background, after those before them.
    private mutating func writeEvents() throws {
        defer { events = [] }
        guard !isDryRun, !events.isEmpty else { return }
        let append = try largeAppend ?? snapshot.store.beginAppend(expecting: attempt.head)
        largeAppend = append
        try writing?.take()
        writing = Handoff(on: queue) { [events, project = snapshot.project] in
            try append.add(Workspace.newFiles(of: Workspace.lines(of: events, in: project)))
        }
    }

    /// Makes the commit; returns its name, or `nil` when there is nothing to do.
    func commit(verb: String, _ attempt: Workspace.Attempt) throws -> String? {
        guard !ids.isEmpty, !isDryRun else { return nil }
        try writing?.take()
        try attempt.refuseUnsigned()
        let message = CommitMessage(verb: verb, summary).text
        guard let largeAppend else {
            let lines = try Workspace.lines(of: events, in: snapshot.project)
            let addition = Addition(
                files: Workspace.newFiles(of: lines), message: message, author: attempt.author)
            return try snapshot.store.append(addition, expecting: attempt.head).position.commit
        }
        return try snapshot.store.append(
            largeAppend, message: message, author: attempt.author, expecting: attempt.head
        ).position.commit
    }
}
