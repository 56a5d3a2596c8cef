public import Foundation

extension TextsFileError: LocalizedError {
    /// A message for developers.
    public var errorDescription: String? { description }
}

extension ResourceFetchError: LocalizedError {
    /// A message for developers.
    public var errorDescription: String? {
        switch self {
        case .unreachable(let reason): "The server cannot be reached: \(reason)"
        case .timedOut: "The server did not answer in time."
        case .status(let code): "The server responded with status \(code)."
        case .redirected(let address): "The server redirects to another one, \(address)."
        case .tooLarge: "The file is too large."
        case .cancelled: "The request was cancelled."
        }
    }
}

extension ChannelProblem: LocalizedError {
    /// A message for developers.
    public var errorDescription: String? { description }
}

extension SignatureProblem: LocalizedError {
    /// A message for developers.
    public var errorDescription: String? { description }
}

extension SigningKeyError: LocalizedError {
    /// A message for developers.
    public var errorDescription: String? { description }
}

extension ChannelSettingsError: LocalizedError {
    /// A message for developers.
    public var errorDescription: String? { description }
}

extension NStackTexts.Failure: LocalizedError {
    /// A message for developers.
    public var errorDescription: String? {
        switch self {
        case .invalidResource: "The resource is not an object of sections."
        case .invalidKeyPath(let path):
            "The key path “\(path)” must have exactly two parts, such as section.key."
        }
    }
}
