/// The deadlines of a connection: which one is next, and what happens when it passes.
///
/// A pure value, in nanoseconds of any clock that only goes forward. A connection is idle, receiving a request, or answering; answers may
/// wait to be taken while the next request arrives.
struct ConnectionClock {
    /// The limits, in nanoseconds.
    struct Limits: Sendable, Equatable {
        var request: Int64
        var idle: Int64
        var answer: Int64
        /// How long bytes of a client that was refused are still read, so that it gets to see why.
        var linger: Int64
    }

    /// What happens now.
    enum Action: Equatable {
        /// Nothing before this time, or nothing at all.
        case wait(until: Int64?)
        /// The request took too long: 408, where no answer has begun.
        case timeOut
        /// The connection is to be closed.
        case close
    }

    private let limits: Limits
    /// When the first byte of the request that is arriving came, or nil between requests.
    private var receivingSince: Int64?
    /// How long that request may take, if its route says another time than usual.
    private var requestLimit: Int64
    /// Requests that have arrived, completely or up to their head, and are not answered to the end.
    private var unanswered = 0
    private var lastActivity: Int64
    /// Pieces of answers that the client has not taken, and since when the oldest is the next to be taken.
    private var untaken = 0
    private var waitingSince: Int64 = 0
    private var closingSince: Int64?

    init(limits: Limits, now: Int64) {
        self.limits = limits
        requestLimit = limits.request
        lastActivity = now
    }

    /// Bytes came.
    mutating func received(at now: Int64) {
        lastActivity = now
        if receivingSince == nil { receivingSince = now }
    }

    /// The head of a request came, perhaps together with the request before it.
    mutating func headEnded(at now: Int64) {
        unanswered += 1
        if receivingSince == nil { receivingSince = now }
    }

    /// The end of a request came.
    ///
    /// A part of the next head in the same bytes counts from the next bytes on.
    mutating func requestEnded(at now: Int64) {
        receivingSince = nil
        requestLimit = limits.request
        lastActivity = now
    }

    /// A route allows more or less time for the request that is arriving.
    mutating func allow(_ nanoseconds: Int64) {
        if receivingSince != nil { requestLimit = nanoseconds }
    }

    /// An answer was given to the end.
    mutating func answerEnded(at now: Int64) {
        unanswered = max(0, unanswered - 1)
        lastActivity = now
    }

    /// Whether the client took all that it was sent.
    var isTaken: Bool { untaken == 0 }

    /// Whether a request that has not arrived completely may be answered at once: none before it waits for its answer.
    var isFirst: Bool { unanswered <= 1 }

    /// Whether the connection only waits for its end.
    var isClosing: Bool { closingSince != nil }

    /// A piece of at most 64 KiB was handed to the client's side.
    mutating func sent(at now: Int64) {
        if untaken == 0 { waitingSince = now }
        untaken += 1
    }

    /// The client took a piece.
    mutating func taken(at now: Int64) {
        untaken = max(0, untaken - 1)
        waitingSince = now
        lastActivity = now
    }

    /// Nothing more is answered; what comes is dropped.
    mutating func closing(at now: Int64) {
        if closingSince == nil { closingSince = now }
    }

    /// Says what is to be done.
    func action(at now: Int64) -> Action {
        var next: (time: Int64, action: Action)?
        if let closingSince {
            next = (closingSince + limits.linger, .close)
        } else if let receivingSince {
            next = (receivingSince + requestLimit, .timeOut)
        } else if unanswered == 0, untaken == 0 {
            next = (lastActivity + limits.idle, .close)
        }
        let taking = waitingSince + limits.answer
        if untaken > 0, next.map({ taking < $0.time }) ?? true { next = (taking, .close) }
        guard let next else { return .wait(until: nil) }
        return next.time <= now ? next.action : .wait(until: next.time)
    }
}
