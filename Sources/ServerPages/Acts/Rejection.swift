import Server
import Translation

/// The reason of a rejection, as a form has it: a kind, a text, or `kind: text` in one field.
struct Rejection: Sendable {
    let code: ReasonCode?
    let text: String?

    /// Reads the fields `code` and `reason`.
    ///
    /// Throws if both are empty: whoever made the proposal would learn nothing.
    init(_ form: PageForm) throws(Problem) {
        let code = try form.text("code")
        let reason = try form.text("reason").flatMap { reason in
            reason.contains { !$0.isWhitespace } ? reason : nil
        }
        if let code {
            guard ReasonCode.known.contains(code) else {
                throw Problem(
                    .usage, "There is no kind of reason “\(code.prefix(40))”.",
                    hint: "Choose one of those that the form has.")
            }
            self.code = ReasonCode(code)
            text = reason
            return
        }
        guard let reason else {
            throw Problem(
                .usage, "A rejection needs a reason.",
                hint: "Choose a kind or write a sentence: whoever made the proposal can read it.")
        }
        let halves = reason.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, ReasonCode.known.contains(String(halves[0])) else {
            self.code = ReasonCode.known.contains(reason) ? ReasonCode(reason) : nil
            text = self.code == nil ? reason : nil
            return
        }
        self.code = ReasonCode(String(halves[0]))
        let rest = halves[1].drop { $0 == " " }
        text = rest.isEmpty ? nil : String(rest)
    }
}
