import Checks
public import GitEventStore
import Languages
public import Machine
import Texts
public import Translation

/// A project's log in its branch, and what it takes to read it besides a read model.
public struct ProjectLog: Sendable {
    /// The machine that the program runs on.
    public let host: Host
    /// The project's facts.
    public let project: Project
    /// The log.
    public let store: GitEventStore
    /// Called with a word for the work, how much is done and how much there is, when something takes long.
    public var reportProgress: (@Sendable (String, Int, Int) -> Void)?
    /// Called with a sentence that the user should see although nothing is refused.
    public var warn: (@Sendable (String) -> Void)?
    /// The checks of the languages that were asked for.
    let checks = ChecksByLanguage()

    /// The same log through another handle of Git's, so that its readers do not wait for those of this one.
    func reopened() throws -> ProjectLog {
        var log = ProjectLog(host: host, project: project, store: try store.reopened())
        log.warn = warn
        return log
    }

    init(host: Host, project: Project, store: GitEventStore) {
        self.host = host
        self.project = project
        self.store = store
    }
}

/// What belongs to one project: a workspace, and each snapshot of it.
public protocol ProjectScope {
    /// The project's log.
    var log: ProjectLog { get }
}

extension ProjectLog: ProjectScope {
    /// The log itself.
    public var log: ProjectLog { self }
}

extension ProjectScope {
    /// The machine that the program runs on.
    public var host: Host { log.host }
    /// The project's facts.
    public var project: Project { log.project }
    /// The log in Git.
    public var store: GitEventStore { log.store }
    var warn: (@Sendable (String) -> Void)? { log.warn }
    var reportProgress: (@Sendable (String, Int, Int) -> Void)? { log.reportProgress }

    /// What a decision needs to know besides the state.
    func context(
        actor: Actor? = nil, guid: HashedGuid? = nil, idempotency: Idempotency? = nil,
        isStrict: Bool = false
    ) -> DecisionContext {
        let checks = log.checks
        var context = DecisionContext(
            actor: actor, guid: guid, at: Timestamp.text(milliseconds: host.now()),
            idempotency: idempotency,
            pluralCategories: { PluralCategories(of: $0.rawValue) }, width: DisplayWidth.columns,
            checks: { checks.textChecks(of: $0) }, source: project.source)
        context.isStrict = isStrict
        return context
    }
}
