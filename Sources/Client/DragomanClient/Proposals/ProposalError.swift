/// The reason that a proposal was not made, listed or deleted.
public enum ProposalError: Error, Sendable, Hashable {
    /// Proposals are switched off in this app.
    case disabled
    /// This is a released app, which may not make proposals.
    case production
    /// The best-fit language is unknown, so there is no language to propose for.
    case noBestFitLanguage
    /// Another installation made the proposal.
    case notDeletable
    /// The value or the name of the text is too long to send.
    case tooLong
    /// Too many proposals are waiting to be sent.
    case tooManyKept
    /// This installation has already proposed the same value.
    case duplicate
    /// The text already has the value.
    case unchanged
    /// The proposal was accepted, rejected or replaced in the meantime.
    case alreadyDecided
    /// The server rejected a field, or the value failed a check. Contains the server's messages.
    case refused([String])
    /// The proposal belongs to another guid.
    case invalidGuid
    /// The server does not accept the app's key.
    case unauthorized(String)
    /// The project does not accept proposals from testers, or the server considers the app to be a
    /// released app.
    case forbidden(String)
    /// The server cannot find the project, language, section, key or proposal.
    case notFound(String)
    /// The server asks the client to wait, with a delay if it specifies one.
    case tooManyRequests(retryAfter: Duration?)
    /// The server failed, or is temporarily unable to respond.
    case unavailable(status: Int, retryAfter: Duration?)
    /// The response has a status that is not part of the API.
    case unexpectedStatus(Int)
    /// The response redirects to another address.
    case redirected(to: String)
    /// The response exceeds the size limit.
    case answerTooLarge
    /// The response does not conform to the API.
    case malformedAnswer(String)
    /// The server did not respond in time.
    case timedOut
    /// There is no connection to the server, so nothing was sent.
    case unreachable(String)
    /// The connection was lost before the response was complete.
    case brokenOff(String)
    /// The request was cancelled.
    case cancelled

    /// The consequence of an error for sending proposals.
    enum Consequence {
        /// The server has decided. Sending the same proposal again is useless.
        case final
        /// The request may have arrived. The next proposal has the same chance of success.
        case next
        /// The request may have arrived. Other proposals would currently fail too.
        case stop
        /// The request did not arrive. Other proposals would currently fail too.
        case stopUnsent
    }

    var consequence: Consequence {
        switch self {
        case .disabled, .production, .noBestFitLanguage, .notDeletable, .tooLong, .tooManyKept,
            .duplicate, .unchanged, .alreadyDecided, .refused, .invalidGuid, .forbidden, .notFound:
            .final
        case .unexpectedStatus, .answerTooLarge, .malformedAnswer, .unavailable(_, nil): .next
        case .unavailable, .redirected, .timedOut, .brokenOff, .cancelled: .stop
        case .unauthorized, .tooManyRequests, .unreachable: .stopUnsent
        }
    }

    /// The delay that the server requests before a retry.
    var retryAfter: Duration? {
        switch self {
        case .tooManyRequests(let delay), .unavailable(_, let delay): delay
        default: nil
        }
    }
}
