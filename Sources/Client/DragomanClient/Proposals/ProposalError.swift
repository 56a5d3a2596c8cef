/// The reason why a proposal was not made, listed or deleted.
public enum ProposalError: Error, Sendable, Hashable {
    /// Proposals are switched off in this app.
    case disabled
    /// This is a released app, which must not propose.
    case production
    /// No language is known to be the best fit, so there is none to propose for.
    case noBestFitLanguage
    /// Another installation made the proposal.
    case notDeletable
    /// The value, or the name of the text, is too long to be sent.
    case tooLong
    /// Too many proposals wait to be sent.
    case tooManyKept
    /// This installation already proposed the same value.
    case duplicate
    /// The text already has the value.
    case unchanged
    /// The proposal was accepted, rejected or replaced meanwhile.
    case alreadyDecided
    /// The server does not accept a field, or the value fails a check; with its sentences.
    case refused([String])
    /// The proposal belongs to another guid.
    case invalidGuid
    /// The server does not accept the application's key.
    case unauthorized(String)
    /// The project takes no proposals of testers, or the server takes the app for a released one.
    case forbidden(String)
    /// The server does not know the project, language, section, key or proposal.
    case notFound(String)
    /// The server asks to wait, for a time if it says so.
    case tooManyRequests(retryAfter: Duration?)
    /// The server failed, or cannot do it now.
    case unavailable(status: Int, retryAfter: Duration?)
    /// The answer has a status that is not part of the interface.
    case unexpectedStatus(Int)
    /// The answer leads to another address.
    case redirected(to: String)
    /// The answer is larger than the limit.
    case answerTooLarge
    /// The answer is not what the interface defines.
    case malformedAnswer(String)
    /// The server did not answer in time.
    case timedOut
    /// There is no connection to the server, so nothing was sent.
    case unreachable(String)
    /// The connection broke before the answer was complete.
    case brokenOff(String)
    /// The request was cancelled.
    case cancelled

    /// The consequence of an error for a proposal.
    enum Consequence {
        /// The server decided; sending the same again is useless.
        case final
        /// The request may have arrived, and the next one has the same chances as this one.
        case next
        /// The request may have arrived; others would not fare better now.
        case stop
        /// The request did not arrive; others would not fare better now.
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

    /// The time that the server asks clients to wait before a retry.
    var retryAfter: Duration? {
        switch self {
        case .tooManyRequests(let delay), .unavailable(_, let delay): delay
        default: nil
        }
    }
}
