package import JSON
package import Translation
import Workspace

/// An error of a tool, in words on which a model can act.
package struct AgentFailure: Error, Sendable, Equatable {
    /// The kind of the error, such as `unknown-key`.
    package let code: String
    package let message: String
    package let hint: String?
    /// Names that the agent may have meant, best match first.
    package let nearest: [String]

    package init(code: String, message: String, hint: String? = nil, nearest: [String] = []) {
        self.code = code
        self.message = message
        self.hint = hint
        self.nearest = nearest
    }

    /// Creates a failure with a hint for other clients.
    ///
    /// A hint that mentions commands or addresses is replaced with one that names a tool, or
    /// omitted.
    package init(code: String, message: String, wordedFor hint: String?, nearest: [String]) {
        let usable = hint.flatMap { $0.utf8.contains(UInt8(ascii: "`")) ? nil : $0 }
        self.init(
            code: code, message: message,
            hint: Refusal.Code(rawValue: code).flatMap { Self.hints[$0] } ?? usable,
            nearest: nearest)
    }

    /// Creates the failure for a refusal.
    package init(_ refusal: Refusal, nearest: [String] = []) {
        self.init(
            code: refusal.code.rawValue, message: refusal.message,
            wordedFor: refusal.hint.http ?? refusal.hint.page,
            nearest: nearest.isEmpty ? refusal.nearest : nearest)
    }

    /// Creates the failure for any error that a step or its execution throws.
    package init(of error: any Error, nearest: [String] = []) {
        switch error {
        case let failure as AgentFailure: self = failure
        default:
            self = Refusal(error).map { AgentFailure($0, nearest: nearest) } ?? .defect
        }
    }

    /// The failure for an error that is a bug.
    package static let defect = AgentFailure(
        code: "defect", message: "Internal error.",
        hint: "Do not repeat the call. Tell the person for whom you work.")

    private static let hints: [Refusal.Code: String] = [
        .unknownLanguage:
            "list_languages lists the languages. Only a maintainer can add one; ask for it.",
        .unknownKey: "find_strings finds strings. Agents cannot add strings.",
        .ambiguousKey: "Give the section in “section”.",
        .unknownProposal: "list_proposals lists your proposals.",
        .duplicate: "Nothing to do. Another text would replace your proposal.",
        .unchanged: "Nothing to do: propose only texts that differ.",
        .notOwner: "Only its author can delete it. Leave it to a reviewer.",
        .alreadyDecided: "list_proposals lists the open ones.",
        .failedChecks: "Correct the text as the message says, and try again.",
    ]

    /// The members of the failure: `{"code", "message", "hint"?, "nearest"?}`.
    package var json: JSONValue {
        .object { members in
            members.add("code", code)
            members.add("message", message)
            members.add("hint", hint)
            if !nearest.isEmpty { members.add("nearest", list: nearest) }
        }
    }
}
