public import Translation

/// What a reviewer gives as the reason of a rejection: a kind, a text, or `kind: text`.
public struct RejectionReason: Sendable {
    /// The kind, one of those that are known.
    public let code: ReasonCode?
    /// The text.
    public let text: String?

    /// States a reason.
    public init(code: ReasonCode?, text: String?) {
        self.code = code
        self.text = text
    }

    /// Reads what was written; `nil` for nothing, from which nobody learns anything.
    public init?(_ written: String) {
        guard written.contains(where: { !$0.isWhitespace }) else { return nil }
        let parts = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let word = parts.first.map(String.init), ReasonCode.known.contains(word) else {
            code = nil
            text = written
            return
        }
        code = ReasonCode(word)
        let rest = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
        text = rest.isEmpty ? nil : String(rest)
    }
}
