import Server
import Translation
import Walks
import Workspace

extension RejectionReason {
    /// Parses the `code` and `reason` fields of a form.
    ///
    /// If `code` is absent, `reason` may have the format `kind: text`.
    ///
    /// Throws if both are empty, because the proposal's author needs a reason.
    init(_ form: PageForm) throws(Problem) {
        let written = try form.text("reason") ?? ""
        guard let code = try form.text("code") else {
            guard let reason = RejectionReason(written) else {
                throw form.wording.problem(
                    .usage, "problems.noReason", hint: "problems.giveReason")
            }
            self = reason
            return
        }
        guard ReasonCode.known.contains(code) else {
            throw form.wording.problem(
                .usage, "problems.unknownReason", ["name": String(code.prefix(40))],
                hint: "problems.chooseFromForm")
        }
        self.init(
            code: ReasonCode(code),
            text: written.contains { !$0.isWhitespace } ? written : nil)
    }
}
