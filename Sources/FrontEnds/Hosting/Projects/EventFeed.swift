import Dispatch
public import EventStore
import GitEventStore
public import ReadModel
import Synchronization
public import Translation
import Workspace

/// What became part of a project's log, step by step, for readers that follow it.
///
/// The last steps are kept in memory. A reader that wants more than that is told from where to where it has to read itself. Nothing
/// here waits for a reader: one that stays too far behind is cut off.
public final class EventFeed: Sendable {
    /// How much is kept, and how much a reader may leave unread.
    public struct Limits: Sendable {
        /// Events that are kept.
        public var events = 10_000
        /// Bytes of events that are kept.
        public var bytes = 16 << 20
        /// Steps that a reader may have before it when another one comes.
        public var unreadSteps = 256
        /// Bytes that a reader may have before it when another step comes.
        public var unreadBytes = 1 << 20

        /// The usual limits.
        public init() {}
    }

    /// A step of the log: a commit, or several that another process made.
    public final class Step: Sendable {
        /// The position that it led to.
        public let position: Position
        /// The events that came.
        public let events: [StoredEvent]
        /// The events that are gone, as by a forced push.
        public let gone: [EventID]
        fileprivate let sequence: Int
        /// The bytes of all steps before it.
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

        /// Returns the bytes of a form in which many readers get the step, made once.
        public func bytes(form: Int, _ make: () -> [UInt8]) -> [UInt8] {
            if let made = forms.withLock({ $0[form] }) { return made }
            let made = make()
            forms.withLock { $0[form] = made }
            return made
        }
    }

    /// What a reader finds next.
    public enum Finding: Sendable {
        /// The next step.
        case step(Step)
        /// Steps that are not kept: the reader finds them in the difference of two positions.
        case older(from: Position, through: Position)
        /// No step since the last one; the reader waits for the next.
        case nothing
        /// It left too much unread, and gets nothing more.
        case cutOff
    }

    private struct State {
        /// The position before the first step that is kept.
        var base: Position?
        var steps: [Step] = []
        var events = 0
        /// The sequence of the next step, and the bytes of all steps before it.
        var next = 0
        var end = 0
        var readers: [Int: Place] = [:]
        var nextReader = 0

        var tip: Position? { steps.last?.position ?? base }
        var first: Int { steps.first?.sequence ?? next }
        var bytes: Int { end - (steps.first?.start ?? end) }

        /// The bytes of all steps before one.
        func start(of sequence: Int) -> Int {
            sequence >= next ? end : steps[max(0, sequence - first)].start
        }
    }

    /// Where a reader is.
    private struct Place {
        /// The sequence of the step that it gets next; nil if it has to read older ones first.
        var next: Int?
        var position: Position?
        /// Whether it was given the step `next` and did not come back yet.
        var isReading = false
        /// Whether it reads older steps, which takes its time.
        var isCatchingUp = false
        /// Only what came after this step counts as unread.
        var start: Int
        var isCutOff = false
        let news: AsyncStream<Void>.Continuation
        let cutOff: @Sendable () -> Void
    }

    private let store: GitEventStore
    private let limits: Limits
    private let state = Mutex(State())
    private let thread = DispatchQueue(label: "dragoman.event-feed")

    /// Follows the log of a store, of which nobody else has this opening.
    init(_ store: GitEventStore, limits: Limits = Limits()) {
        self.store = store
        self.limits = limits
    }

    /// Takes a change of the log, in the order in which they happened; returns at once.
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

    /// Keeps nothing: readers have to find for themselves what led to a position.
    private func forget(through position: Position) {
        let news = state.withLock { state in
            state.base = position
            state.steps = []
            state.events = 0
            // No reader has come as far as this, though there is no step for it.
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

    /// Cuts off whoever left too much unread before another step comes.
    private func cutOffReaders(_ state: inout State) -> [@Sendable () -> Void] {
        var cutOff: [@Sendable () -> Void] = []
        for (id, place) in state.readers where !place.isCutOff && !place.isCatchingUp {
            let unread = max(place.next ?? place.start, place.start)
            // What is not kept costs nothing: such a reader reads the difference.
            guard unread >= state.first,
                state.next - unread >= limits.unreadSteps
                    || state.end - state.start(of: unread) >= limits.unreadBytes
            else { continue }
            state.readers[id]?.isCutOff = true
            cutOff.append(place.cutOff)
        }
        return cutOff
    }

    /// Drops the oldest steps, an eighth at a time, so that it costs little for each.
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
    /// Somebody who follows the log from a position on, until it is released.
    public final class Reader: Sendable {
        /// Yields whenever there may be something new, and at once.
        public let news: AsyncStream<Void>
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

        /// Lets the reader look, though nothing may be new.
        public func wake() { continuation.yield() }

        /// Returns what comes next; what was returned before counts as read from now on.
        public func next() -> Finding { feed.next(id) }
    }

    /// Follows the log from the position of a commit on, or from the newest; nil if what follows it is not kept.
    ///
    /// `cutOff` is called when the reader left too much unread. It must not wait.
    public func follow(
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

    /// Follows the log from any position on; the reader finds for itself what is not kept.
    public func follow(from position: Position, cutOff: @escaping @Sendable () -> Void) -> Reader? {
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

    /// The newest position; nil before the log was read.
    public var position: Position? { state.withLock { $0.tip } }

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
                // It is gone from memory if it was large; the reader has it all the same.
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
