import Dispatch
import EventStore
import GitEventStore
import Interchange
import Machine
import ReadModel
import Texts
package import Translation

extension Workspace {
    /// Imports the files in a request in one commit, and returns the outcome with the readers'
    /// remarks.
    ///
    /// Files are read, decided and written one after another, so that memory holds the events of
    /// one file at a time. If it throws a ``Refusal``, nothing is imported.
    public func importFiles(
        _ request: ImportRequest, verb: String, guid: String?, idempotencyKey: String?,
        isDryRun: Bool
    ) throws -> (outcome: Outcome, notices: [ImportNotice], resources: [ImportedResource]) {
        // An idempotency key requires all files at once.
        if idempotencyKey != nil {
            guard !request.renames else { throw ImportRequest.renamesWithKey }
            let read = try readForWriting { snapshot in
                let hashed = guid.map { HashedGuid(guid: $0, project: project) }
                return try snapshot.rehearse(request, actor: try actor(), guid: hashed).read
            }
            var outcome = try perform(
                verb, guid: guid, idempotencyKey: idempotencyKey, isDryRun: isDryRun,
                .importFiles(read.files))
            outcome.take(renamesOf: read)
            return (outcome, read.notices, read.resources)
        }
        var notices: [ImportNotice] = []
        var resources: [ImportedResource] = []
        let hashed = guid.map { HashedGuid(guid: $0, project: project) }
        let outcome = try transact { attempt, snapshot in
            let context = log.context(actor: attempt.actor, guid: hashed)
            var work = ImportWork(
                attempt, snapshot, snapshot.model, context: context, isDryRun: isDryRun)
            try work.take(request)
            try request.refuseWhereAllIsSkipped(work.tally, in: project)
            (notices, resources) = (work.notices, work.resources)
            let found = work.tally.renames
            guard request.renames, !found.isEmpty else { return work.decided(verb: verb) }
            work.giveUp()
            let renaming = try Renaming(found, snapshot, context, attempt.clock)
            var renamed = ImportWork(
                attempt, snapshot, renaming.state, context: context, isDryRun: isDryRun,
                clock: renaming.clock)
            try renamed.take(request, after: renaming.events)
            (notices, resources) = (renamed.notices, renamed.resources)
            return renamed.decided(verb: verb)
        } append: { decided, attempt in
            try written(decided(attempt))
        }
        if outcome.commit != nil { collectGarbageIfNeeded() }
        return (outcome, notices, resources)
    }

    /// Records whether a commit was made, and returns the outcome.
    func written(_ outcome: Outcome) -> Outcome {
        if outcome.commit != nil { hasWritten = true }
        return outcome
    }
}

extension Snapshot {
    /// Reads the files in a request, and returns them with the outcome that importing them into
    /// this state would have.
    ///
    /// Writes nothing. Throws if a file is invalid, or if every entry would be skipped.
    package func rehearse(
        _ request: ImportRequest, actor: Actor?, guid: HashedGuid?
    ) throws -> (read: ReadImport, outcome: Outcome) {
        let read = try read(request)
        if request.isStrict { try refuseUnknownKeys(read.files) }
        var outcome = try rehearse(
            WriteRequest(Action(.importFiles(read.files)), actor: actor, guid: guid))
        try request.refuseWhereAllIsSkipped(outcome.tally, in: project)
        outcome.take(renamesOf: read)
        return (read, outcome)
    }
}

extension Outcome {
    /// Adds the strings that may have been renamed, which only the reader of the files knows.
    package mutating func take(renamesOf read: ReadImport) { tally.renames = read.renames }

    /// Returns the entries that were not imported: those that the readers left out, those that were
    /// skipped, and empty texts.
    ///
    /// `notices` are the readers' remarks, and `hint` is advice on importing empty texts.
    package func skipped(
        noticing notices: [ImportNotice], emptyTexts hint: String?
    ) -> [ImportTally.Skipped] {
        let leftOut = notices.filter(\.notice.isLeftOut).compactMap { item in
            item.unit.map { unit in
                ImportTally.Skipped(
                    string: unit.string, in: unit.locale, reason: item.notice.message)
            }
        }
        let empty = tally.empty.map { unit in
            ImportTally.Skipped(
                string: unit.string, in: unit.locale,
                reason: ["The text is empty.", hint].compactMap(\.self).joined(separator: " "))
        }
        return leftOut + tally.skipped + empty
    }
}

extension ImportRequest {
    /// The refusal thrown when renames are combined with an idempotency key.
    static let renamesWithKey = Refusal(
        .contradiction, "An import that renames strings does not accept an idempotency key.",
        hint: "Omit the key: a repeated import does not find the rename again.")
}

