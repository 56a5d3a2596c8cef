package import Translation

/// The code of a problem: either the code of a refusal, or one defined by the server.
///
/// Codes are stable, and part of the API.
package struct ProblemCode: Sendable, Hashable, RawRepresentable {
    /// The text of the code, as sent to clients.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the problem code that corresponds to a refusal's code.
    package init(_ code: Refusal.Code) { self.init(rawValue: code.rawValue) }

    /// JSON or a form cannot be parsed; `line` and `column` give the position.
    package static let malformed = ProblemCode(rawValue: "malformed")
    /// A parameter is unknown, missing, or repeated.
    package static let usage = ProblemCode(rawValue: "usage")
    /// A path contains a segment or character that is not allowed in any path.
    package static let unsafePath = ProblemCode(.unsafePath)
    /// The token is missing or invalid.
    package static let unauthenticated = ProblemCode(rawValue: "unauthenticated")
    /// The token lacks the required scope.
    package static let scope = ProblemCode(rawValue: "scope")
    /// A page from another origin sent the request.
    package static let origin = ProblemCode(rawValue: "origin")
    /// A proposal came from an app in production.
    package static let production = ProblemCode(rawValue: "production")
    /// No resource exists at the address.
    package static let unknownPath = ProblemCode(rawValue: "unknown-path")
    /// The server has no project with this name.
    package static let unknownProject = ProblemCode(rawValue: "unknown-project")
    /// The project has no channel with this name.
    package static let unknownChannel = ProblemCode(.unknownChannel)
    /// The release cannot be served, although its address is right.
    package static let unavailableRelease = ProblemCode(rawValue: "unavailable-release")
    /// The address does not support the method.
    package static let method = ProblemCode(rawValue: "method")
    /// None of the accepted media types is available.
    package static let notAcceptable = ProblemCode(rawValue: "not-acceptable")
    /// The position is no longer part of this server's log.
    package static let unknownPosition = ProblemCode(rawValue: "unknown-position")
    /// The resource's state does not meet the condition of `If-Match` or `If-None-Match`.
    package static let changed = ProblemCode(.changed)
    /// The body exceeds the route's limit.
    package static let tooLarge = ProblemCode(rawValue: "too-large")
    /// The address exceeds the server's limit.
    package static let addressTooLong = ProblemCode(rawValue: "address-too-long")
    /// The route does not accept the body's media type.
    package static let mediaType = ProblemCode(rawValue: "media-type")
    /// The format of an export cannot represent some texts.
    package static let unrepresentable = ProblemCode(rawValue: "unrepresentable")
    /// The request is for a host other than this server.
    package static let misdirected = ProblemCode(rawValue: "misdirected")
    /// The request has an `Expect` header that the server does not support.
    package static let expectation = ProblemCode(rawValue: "expectation")
    /// The sender made too many requests in a short time.
    package static let tooMany = ProblemCode(rawValue: "too-many")
    /// The header exceeds the server's limit.
    package static let headers = ProblemCode(rawValue: "headers")
    /// The request took too long to arrive.
    package static let timeout = ProblemCode(rawValue: "timeout")
    /// The server failed because of a defect in the program.
    package static let defect = ProblemCode(rawValue: "defect")
    /// The server has more requests than it can handle.
    package static let overloaded = ProblemCode(rawValue: "overloaded")
    /// The server has not reached the position yet.
    package static let behind = ProblemCode(rawValue: "behind")
    /// The project is not ready yet.
    package static let starting = ProblemCode(rawValue: "starting")
    /// The read took too long.
    package static let tooSlow = ProblemCode(rawValue: "too-slow")
}
