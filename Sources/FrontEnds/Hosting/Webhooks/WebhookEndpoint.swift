import Dispatch
import Git
import Machine
import ReadModel
import Synchronization
package import Translation
import Workspace

/// The result of an attempt to deliver a message.
package enum WebhookAnswer: Sendable, Equatable {
    /// The receiver has the message.
    case delivered
    /// The receiver does not have the message, or did not say so completely.
    ///
    /// `retryAfter` is the pause that it asked for, in milliseconds.
    case failed(String, retryAfter: Int64? = nil)
    /// The receiver wants no more messages.
    case gone
    /// The server is stopping.
    case cancelled
}

/// Sends a message to a receiver, at a time in Unix milliseconds.
package typealias WebhookSend =
    @Sendable (_ message: WebhookMessage, _ settings: WebhookSettings, _ now: Int64) async ->
    WebhookAnswer

/// News about a webhook, for the log and the metrics.
package enum WebhookReport: Sendable, Equatable {
    /// The webhook is new, and sends the events after this commit.
    case started(after: String)
    case delivered(EventID)
    /// An attempt failed; the next one is at `next`, in Unix milliseconds.
    case failed(String, failures: Int, next: Int64)
    /// Nothing is sent until an operator turns the webhook on again.
    case off(String)
    /// The webhook's state or the project's log cannot be read or written at the moment.
    case trouble(String)
    /// Whether the webhook's stored state, as just read, is off.
    case read(isOff: Bool)
    /// The number of events that waited at the last attempt to deliver one.
    case pending(Int)
    /// The webhook is no longer in the configuration, or its project is not.
    case removed
}

/// Delivers a project's events to one receiver, in order and one at a time.
///
/// The progress is stored after each success, so that a crash may deliver an event again, but never
/// skips one. While it cannot be stored, nothing is sent. Nothing is kept open between two
/// deliveries.
final class WebhookEndpoint: Sendable {
    let settings: WebhookSettings
    let path: String
    private let log: WebhookLog
    private let file: WebhookFile
    private let host: Host
    private let send: WebhookSend
    private let report: @Sendable (WebhookReport) -> Void
    private let thread = DispatchQueue(label: "dragoman.webhook")
    private let memory: Mutex<Memory>

    private struct Memory {
        /// The state that was last read or written.
        var state: WebhookState?
        var files: [FileWatch]
        /// Whether there may be events to send, or another state.
        var mayHaveNews = true
        var isRunning = false
        /// Whether the configuration no longer has the webhook with these settings.
        var isRetired = false
        /// The last trouble that was reported, which is not repeated.
        var trouble: String?
        /// The progress that could not be stored yet.
        var unstored: Unstored?
    }

    /// A change of the stored state that failed and will be repeated.
    private struct Unstored {
        let old: WebhookState?
        let new: WebhookState
        /// The number of failures, and the time of the next attempt in Unix milliseconds.
        var failures = 0
        var next: Int64 = 0

        mutating func fail(at now: Int64) {
            failures += 1
            // 1 s, 2 s, 4 s, and at most 32 s.
            next = now + 1_000 << min(failures - 1, 5)
        }
    }

    init(
        _ settings: WebhookSettings, path: String, stateDirectory: String, host: Host,
        send: @escaping WebhookSend, report: @escaping @Sendable (WebhookReport) -> Void
    ) {
        self.settings = settings
        self.path = path
        self.host = host
        self.send = send
        self.report = report
        log = WebhookLog(path: path, host: host)
        file = WebhookFile(settings.name, in: stateDirectory)
        memory = Mutex(Memory(files: [FileWatch(file.path)]))
    }

    /// Notes that the project's log has changed.
    func note() { memory.withLock { $0.mayHaveNews = true } }

    /// Sends nothing more; a request that was already sent is finished.
    ///
    /// Returns true if a delivery is still running.
    func retire() -> Bool {
        memory.withLock { memory in
            memory.isRetired = true
            return memory.isRunning
        }
    }

    /// Whether ``retire()`` was called.
    var isRetired: Bool { memory.withLock { $0.isRetired } }

    /// Reports that the configuration no longer has the webhook.
    func remove() { report(.removed) }

    /// Looks for commits of other processes and for a state that an operator changed.
    ///
    /// Cost: three `stat` calls.
    func look() {
        memory.withLock { memory in
            if memory.trouble != nil { memory.mayHaveNews = true }
            for index in memory.files.indices where (try? memory.files[index].hasChanged()) != false
            {
                memory.mayHaveNews = true
            }
        }
    }

    /// Returns true if there is something to do at a time in Unix milliseconds, and marks the
    /// endpoint as running.
    ///
    /// The caller must then call ``deliver()``.
    func start(at now: Int64) -> Bool {
        memory.withLock { memory in
            let isDue =
                if let unstored = memory.unstored {
                    unstored.next <= now
                } else {
                    memory.mayHaveNews
                        || memory.trouble == nil && memory.state?.next.map { $0 <= now } == true
                }
            guard !memory.isRunning, !memory.isRetired, isDue else { return false }
            memory.isRunning = true
            memory.mayHaveNews = false
            return true
        }
    }

