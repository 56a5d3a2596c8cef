/// The deadlines of a connection, and the action to take when a deadline passes.
///
/// This is a pure value, with times in nanoseconds of any monotonic clock. A connection is idle,
/// receiving a request, or sending a response. A client may still be receiving responses while its
/// next request arrives.
struct ConnectionClock {
    /// The time limits of a connection, in nanoseconds.
    struct Limits: Sendable, Equatable {
        var request: Int64
        var idle: Int64
        var answer: Int64
        /// The time during which bytes from the client are still read after its last response, so
        /// that the client can receive the response.
        var linger: Int64
    }

    enum Action: Equatable {
        /// Wait until the given time, or indefinitely if it is nil.
        case wait(until: Int64?)
        /// The request took too long: respond with 408, unless a response has begun.
        case timeOut
        case close
    }

    private let limits: Limits
    /// The arrival time of the current request's first byte, or nil between requests.
    private var receivingSince: Int64?
    /// The time limit of the current request, which its route may change.
    private var requestLimit: Int64
    /// The number of requests whose head has arrived and whose response is not complete.
    private var unanswered = 0
    private var lastActivity: Int64
    /// The number of response pieces that the client has not received yet.
    private var untaken = 0
    /// The time at which the client began to receive the oldest of these pieces.
    private var waitingSince: Int64 = 0
    private var closingSince: Int64?

    init(limits: Limits, now: Int64) {
        self.limits = limits
        requestLimit = limits.request
        lastActivity = now
    }

    /// Records that bytes arrived from the client.
    mutating func received(at now: Int64) {
        lastActivity = now
        if receivingSince == nil { receivingSince = now }
    }

    /// Records the end of a request's head, which may arrive together with the previous request.
    mutating func headEnded(at now: Int64) {
        unanswered += 1
        if receivingSince == nil { receivingSince = now }
    }

    /// Records the end of a request.
    ///
    /// If the same bytes contain the start of the next head, the time limit of that request starts
    /// when the next bytes arrive.
    mutating func requestEnded(at now: Int64) {
        receivingSince = nil
        requestLimit = limits.request
        lastActivity = now
    }

    /// Changes the time limit of the current request.
    mutating func allow(_ nanoseconds: Int64) {
        if receivingSince != nil { requestLimit = nanoseconds }
    }

    /// Records that a response was sent completely.
    mutating func answerEnded(at now: Int64) {
        unanswered = max(0, unanswered - 1)
        lastActivity = now
    }

    /// Whether the client has received everything that was sent.
    var isTaken: Bool { untaken == 0 }

    /// Whether the response to an incomplete request may be sent immediately, because no earlier
    /// request is waiting for a response.
    var isFirst: Bool { unanswered <= 1 }

    var isClosing: Bool { closingSince != nil }

    /// Records that a piece of at most 64 KiB was passed to the connection.
    mutating func sent(at now: Int64) {
        if untaken == 0 { waitingSince = now }
        untaken += 1
    }

    /// Records that the client received a piece of a response.
    mutating func taken(at now: Int64) {
        untaken = max(0, untaken - 1)
        waitingSince = now
        lastActivity = now
        if untaken == 0, closingSince != nil { closingSince = now }
    }

    /// Begins to close the connection: no further response begins, and incoming bytes are dropped.
    ///
    /// The client may take as long for the pieces it has not received yet as for any response.
    mutating func closing(at now: Int64) {
        if closingSince == nil { closingSince = now }
    }

    func action(at now: Int64) -> Action {
        var next: (time: Int64, action: Action)?
        if let closingSince {
            if untaken == 0 { next = (closingSince + limits.linger, .close) }
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
