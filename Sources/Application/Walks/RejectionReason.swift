package import Translation

/// The reason for a rejection, as a reviewer enters it: a kind, a text, or `kind: text`.
package struct RejectionReason: Sendable {
    /// The kind, if it is known.
    package let code: ReasonCode?
    /// The explanation, if any.
    package let text: String?

    package init(code: ReasonCode?, text: String?) {
        self.code = code
        self.text = text
    }

    /// Parses a reason; returns nil if the text is blank, because a blank reason explains nothing.
    package init?(_ written: String) {
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