    /// Sends all events that are due.
    ///
    /// Ends after a failure, or when the task is cancelled.
    func deliver() async {
        do {
            try await deliverAll()
            memory.withLock { $0.trouble = nil }
        } catch {
            let reason = Refusal(error)?.message ?? "\(error)"
            let isNews = memory.withLock { memory in
                defer { memory.trouble = reason }
                return memory.trouble != reason
            }
            if isNews { report(.trouble(reason)) }
        }
        memory.withLock { $0.isRunning = false }
    }

    private func deliverAll() async throws {
        guard var state = try await onThread({ [self] in try begin() }) else { return }
        report(.read(isOff: state.off != nil))
        while state.off == nil, state.next.map({ $0 <= host.now() }) ?? true {
            let backlog: WebhookLog.Backlog?
            do {
                backlog = try await onThread { [log, settings, state] in
                    try log.backlog(after: state, for: settings)
                }
            } catch is WebhookLog.UnknownPosition {
                let reason = "The log no longer contains the webhook's position."
                guard try await store(&state, { $0.turnOff(reason) }) else { return }
                return report(.off(reason))
            }
            report(.pending(backlog?.count ?? 0))
            guard let backlog, try await deliver(backlog, &state) else { return }
        }
    }

    /// Sends the events of a backlog, and stores that all of them were sent.
    ///
    /// Returns false if the delivery ends before that.
    private func deliver(
        _ backlog: WebhookLog.Backlog, _ state: inout WebhookState
    ) async throws -> Bool {
        let target = backlog.target
        if state.target == nil, backlog.count > 0 {
            guard try await store(&state, { $0.target = target }) else { return false }
        }
        var sent = 0
        while sent < backlog.count {
            let events = try await onThread { [log, sent] in try log.events(of: backlog, from: sent)
            }
            for stored in events {
                guard try await attempt(stored, target, &state) else { return false }
                sent += 1
                report(.pending(backlog.count - sent))
            }
        }
        return try await store(&state) { $0 = WebhookState(after: target) }
    }

    /// Returns the stored state; a new webhook begins with the events after the newest commit.
    private func begin() throws -> WebhookState? {
        if memory.withLock({ $0.files.count }) == 1 {
            // Before the first read, so that no later commit is missed.
            let files = try log.tipFiles().map { FileWatch($0) }
            memory.withLock { $0.files += files }
        }
        if let unstored = memory.withLock({ $0.unstored }) {
            _ = try replace(unstored.old, with: unstored.new)
        }
        if let state = try file.read() {
            memory.withLock { $0.state = state }
            return state
        }
        let state = WebhookState(after: try log.tip())
        guard try replace(nil, with: state) else { return try file.read() }
        report(.started(after: state.after))
        return nil
    }

    /// Replaces the stored state, and remembers it if that fails.
    ///
    /// Returns false if an operator has changed the stored state meanwhile.
    private func replace(_ old: WebhookState?, with new: WebhookState) throws -> Bool {
        do {
            let isReplaced = try file.replace(old, with: new)
            memory.withLock { memory in
                memory.unstored = nil
                if isReplaced { memory.state = new }
            }
            return isReplaced
        } catch {
            let now = host.now()
            memory.withLock { memory in
                var unstored = memory.unstored ?? Unstored(old: old, new: new)
                unstored.fail(at: now)
                memory.unstored = unstored
            }
            throw error
        }
    }

    /// Sends an event, and stores the result; returns true if the next event can be sent.
    private func attempt(
        _ stored: StoredEvent, _ target: String, _ state: inout WebhookState
    ) async throws -> Bool {
        guard !Task.isCancelled, !memory.withLock({ $0.isRetired }) else { return false }
        let message = WebhookMessage(stored, project: settings.project, position: target)
        let answer = await send(message, settings, host.now())
        switch answer {
        case .delivered:
            guard try await store(&state, { $0.deliver(stored.event.id) }) else { return false }
            report(.delivered(stored.event.id))
            return true
        case .cancelled:
            note()
            return false
        case .gone:
            let reason = "The receiver answered 410: it wants no more messages."
            guard try await store(&state, { $0.turnOff(reason) }) else { return false }
            report(.off(reason))
            return false
        case .failed(let reason, let retryAfter):
            let now = host.now()
            var random = host.random
            let variation = Double.random(in: 0...1, using: &random)
            let isStored = try await store(&state) {
                $0.fail(reason, at: now, variation: variation, retryAfter: retryAfter)
            }
            guard isStored else { return false }
            if let next = state.next {
                report(.failed(reason, failures: state.failures, next: next))
            } else {
                report(.off(reason))
            }
            return false
        }
    }

    /// Changes the stored state.
    ///
    /// Returns false if an operator has changed it meanwhile; the next delivery then begins with
    /// the operator's state.
    private func store(
        _ state: inout WebhookState, _ change: (inout WebhookState) -> Void
    ) async throws -> Bool {
        var changed = state
        change(&changed)
        let (old, new) = (state, changed)
        guard try await onThread({ [self] in try replace(old, with: new) }) else {
            note()
            return false
        }
        state = new
        return true
    }

    /// Runs blocking work on the endpoint's own thread.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation {
            (answer: CheckedContinuation<Value, any Error>) in
            thread.async { answer.resume(with: Result { try body() }) }
        }
    }
}
