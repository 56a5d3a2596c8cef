import Checks
import Crypto
import EventStore
import Git
import Glibc
import GitEventStore
import Languages
public import ReadModel
public import Translation

/// What a writing command did.
public struct Outcome: Sendable {
    /// The commit, or `nil` when there was nothing to do.
    public let commit: String?
    /// The events that were written, in the order of their ids; none for an import of many files (see ``eventIDs``).
    public let events: [Event]
    /// Things that were let through, such as the findings of a forced acceptance.
    public let notices: [String]
    /// What an import did.
    public let tally: ImportTally
    /// The parts of a batch that were refused while the others were carried out.
    public let leftOut: [Decision.LeftOut]

    /// Whether all this was done before, under the same idempotency key.
    public let isRepeated: Bool

    /// The ids of the events that were written, in their order.
    public let eventIDs: [EventID]

    init(_ decision: Decision, commit: String?) {
        self.commit = commit
        isRepeated = !decision.repeated.isEmpty
        events = isRepeated ? decision.repeated : decision.events
        eventIDs = events.map(\.id)
        notices = decision.notices
        tally = decision.tally
        leftOut = decision.leftOut
    }

    /// States what an import did.
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
    /// How often a decision is made again when the branch moves under it.
    private static let attempts = 100
    /// How often a branch that somebody locks is tried, a tenth of a second apart.
    private static let lockedAttempts = 20

    /// Carries a command out: catches up, decides, and appends the events in one commit.
    ///
    /// `command` is made from the state at the tip; it and the decision are made again whenever somebody else
    /// moved the branch meanwhile. What is returned is on disk. The same command under the same idempotency key
    /// is carried out once, and answered again as it was then; to name the commit, history is read back to it.
    /// With `isStrict`, a text with which a check finds fault is refused; else that is a notice. Throws a ``Refusal``.
    public func perform(
        _ verb: String, guid: String? = nil, idempotencyKey: String? = nil, isDryRun: Bool = false,
        isStrict: Bool = false, _ command: (ReadModel) throws -> Command
    ) throws -> Outcome {
        let idempotency = try idempotencyKey.map { key in
            try Idempotency(key: key) { Array(SHA256.hash(data: $0)) }
        }
        return try transact(guid: guid, idempotency: idempotency) { attempt in
            var clock = attempt.clock
            var context = attempt.context
            context.isStrict = isStrict
            return try decide(
                command(attempt.model), state: attempt.model, context: context, clock: &clock)
        } append: { decision, attempt in
            guard !decision.events.isEmpty, !isDryRun else {
                return Outcome(decision, commit: try commit(bringing: decision.repeated))
            }
            try refuseUnsigned(in: readModel)
            let position = try append(
                decision, verb: verb, author: attempt.author, on: attempt.head)
            hasWritten = true
            return Outcome(decision, commit: position.commit)
        }
    }

    /// One attempt to carry something out: what it starts from.
    struct Attempt {
        /// The state at ``head``.
        let model: ReadModel
        /// The tip of the branch.
        let head: Position
        let author: Author
        let context: DecisionContext
        /// Makes ids that are later than all that was seen.
        let clock: EventClock<RandomBits>
    }

    /// Catches up, and tries until nobody else moves the branch meanwhile.
    ///
    /// `decide` sees one state of the read model; what it writes must be of no meaning until `append` has made it part of the log.
    func transact<Decided>(
        guid: String?, idempotency: Idempotency? = nil, decide: (Attempt) throws -> Decided,
        append: (Decided, Attempt) throws -> Outcome
    ) throws -> Outcome {
        let author = try Self.author(of: store.repository, machine: machine)
        let hashed = guid.map { HashedGuid(guid: $0, project: project) }
        var lockedTries = 0
        let outcome = try exclusively {
            for _ in 0..<Self.attempts {
                let head = try catchUp()
                try refuseNewerEvents(in: readModel)
                let context = context(
                    actor: Actor(name: author.name, email: author.email), guid: hashed,
                    idempotency: idempotency)
                let clock = EventClock(
                    last: try lastID(), now: machine.timeOfIDs, random: machine.random)
                let attempt = Attempt(
                    model: readModel, head: head, author: author, context: context, clock: clock)
                do {
                    // Another process may bring the shared read model to another position meanwhile.
                    let decided = try readModel.reading(at: head) { _ in try decide(attempt) }
                    return try append(decided, attempt)
                } catch is ReadModel.PositionMoved {
                    continue
                } catch is AppendConflict {
                    continue
                } catch let locked as BranchLocked {
                    // Plain Git holds the lock of a branch for a moment, as a fetch does.
                    lockedTries += 1
                    guard lockedTries < Self.lockedAttempts else { throw locked }
                    usleep(100_000)
                }
            }
            throw Refusal(
                .busy, "The branch moved \(Self.attempts) times while this was decided.",
                hint: "Try again when other writers are done.")
        }
        if outcome.commit != nil { collectGarbageIfNeeded() }
        return outcome
    }

