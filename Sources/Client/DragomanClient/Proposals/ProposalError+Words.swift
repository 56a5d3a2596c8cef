public import Foundation

extension ProposalError: LocalizedError {
    /// An English message, with a remedy if there is one.
    ///
    /// ``LocalizationWrapper/text(of:)-(ProposalError)`` returns it in the app's language.
    public var errorDescription: String? {
        let (word, values) = word
        return word.english(with: values)
    }

    /// The message for testers, with its values.
    var word: (TesterWord, TextValues) {
        switch self {
        case .disabled: (.errorDisabled, TextValues())
        case .production: (.errorProduction, TextValues())
        case .noBestFitLanguage: (.errorNoLanguage, TextValues())
        case .notDeletable: (.errorNotDeletable, TextValues())
        case .tooLong: (.errorTooLong, TextValues())
        case .tooManyKept: (.errorTooManyKept, TextValues())
        case .duplicate: (.errorDuplicate, TextValues())
        case .unchanged: (.errorUnchanged, TextValues())
        case .alreadyDecided: (.errorAlreadyDecided, TextValues())
        case .refused(let reasons) where reasons.isEmpty: (.errorRefused, TextValues())
        case .refused(let reasons):
            (.errorRefusedBecause, Self.values("reason", reasons.joined(separator: " ")))
        case .invalidGuid: (.errorInvalidGuid, TextValues())
        case .unauthorized(let reason): (.errorUnauthorized, Self.values("reason", reason))
        case .forbidden(let reason): (.errorForbidden, Self.values("reason", reason))
        case .notFound(let reason): (.errorNotFound, Self.values("reason", reason))
        case .tooManyRequests(nil): (.errorBusy, TextValues())
        case .tooManyRequests(let delay?):
            (.errorBusyFor, Self.values("seconds", "\(max(1, delay.components.seconds))"))
        case .unavailable(let status, _): (.errorUnavailable, Self.values("status", "\(status)"))
        case .unexpectedStatus(let status):
            (.errorUnexpectedStatus, Self.values("status", "\(status)"))
        case .redirected(let address): (.errorRedirected, Self.values("address", address))
        case .answerTooLarge: (.errorAnswerTooLarge, TextValues())
        case .malformedAnswer(let reason): (.errorMalformedAnswer, Self.values("reason", reason))
        case .timedOut: (.errorTimedOut, TextValues())
        case .unreachable(let reason): (.errorUnreachable, Self.values("reason", reason))
        case .brokenOff(let reason): (.errorBrokenOff, Self.values("reason", reason))
        case .cancelled: (.errorCancelled, TextValues())
        }
    }

    private static func values(_ name: String, _ value: String) -> TextValues {
        TextValues(arguments: [name: .text(value)])
    }
}
