import Checks
public import GitEventStore
import Languages
public import Machine
import Texts
public import Translation

/// A project's log, with the services needed to read it, but without a read model.
public struct ProjectLog: Sendable {
    /// The machine that the program runs on.
    public let host: Host
    /// The project's fixed properties.
    public let project: Project
    /// The log in its Git branch.
    public let store: GitEventStore
    /// Reports the progress of a long operation: a description, the amount done and the total.
    public var reportProgress: (@Sendable (String, Int, Int) -> Void)?
    /// Receives each warning for the user; refusals are thrown instead.
    public var warn: (@Sendable (String) -> Void)?
    /// The checks for each language, created on demand.
    let checks = ChecksByLanguage()

    /// Returns the same log with a separate Git handle, so that its readers do not wait for the
    /// readers of this log.
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

/// A type that gives access to one project: a log, a workspace or a snapshot.
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
    /// The project's fixed properties.
    public var project: Project { log.project }
    /// The log in its Git branch.
    public var store: GitEventStore { log.store }
    var warn: (@Sendable (String) -> Void)? { log.warn }
    var reportProgress: (@Sendable (String, Int, Int) -> Void)? { log.reportProgress }

    /// Returns the data that a decision needs in addition to the state.
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
