import Checks
public import GitEventStore
import Languages
public import Machine
import Texts
public import Translation

/// A project's log in its branch, with the services that reading it requires, except for a read
/// model.
public struct ProjectLog: Sendable {
    /// The machine that the program runs on.
    public let host: Host
    /// The project's fixed properties.
    public let project: Project
    /// The log.
    public let store: GitEventStore
    /// Called during long work with a description of it, the amount done and the total.
    public var reportProgress: (@Sendable (String, Int, Int) -> Void)?
    /// Called with a warning for the user that is not a refusal.
    public var warn: (@Sendable (String) -> Void)?
    /// The checks of each language, created on demand.
    let checks = ChecksByLanguage()

    /// Returns the same log with its own Git handle, so that its readers do not wait for those of
    /// this one.
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

/// Access to one project: a workspace, or one of its snapshots.
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
    /// The log in Git.
    public var store: GitEventStore { log.store }
    var warn: (@Sendable (String) -> Void)? { log.warn }
    var reportProgress: (@Sendable (String, Int, Int) -> Void)? { log.reportProgress }

    /// Returns the context of a decision: the data that it requires besides the state.
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
