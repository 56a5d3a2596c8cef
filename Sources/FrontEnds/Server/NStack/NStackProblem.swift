import HTTPTypes
import Hummingbird
import JSON
import Texts
import Translation

/// Converts problems to the format and the statuses that NStack clients expect.
///
/// The member names come from `NStackException.kt` in nstack-io/android-sdk. Their values are a
/// guess.
enum NStackProblem {
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

    /// The member of a problem that lists several errors in one request.
    static let errorsMember = "errors"

    /// Returns NStack's status for a problem: 412 for any error in a request's fields.
    ///
    /// The iOS SDK crashes on a status that is missing from its enumeration, which contains all of
    /// these.
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

    /// Returns the code in the style of a class name: `unknown-key` becomes `UnknownKey`.
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

    /// Returns true if the client's preferred language is English, the language of all messages.
    private static func wantsEnglish(_ request: Request) -> Bool {
        guard let wanted = request.headers.wantedLanguages,
            let first = AcceptLanguage.parse(wanted).first?.lowercased()
        else { return false }
        return first == "en" || first.hasPrefix("en-")
    }
}

extension HTTPFields {
    /// The languages that an NStack client requests, from `X-Accept-Language`, or otherwise from
    /// `Accept-Language`.
    var wantedLanguages: String? { self[.xAcceptLanguage] ?? self[.acceptLanguage] }
}
