import HTTPTypes
import Machine

/// The events that a connection's handlers exchange.
///
/// The inner handler sees requests and responses, and the outer handler sees bytes. Routes set the
/// time limit for a body. All events travel outward.
enum ConnectionEvent: Sendable {
    /// The head of a request was read.
    case headEnded
    /// A request was read completely.
    case requestEnded
    /// The handler needs the body of the current request within the given number of seconds, or
    /// within the usual limit if the number is nil.
    case wanted(seconds: Int?)
    /// The response is a stream that lasts until the client disconnects.
    case streams
    /// The server began to send a response.
    case answerBegan
    /// A response was written completely.
    case answerEnded(closes: Bool)
    /// A request cannot be parsed; its refusal is the last response on the connection.
    case refused(RefusedHead)
}

/// Bytes of the current request's body, including their framing.
struct BodyPieceRead: Sendable {
    let count: Int
}

/// A request that the connection refuses before it reaches a route.
enum RefusedHead: Sendable, Equatable {
    case malformed
    /// The request has no host.
    case noHost
    /// The request's address contains a different host.
    case misdirected
    /// The request has an `Expect` header that the server does not support.
    case expectation
    case overloaded
    case tooLarge
    case addressTooLong
    case timedOut

    var problem: Problem {
        switch self {
        case .malformed:
            Problem(
                .malformed, "The request is not valid HTTP/1.1.",
                hint: "Send either Content-Length or Transfer-Encoding, and exactly one Host field."
            )
        case .noHost:
            Problem(
                .malformed, "The request has no Host field.", hint: "Send the Host header field.")
        case .misdirected:
            Problem(
                .misdirected, "The request is addressed to another host.",
                hint: "Send only the path in the request line, and the host in the Host field.")
        case .expectation:
            Problem(
                .expectation, "The server does not support this Expect value.",
                hint: "Send `Expect: 100-continue`, or leave the field out.")
        case .overloaded:
            Problem(
                .overloaded, "The server has too many connections.",
                hint: "Try again in a moment.", headers: [.retryAfter: "1"])
        case .tooLarge:
            Problem(
                .headers, "The request header is too large.",
                hint: "Send fewer or shorter fields.")
        case .addressTooLong:
            Problem(
                .addressTooLong, "The request address is too long.",
                hint: "Send a shorter query.")
        case .timedOut:
            Problem(
                .timeout, "The request did not arrive in time.",
                hint: "Retry, with a smaller request if the connection is slow.")
        }
    }
}
