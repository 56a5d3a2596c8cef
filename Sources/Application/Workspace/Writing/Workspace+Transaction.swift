import Checks
import Crypto
import EventStore
import Git
import Glibc
import GitEventStore
import Languages
import Machine
import ReadModel
import Texts
public import Translation

/// The result of a writing command.
public struct Outcome: Sendable {
    /// The commit that this call created, or `nil` if nothing was written.
    ///
    /// Nothing is written if there is nothing to do, in a dry run, and for a repeated request.
    public let commit: String?
    /// The events that were written, in the order of their ids.
    ///
    /// It is empty for a large import; see ``eventIDs``.
    public let events: [Event]
    /// Notices about tolerated problems, such as the findings of a forced acceptance.
    public let notices: [String]
    /// The counts of an import.
    public internal(set) var tally: ImportTally
    /// The parts of a batch that were refused while the others were carried out.
    public let leftOut: [Decision.LeftOut]

    /// Whether the same request was already performed, under the same idempotency key.
    public let isRepeated: Bool

    /// The ids of the events that were written, in their order.
    public let eventIDs: [EventID]

    /// Whether the command was only simulated.
    ///
    /// The ids are then of no use to programs, because nothing was stored under them.
    public var isDryRun: Bool { commit == nil && !isRepeated && !eventIDs.isEmpty }

    init(_ decision: Decision, commit: String?) {
        self.commit = commit
        isRepeated = !decision.repeated.isEmpty
        events = isRepeated ? decision.repeated : decision.events
        eventIDs = events.map(\.id)
        notices = decision.notices
        tally = decision.tally
        leftOut = decision.leftOut
    }

    /// Creates the outcome of an import.
    init(import tally: ImportTally, events: [Event], ids: [EventID], commit: String?) {
        self.commit = commit
        isRepeated = false
        self.events = events
        eventIDs = ids
        notices = []
        self.tally = tally
        leftOut = []
    }
}

extension Workspace {
    /// The maximum number of attempts when the branch moves during a decision.
    private static let attempts = 100
    /// The maximum number of attempts to append to a locked branch, a tenth of a second apart.
    private static let lockedAttempts = 20

    /// Performs a command in one commit, with the author from Git's configuration.
    ///
    /// The result is durable when this returns. Repeating a command with the same idempotency key
    /// has no further effect, and returns the events of the first call, without their commit. With
    /// `isStrict`, a text that fails a check is refused; otherwise the findings are notices. Throws
    /// a ``Refusal``.
    public func perform(
        _ verb: String, guid: String? = nil, idempotencyKey: String? = nil, isDryRun: Bool = false,
        isStrict: Bool = false, _ command: Command
    ) throws -> Outcome {
        try perform(
            verb, guid: guid, idempotencyKey: idempotencyKey, isDryRun: isDryRun,
            isStrict: isStrict
        ) { _ in command }
    }

    /// Performs a command that `command` creates from the state on which it is decided.
    ///
    /// Otherwise this works like the overload with a command.
    public func perform(
        _ verb: String, guid: String? = nil, idempotencyKey: String? = nil, isDryRun: Bool = false,
        isStrict: Bool = false, _ command: @escaping @Sendable (any StateReader) throws -> Command
    ) throws -> Outcome {
        let request = WriteRequest(
            verb, actor: try actor(), guid: guid.map { HashedGuid(guid: $0, project: project) },
            idempotency: try idempotencyKey.map(Self.idempotency), isStrict: isStrict,
            command: command)
        guard let answer = try write([request], isDryRun: isDryRun).answers.first else {
            throw GroupWithoutAnswer()
        }
        return try answer.get()
    }

