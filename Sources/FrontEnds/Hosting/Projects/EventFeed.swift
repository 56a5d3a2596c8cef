import Dispatch
package import EventStore
import GitEventStore
package import ReadModel
import Synchronization
package import Translation
import Workspace

/// The changes to a project's log, in steps, for readers that follow it.
///
/// The latest steps are kept in memory. For older steps, a reader gets two positions, and must read
/// the log between them itself. The feed never waits for a reader, and cuts off readers that fall
/// too far behind.
package final class EventFeed: Sendable {
    /// Limits on the kept steps and on a reader's backlog.
    package struct Limits: Sendable {
        /// The maximum number of kept events.
        package var events = 10_000
        /// The maximum size of the kept events, in bytes.
        package var bytes = 16 << 20
        /// The number of unread steps at which a reader is cut off when another step arrives.
        package var unreadSteps = 256
        /// The number of unread bytes at which a reader is cut off when another step arrives.
        package var unreadBytes = 1 << 20

        package init() {}
    }

    /// A step in the log: a commit, or several commits from another process.
    package final class Step: Sendable {
        /// The log's position after the step.
        package let position: Position
        /// The events that the step added.
        package let events: [StoredEvent]
        /// The events that the step removed, for example through a forced push.
        package let gone: [EventID]
        fileprivate let sequence: Int
        /// The total size of all earlier steps, in bytes.
        fileprivate let start: Int
        fileprivate let size: Int
        private let forms = Mutex<[Int: [UInt8]]>([:])

        fileprivate init(
            _ position: Position, _ events: [StoredEvent], _ gone: [EventID], sequence: Int,
            start: Int
        ) {
            self.position = position
            self.events = events
            self.gone = gone
            self.sequence = sequence
            self.start = start
            size = events.reduce(100 + gone.count * 30) { $0 + $1.line.count }
        }

        /// Returns the step's bytes in the given form, which all readers share.
        ///
        /// Calls `make` if the bytes are not cached yet.
        package func bytes(form: Int, _ make: () -> [UInt8]) -> [UInt8] {
            if let made = forms.withLock({ $0[form] }) { return made }
            let made = make()
            forms.withLock { $0[form] = made }
            return made
        }
    }

    /// The result of a reader's request for the next step.
    package enum Finding: Sendable {
        /// The next step of the log.
        case step(Step)
        /// The next steps are no longer kept: the reader must compute the difference between two
        /// positions.
        case older(from: Position, through: Position)
        /// There is no new step, so the reader must wait.
        case nothing
        /// The reader left too much unread and gets no more steps.
        case cutOff
    }

    private struct State {
        /// The position before the first kept step.
        var base: Position?
        var steps: [Step] = []
        var events = 0
        /// The sequence number of the next step, and the total size of all steps before it.
        var next = 0
        var end = 0
        var readers: [Int: Place] = [:]
        var nextReader = 0

        var tip: Position? { steps.last?.position ?? base }
        var first: Int { steps.first?.sequence ?? next }
        var bytes: Int { end - (steps.first?.start ?? end) }

        /// Returns the total size of all steps before the given step.
        func start(of sequence: Int) -> Int {
            sequence >= next ? end : steps[max(0, sequence - first)].start
        }
    }

    /// The progress of a reader in the feed.
    private struct Place {
        /// The sequence number of the step to return next; nil if the reader must read older steps
        /// first.
        var next: Int?
        var position: Position?
        /// Whether the reader has received the step `next` but has not requested another yet.
        var isReading = false
        /// Whether the reader is reading older steps, which takes time.
        var isCatchingUp = false
        /// The sequence number of the first step that can count as unread.
        var start: Int
        var isCutOff = false
        let news: AsyncStream<Void>.Continuation
        let cutOff: @Sendable () -> Void
    }

    private let store: GitEventStore
    private let limits: Limits
    private let state = Mutex(State())
    private let thread = DispatchQueue(label: "dragoman.event-feed")

    /// Follows the log of a store.
    ///
    /// The feed must be the only user of the store instance.
    init(_ store: GitEventStore, limits: Limits = Limits()) {
        self.store = store
        self.limits = limits
    }

    /// Queues a change to the log, and returns immediately.
    ///
    /// Changes must be noted in order.
    func note(_ change: ProjectWriter.Change) { thread.async { self.take(change) } }

    private func take(_ change: ProjectWriter.Change) {
        guard let tip = state.withLock({ $0.tip }) else { return forget(through: change.position) }
        switch change {
        case .appended(let events, let position):
            let stored = events.map { StoredEvent(event: $0, line: $0.line, path: "") }
            add(stored, gone: [], at: position)
        case .moved(let position):
            let difference = try? EventDifference(
                from: tip, to: position, in: store, upTo: limits.bytes)
            guard let difference, difference.came.count <= limits.events else {
                return forget(through: position)
            }
            add(difference.came, gone: difference.gone, at: position)
        }
    }

    /// Drops all steps.
    ///
    /// Readers must then read the changes from the log.
    private func forget(through position: Position) {
        let news = state.withLock { state in
            state.base = position
            state.steps = []
            state.events = 0
            // Skip a sequence number, so that no reader counts as having read this far.
            state.next += 1
            return state.readers.values.map(\.news)
        }
        for news in news { news.yield() }
    }

    private func add(_ events: [StoredEvent], gone: [EventID], at position: Position) {
        let (news, cutOff) = state.withLock { state in
            let cutOff = cutOffReaders(&state)
            let step = Step(position, events, gone, sequence: state.next, start: state.end)
            state.steps.append(step)
            state.next += 1
            state.end += step.size
            state.events += events.count
            trim(&state)
            return (state.readers.values.map(\.news), cutOff)
        }
        for news in news { news.yield() }
        for cutOff in cutOff { cutOff() }
    }

    /// Whether any reader follows the feed.
    var isFollowed: Bool { state.withLock { !$0.readers.isEmpty } }

    /// Cuts off readers that left too much unread before the next step is added, and returns their
    /// callbacks.
    private func cutOffReaders(_ state: inout State) -> [@Sendable () -> Void] {
        var cutOff: [@Sendable () -> Void] = []
        for (id, place) in state.readers where !place.isCutOff && !place.isCatchingUp {
            let unread = max(place.next ?? place.start, place.start)
            // Steps that are no longer kept use no memory; the reader will read the difference
            // instead.
            guard unread >= state.first,
                state.next - unread >= limits.unreadSteps
                    || state.end - state.start(of: unread) >= limits.unreadBytes
            else { continue }
            state.readers[id]?.isCutOff = true
            cutOff.append(place.cutOff)
        }
        return cutOff
    }

    /// Drops the oldest steps, an eighth at a time, to keep the cost per step low.
    private func trim(_ state: inout State) {
        guard state.events > limits.events || state.bytes > limits.bytes else { return }
        var count = 0
        for step in state.steps {
            guard
                state.events > limits.events - limits.events / 8
                    || state.end - step.start > limits.bytes - limits.bytes / 8
            else { break }
            state.events -= step.events.count
            state.base = step.position
            count += 1
        }
        state.steps.removeFirst(count)
    }
}

