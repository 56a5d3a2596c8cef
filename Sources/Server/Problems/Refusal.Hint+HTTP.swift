public import Translation

extension Refusal.Hint {
    /// The hint for people who read it in an answer, or nil where there is nothing that they can do over HTTP.
    public var overHTTP: String? {
        switch self {
        case .advice(let sentence): sentence.isEmpty ? nil : sentence
        default: nil
        }
    }
}