/// The renames that an import makes before it imports texts.
struct Renaming {
    let state: PendingState<ReadModel>
    let clock: EventClock<RandomBits>
    let events: [Event]

    /// Decides the renames; a removed string is restored first.
    init(
        _ renames: [ImportTally.Rename], _ snapshot: Snapshot, _ context: DecisionContext,
        _ clock: EventClock<RandomBits>
    ) throws {
        let state = PendingState(snapshot.model)
        var clock = clock
        var events: [Event] = []
        func carryOut(_ command: Command) throws {
            let decision = try decide(command, state: state, context: context, clock: &clock)
            try state.add(decision.events)
            events += decision.events
        }
        for rename in renames {
            let history = try state.definitions(rename.old)
            if history.current == nil, let latest = history.latest {
                try carryOut(.addString(rename.old, latest))
            }
            try carryOut(.renameString(rename.old, to: rename.new))
        }
        (self.state, self.clock, self.events) = (state, clock, events)
    }
}

/// An import that is decided and written file by file.
struct ImportWork<State: StateReader> {
    private(set) var notices: [ImportNotice] = []
    private(set) var resources: [ImportedResource] = []
    /// The events, while there are few enough to keep in memory.
    private(set) var events: [Event] = []
    private(set) var ids: [EventID] = []
    private let snapshot: Snapshot
    private let attempt: Workspace.Attempt
    private let isDryRun: Bool
    private var decider: ImportDecider<State, RandomBits>
    private var summary: EventSummary
    /// The destination of the events once there are too many to keep.
    private var largeAppend: LargeAppend?
    private let queue = DispatchQueue(label: "dragoman.import")
    /// The write that runs while the next file is decided.
    private var writing: Handoff<Void>?

    /// The number of events that are kept in memory before they are written.
    private static var keptEvents: Int { 10_000 }

    init(
        _ attempt: Workspace.Attempt, _ snapshot: Snapshot, _ state: State,
        context: DecisionContext, isDryRun: Bool, clock: EventClock<RandomBits>? = nil
    ) {
        self.attempt = attempt
        self.snapshot = snapshot
        self.isDryRun = isDryRun
        decider = ImportDecider(
            state: state, context: context, clock: clock ?? attempt.clock)
        summary = EventSummary(snapshot.project)
    }

    var tally: ImportTally { decider.tally }

    /// Reads and decides all files, and writes events that exceed the limit.
    mutating func take(_ request: ImportRequest, after first: [Event] = []) throws {
        do {
            try take(first)
            try takeAll(request)
        } catch {
            giveUp()
            throw error
        }
    }

    /// Decides the files of one language, following the events in `first`.
    mutating func take(_ files: [FileImport], after first: [Event]) throws {
        do {
            try take(first)
            for file in files { try take(try decider.events(of: file)) }
            try take(try decider.finishLanguage())
        } catch {
            giveUp()
            throw error
        }
    }

    /// Discards the events already written.
    mutating func giveUp() {
        // Wait for the other thread, because the process may exit next.
        _ = try? writing?.take()
        largeAppend?.giveUp()
        largeAppend = nil
    }

    /// Returns a function that makes the commit and reports the outcome.
    func decided(verb: String) -> (Workspace.Attempt) throws -> Outcome {
        { attempt in
            var work = self
            let commit = try work.commit(verb: verb, attempt)
            return Outcome(import: tally, events: events, ids: ids, commit: commit)
        }
    }

    private mutating func takeAll(_ request: ImportRequest) throws {
        var defined: Set<StringID> = []
        let renames = try snapshot.forEachLanguage(of: request) { files in
            for unread in files {
                let (file, notices) = try unread.read()
                self.notices += notices
                resources.add(file, of: unread.resource)
                if request.isStrict {
                    try snapshot.refuseUnknownKeys(file, defined: &defined)
                }
                try take(try decider.events(of: file))
            }
            try take(try decider.finishLanguage())
        }
        decider.note(renames)
    }

    private mutating func take(_ new: [Event]) throws {
        for event in new { summary.add(event) }
        ids += new.map(\.id)
        events += new
        if events.count > Self.keptEvents || largeAppend != nil { try writeEvents() }
    }

    /// Writes the kept events in the background, after the previous ones.
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

    /// Makes the commit; returns its id, or `nil` if there is nothing to commit.
    private mutating func commit(verb: String, _ attempt: Workspace.Attempt) throws -> String? {
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
