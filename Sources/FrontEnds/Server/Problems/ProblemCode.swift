public import Translation

/// The code of a problem: that of a refusal, or one of the server's own.
///
/// Stable, and part of the API.
public struct ProblemCode: Sendable, Hashable, RawRepresentable {
    /// The code as it is sent.
    public let rawValue: String

    /// Takes a code as it is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code of a refusal.
    public init(_ code: Refusal.Code) { self.init(rawValue: code.rawValue) }

    /// JSON or a form cannot be read; `line` and `column` say where.
    public static let malformed = ProblemCode(rawValue: "malformed")
    /// A parameter is unknown, missing, or given twice.
    public static let usage = ProblemCode(rawValue: "usage")
    /// A path holds something that no path may hold.
    public static let unsafePath = ProblemCode(.unsafePath)
    /// No token, or one that does not count.
    public static let unauthenticated = ProblemCode(rawValue: "unauthenticated")
    /// The token does not have the scope.
    public static let scope = ProblemCode(rawValue: "scope")
    /// A page elsewhere sent the request.
    public static let origin = ProblemCode(rawValue: "origin")
    /// Nothing is at the address.
    public static let unknownPath = ProblemCode(rawValue: "unknown-path")
    /// No project has the name.
    public static let unknownProject = ProblemCode(rawValue: "unknown-project")
    /// The address does not take the method.
    public static let method = ProblemCode(rawValue: "method")
    /// None of the accepted media types can be had.
    public static let notAcceptable = ProblemCode(rawValue: "not-acceptable")
    /// The position is none of this server any more.
    public static let unknownPosition = ProblemCode(rawValue: "unknown-position")
    /// The resource is in a state that `If-Match` or `If-None-Match` does not allow.
    public static let changed = ProblemCode(.changed)
    /// The body is larger than the route takes.
    public static let tooLarge = ProblemCode(rawValue: "too-large")
    /// The address is longer than the server reads.
    public static let addressTooLong = ProblemCode(rawValue: "address-too-long")
    /// The body's media type is none that the route takes.
    public static let mediaType = ProblemCode(rawValue: "media-type")
    /// The request names a host that this server is not.
    public static let misdirected = ProblemCode(rawValue: "misdirected")
    /// The request expects something that the server does not do.
    public static let expectation = ProblemCode(rawValue: "expectation")
    /// Too many requests in a short time.
    public static let tooMany = ProblemCode(rawValue: "too-many")
    /// The header is larger than the server reads.
    public static let headers = ProblemCode(rawValue: "headers")
    /// The request took too long to arrive.
    public static let timeout = ProblemCode(rawValue: "timeout")
    /// An error in the server itself.
    public static let defect = ProblemCode(rawValue: "defect")
    /// The server has more to do than it can.
    public static let overloaded = ProblemCode(rawValue: "overloaded")
    /// The server does not have the position yet.
    public static let behind = ProblemCode(rawValue: "behind")
    /// The project is not ready yet.
    public static let starting = ProblemCode(rawValue: "starting")
    /// The question took too long.
    public static let tooSlow = ProblemCode(rawValue: "too-slow")
}