    /// Runs `body` with the newest state, for the lookups of a writing command.
    ///
    /// Throws a ``Refusal`` if nothing can be written because the log contains events from a newer
    /// version.
    public func readForWriting<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
        try read { snapshot in
            try snapshot.refuseNewerEvents()
            return try body(snapshot)
        }
    }

    /// Returns an idempotency key in the form that ``decide(_:state:context:clock:)`` expects.
    public static func idempotency(_ key: String) throws(Refusal) -> Idempotency {
        try Idempotency(key: key) { Array(SHA256.hash(data: $0)) }
    }

    /// The answers to the decided requests of a group, and the position of the log that includes
    /// them.
    struct WrittenGroup: Sendable {
        let answers: [Result<Outcome, Refusal>]
        /// The position that the group was decided on.
        let base: Position
        /// The position that includes the group.
        let position: Position

        /// Whether the group made a commit.
        var hasCommit: Bool { answers.contains { (try? $0.get().commit) != nil } }
    }

    /// The error thrown for a group without requests, which has no answer.
    private struct GroupWithoutAnswer: Error {}

    /// Performs a group of requests in one commit, with the author from Git's configuration.
    ///
    /// Each request is decided on the state that includes the requests before it, and a rejected
    /// request has no effect. Returns the answers to the decided requests. All requests are
    /// decided, unless a limit is reached or a request must be alone in its group
    /// (``Command/goesAlone``). At least one is decided, and the rest form the next group.
    ///
    /// Everything is durable when this returns. It is also in the read model, unless that could not
    /// be written. If the whole group has a problem, such as a dirty work tree, this throws and
    /// writes nothing.
    func write(
        _ requests: ArraySlice<WriteRequest>, isDryRun: Bool = false
    ) throws -> WrittenGroup {
        writeTimes = WriteTimes()
        let written = try transact { attempt, snapshot in
            try WriteTimes.measure(&writeTimes.deciding) {
                try GroupDecision(requests, on: snapshot.model, clock: attempt.clock) { request in
                    log.context(
                        actor: request.actor, guid: request.guid, idempotency: request.idempotency,
                        isStrict: request.isStrict)
                }
            }
        } append: { group, attempt in
            guard !group.lines.isEmpty, !isDryRun else {
                return WrittenGroup(
                    answers: group.outcomes(commit: nil), base: attempt.head,
                    position: attempt.head)
            }
            try attempt.refuseUnsigned()
            let addition = Addition(
                files: Self.newFiles(of: group.lines),
                message: CommitMessage(group, in: project).text, author: attempt.author)
            let appended = try WriteTimes.measure(&writeTimes.committing) {
                try store.append(addition, expecting: attempt.head, asPack: writesPacks)
            }
            hasWritten = true
            WriteTimes.measure(&writeTimes.projecting) {
                project(addition, appended, from: attempt.head)
            }
            return WrittenGroup(
                answers: group.outcomes(commit: appended.position.commit), base: attempt.head,
                position: appended.position)
        }
        if written.hasCommit, packsAfterWrites { collectGarbageIfNeeded() }
        return written
    }

    /// Applies the appended events to the read model.
    ///
    /// If that fails, the next catch-up reads them from the log.
    private func project(_ addition: Addition, _ appended: Appended, from head: Position) {
        let contents = zip(appended.files, addition.files).compactMap { placed, file in
            placed.new.map { ($0, file.content) }
        }
        _ = try? projection.follow(
            appended.files, contents: Dictionary(contents) { first, _ in first }, from: head,
            to: appended.position)
    }

    /// An attempt to write, with the state that it starts from.
    struct Attempt {
        /// The tip of the branch, on whose state decisions are made.
        let head: Position
        /// Throws if the state requires signed commits and the commit would be unsigned.
        let refuseUnsigned: () throws -> Void
        let author: Author
        /// The author, as the actor of events.
        var actor: Actor { Actor(name: author.name, email: author.email) }
        /// Generates ids later than all ids in the log.
        let clock: EventClock<RandomBits>
    }

    /// Catches up, decides and appends, and repeats these steps if another process moves the branch
    /// meanwhile.
    ///
    /// `decide` sees one state of the read model. None of its result is part of the log until
    /// `append` returns.
    func transact<Decided, Answer>(
        decide: (Attempt, Snapshot) throws -> Decided, append: (Decided, Attempt) throws -> Answer
    ) throws -> Answer {
        let author = try author()
        var lockedTries = 0
        return try exclusively {
            for _ in 0..<Self.attempts {
                let head = try catchUp()
                do {
                    // Meanwhile another process may update the shared read model to another
                    // position.
                    let (decided, attempt) = try projection.read(at: head) { model in
                        let snapshot = Snapshot(log, model)
                        try snapshot.refuseNewerEvents()
                        let attempt = try Attempt(at: head, author, snapshot)
                        return (try decide(attempt, snapshot), attempt)
                    }
                    return try append(decided, attempt)
                } catch is Projection.PositionMoved {
                    continue
                } catch is AppendConflict {
                    continue
                } catch let locked as BranchLocked {
                    // Plain Git holds the lock of a branch briefly, for example during a fetch.
                    lockedTries += 1
                    guard lockedTries < Self.lockedAttempts else { throw locked }
                    usleep(100_000)
                }
            }
            throw Refusal(
                .busy, "The branch moved \(Self.attempts) times during this command.",
                hint: "Try again when other writers have finished.")
        }
    }

    typealias Line = (locale: LanguageTag, id: EventID, bytes: [UInt8])

    /// Returns the lines of events; throws if a line is longer than other programs accept.
    static func lines(of events: [Event], in project: Project) throws -> [Line] {
        try events.map { event in
            let line = event.line
            guard line.count < Event.maximumLine else {
                let place =
                    event.string(in: project).map { " for “\($0.spelled(in: project))”" } ?? ""
                throw Refusal(
                    .invalidValue,
                    "The text\(place) in \(event.locale) is too long: at \(line.count) bytes, "
                        + "it could not be pushed.",
                    hint:
                        "The limit for an event is \(Event.maximumLine >> 20) MiB: split the text.")
            }
            return (event.locale, event.id, line)
        }
    }

    /// Returns the files for the lines: one or more per language, in the order of the language
    /// tags.
    static func newFiles(of lines: [Line]) -> [NewFile] {
        let byLocale = Dictionary(grouping: lines) { $0.locale }
        return byLocale.sorted { $0.key < $1.key }.flatMap { locale, lines in
            NewFile.files(
                folder: FolderName.folder(ofTag: locale.rawValue),
                lines: lines.map { ($0.id.description, $0.bytes) })
        }
    }
}

extension Workspace.Attempt {
    init(at head: Position, _ author: Author, _ snapshot: Snapshot) throws {
        self.head = head
        self.author = author
        let host = snapshot.host
        clock = EventClock(
            last: try snapshot.lastID(), now: host.timeOfIDs, random: host.random)
        let signing = CommitSigning(snapshot.store.repository, host: host)
        let isWanted = try CommitSigning.isWanted(by: snapshot.model)
        refuseUnsigned = { if isWanted { try signing.refuseUnsigned() } }
    }
}

extension Snapshot {
    /// Returns the greatest id in the log.
    ///
    /// It ignores and reports ids more than a day ahead of the clock.
    fileprivate func lastID() throws -> EventID? {
        let limit = host.timeOfIDs + EventClock<RandomBits>.tolerance
        let last = try model.lastEventID(notAfter: limit)
        if let ahead = try model.lastEventID(notAfter: .max >> 16), ahead != last {
            warn?("Event \(ahead) is more than a day ahead of this machine's clock.")
        }
        return last
    }
}