extension EventFeed {
    /// A reader that follows the log, starting at a position, until it is released.
    package final class Reader: Sendable {
        /// Yields once at the start, and whenever there may be a new step.
        package let news: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation
        private let id: Int
        private let feed: EventFeed

        fileprivate init(
            id: Int, feed: EventFeed, news: AsyncStream<Void>,
            continuation: AsyncStream<Void>.Continuation
        ) {
            self.id = id
            self.feed = feed
            self.news = news
            self.continuation = continuation
        }

        deinit {
            continuation.finish()
            _ = feed.state.withLock { $0.readers.removeValue(forKey: id) }
        }

        /// Wakes the reader, even if there may be no new step.
        package func wake() { continuation.yield() }

        /// Returns the next finding, and counts the previous step as read.
        package func next() -> Finding { feed.next(id) }
    }

    /// Follows the log from a commit's position, or from the newest position if `commit` is nil.
    ///
    /// Returns nil if the steps after the commit are no longer kept.
    ///
    /// Calls `cutOff` if the reader leaves too much unread. `cutOff` must not block.
    package func follow(
        after commit: String?, cutOff: @escaping @Sendable () -> Void
    ) -> Reader? {
        reader(cutOff) { state in
            guard let commit else { return (state.next, state.tip) }
            if state.tip?.commit == commit { return (state.next, state.tip) }
            if let base = state.base, base.commit == commit { return (state.first, base) }
            guard let step = state.steps.last(where: { $0.position.commit == commit }) else {
                return nil
            }
            return (step.sequence + 1, step.position)
        }
    }

    /// Follows the log from any position.
    ///
    /// The reader itself must read the steps that are no longer kept.
    package func follow(from position: Position, cutOff: @escaping @Sendable () -> Void) -> Reader?
    {
        reader(cutOff) { _ in (nil, position) }
    }

    private func reader(
        _ cutOff: @escaping @Sendable () -> Void,
        _ place: (State) -> (next: Int?, position: Position?)?
    ) -> Reader? {
        let (news, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id: Int? = state.withLock { state in
            guard let (next, position) = place(state) else { return nil }
            state.nextReader += 1
            state.readers[state.nextReader] = Place(
                next: next, position: position, start: state.next, news: continuation,
                cutOff: cutOff)
            return state.nextReader
        }
        guard let id else { return nil }
        continuation.yield()
        return Reader(id: id, feed: self, news: news, continuation: continuation)
    }

    /// The newest position; nil until the log has been read.
    package var position: Position? { state.withLock { $0.tip } }

    fileprivate func next(_ id: Int) -> Finding {
        state.withLock { state in
            guard var place = state.readers[id], !place.isCutOff else { return .cutOff }
            defer { state.readers[id] = place }
            if place.isCatchingUp {
                place.isCatchingUp = false
                place.start = state.next
            }
            if place.isReading, let next = place.next {
                place.isReading = false
                // The reader has this step, even if the feed dropped it because of its size.
                place.next = next + 1
            }
            guard let tip = state.tip else { return .nothing }
            guard let next = place.next, next >= state.first else {
                let from = place.position
                place.next = state.next
                place.position = tip
                place.isCatchingUp = true
                guard let from, from != tip else {
                    place.isCatchingUp = false
                    return .nothing
                }
                return .older(from: from, through: tip)
            }
            guard next < state.next else { return .nothing }
            let step = state.steps[next - state.first]
            place.isReading = true
            place.position = step.position
            return .step(step)
        }
    }
}
