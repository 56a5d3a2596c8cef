import Translation

/// Why a proposal is turned down, as a person writes it: a text, one of the known words, or `word:text`.
struct RejectionReason {
    let code: ReasonCode?
    let text: String?

    /// Reads what was written; `nil` for nothing, from which nobody learns anything.
    init?(_ written: String) {
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