    /// The commit that brought the first of some events, where history still has it.
    private func commit(bringing events: [Event]) throws -> String? {
        guard let id = events.first?.id, let stored = try readModel.storedEvent(id) else {
            return nil
        }
        return try commits(bringing: [(stored.path, id)], before: [.tip])[id]?.id
    }

    private func append(
        _ decision: Decision, verb: String, author: Author, on head: Position
    ) throws -> Position {
        let message = CommitMessage(verb: verb, events: decision.events, in: project)
        return try append(
            lines: try Self.lines(of: decision.events, in: project), message: message.text,
            author: author, on: head)
    }

    typealias Line = (locale: LanguageTag, id: EventID, bytes: [UInt8])

    /// The lines of events, none of which is longer than others take.
    static func lines(of events: [Event], in project: Project) throws -> [Line] {
        try events.map { event in
            let line = event.line
            guard line.count < Event.maximumLine else {
                let place =
                    event.string(in: project).map { " of “\($0.spelled(in: project))”" } ?? ""
                throw Refusal(
                    .invalidValue,
                    "The text\(place) in \(event.locale) is too long: with \(line.count) bytes nobody could push it.",
                    hint: "An event has \(Event.maximumLine >> 20) MiB at most: split the text.")
            }
            return (event.locale, event.id, line)
        }
    }

    /// Adds lines to the log as they are, in a file or more for each language.
    func append(
        lines: [Line], message: String,
        author: Author, on head: Position
    ) throws -> Position {
        try store.append(
            Addition(files: Self.newFiles(of: lines), message: message, author: author),
            expecting: head)
    }

    /// The files that lines go into, one or more for each language.
    static func newFiles(of lines: [Line]) -> [NewFile] {
        let byLocale = Dictionary(grouping: lines) { $0.locale }
        return byLocale.sorted { $0.key < $1.key }.flatMap { locale, lines in
            NewFile.files(
                folder: FolderName.folder(ofTag: locale.rawValue),
                lines: lines.map { ($0.id.description, $0.bytes) })
        }
    }

    /// The greatest id in the log, ids that are more than a day ahead of the clock left out and reported.
    private func lastID() throws -> EventID? {
        let limit = machine.timeOfIDs + EventClock<RandomBits>.tolerance
        let last = try readModel.lastEventID(notAfter: limit)
        if let ahead = try readModel.lastEventID(notAfter: .max >> 16), ahead != last {
            warn?("Event \(ahead) is more than a day ahead of this machine's clock.")
        }
        return last
    }

    /// Refuses to write or export beside events that this version may misunderstand.
    func refuseNewerEvents(in model: ReadModel) throws {
        guard let version = try model.newerVersion() else { return }
        throw Refusal(
            .newerFormat,
            "The log has events of version \(Event.spelled(version: version)), and this program knows version \(Event.version).",
            hint: "Install a newer dragoman; reading still works.")
    }

    func context(
        actor: Actor?, guid: HashedGuid?, idempotency: Idempotency? = nil
    ) -> DecisionContext {
        let checks = checks
        return DecisionContext(
            actor: actor, guid: guid, at: Timestamp.text(milliseconds: machine.now()),
            idempotency: idempotency,
            pluralCategories: { PluralCategories(of: $0.rawValue) }, width: DisplayWidth.columns,
            checks: { checks.textChecks(of: $0) },
            source: project.source)
    }
}
