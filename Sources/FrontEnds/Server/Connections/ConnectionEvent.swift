import HTTPTypes
import Machine

/// What the handlers of a connection tell each other.
///
/// The inner one knows requests and answers, the outer one bytes. Routes say how much time a body may take. All go outward.
enum ConnectionEvent: Sendable {
    /// The head of a request was read.
    case headEnded
    /// A request was read to its end.
    case requestEnded
    /// The body of the request that arrives is wanted, and may take so many seconds, or as long as usual.
    case wanted(seconds: Int?)
    /// The answer is a stream: it goes on for as long as the client listens.
    case streams
    /// An answer was begun.
    case answerBegan
    /// An answer was written to its end.
    case answerEnded(closes: Bool)
    /// A request cannot be read: this is the last answer of the connection.
    case refused(RefusedHead)
}

/// Bytes that belong to the body of the request that is arriving, with their framing.
struct BodyPieceRead: Sendable {
    let count: Int
}

/// A request that is refused before it can be read: by the connection, without a route.
enum RefusedHead: Sendable, Equatable {
    case malformed
    /// It names no host.
    case noHost
    /// Its address names another host.
    case misdirected
    /// It expects something that the server does not do.
    case expectation
    /// There are too many connections.
    case overloaded
    case tooLarge
    case addressTooLong
    case timedOut

    var problem: Problem {
        switch self {
        case .malformed:
            Problem(
                .malformed, "The request is not valid HTTP/1.1.",
                hint: "Send either Content-Length or Transfer-Encoding, and one Host.")
        case .noHost:
            Problem(
                .malformed, "The request has no Host.", hint: "Send the header field Host.")
        case .misdirected:
            Problem(
                .misdirected, "The address of the request names another host.",
                hint: "Send the path alone, and the host in Host.")
        case .expectation:
            Problem(
                .expectation, "The server does not support this Expect.",
                hint: "Send `Expect: 100-continue`, or leave the field out.")
        case .overloaded:
            Problem(
                .overloaded, "The server has too many connections.",
                hint: "Try again in a moment.", headers: [.retryAfter: "1"])
        case .tooLarge:
            Problem(
                .headers, "The header of the request is too large.",
                hint: "Send fewer or shorter fields.")
        case .addressTooLong:
            Problem(
                .addressTooLong, "The address of the request is too long.",
                hint: "Send a shorter query.")
        case .timedOut:
            Problem(
                .timeout, "The request did not arrive in time.",
                hint: "Retry, with a smaller request if the connection is slow.")
        }
    }
}
