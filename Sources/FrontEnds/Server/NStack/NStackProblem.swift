import HTTPTypes
import Hummingbird
import JSON
import Texts
import Translation

/// Errors in the form and with the statuses that NStack's clients expect.
///
/// The names of the members are those of `NStackException.kt` in nstack-io/android-sdk; what is in them is a guess.
enum NStackProblem {
    /// Makes the answer of a problem.
    static func response(_ problem: Problem, _ request: Request) -> Response {
        let status = status(of: problem)
        let message = message(of: problem)
        var members: [(String, JSONValue)] = [
            ("class", .string(className(of: problem))), ("code", .string(String(status.code))),
            ("errors", .array(errors(of: problem))), ("message", .string(message)),
        ]
        if wantsEnglish(request) { members.append(("localizedMessage", .string(message))) }
        return .json(.members(members), status: status)
    }

    /// The member of a problem that has several errors in one request.
    static let errorsMember = "errors"

    /// What NStack calls a failed precondition is anything that is wrong with the fields of a request.
    ///
    /// iOS crashes on a status that its enumeration lacks; these are in it.
    static func status(of problem: Problem) -> HTTPResponse.Status {
        switch problem.code {
        case ProblemCode(.notOwner): .unauthorized
        case .unsafePath, ProblemCode(.idempotency): problem.status
        default:
            switch problem.status {
            case .badRequest, .conflict, .unprocessableContent, .unsupportedMediaType:
                .preconditionFailed
            default: problem.status
            }
        }
    }

    private static func message(of problem: Problem) -> String {
        switch problem.code {
        case ProblemCode(.notOwner): "Invalid guid"
        case ProblemCode(.duplicate): "The same value is already proposed under this guid."
        default: problem.detail
        }
    }

    private static func errors(of problem: Problem) -> [JSONValue] {
        let listed = problem.members.first { $0.name == errorsMember }?.value.arrayValue
        if let listed { return listed }
        let similar = problem.nearest.map { "Similar: \($0)" }
        return ([message(of: problem)] + similar).map { .string($0) }
    }

    /// The code as the name of a class: `unknown-key` is `UnknownKey`.
    private static func className(of problem: Problem) -> String {
        switch problem.code {
        case ProblemCode(.notOwner): "InvalidGuid"
        case .scope: "Forbidden"
        case .unauthenticated: "Unauthorized"
        default:
            problem.code.rawValue.split(separator: "-").map { word in
                word.prefix(1).uppercased() + word.dropFirst()
            }.joined()
        }
    }

    /// Whether the language that a client wants most is English, which all sentences are in.
    private static func wantsEnglish(_ request: Request) -> Bool {
        guard let wanted = request.headers.wantedLanguages,
            let first = AcceptLanguage.parse(wanted).first?.lowercased()
        else { return false }
        return first == "en" || first.hasPrefix("en-")
    }
}

extension HTTPFields {
    /// What a client of NStack sends as the languages that it wants, in `X-Accept-Language` or else `Accept-Language`.
    var wantedLanguages: String? { self[.xAcceptLanguage] ?? self[.acceptLanguage] }
}
