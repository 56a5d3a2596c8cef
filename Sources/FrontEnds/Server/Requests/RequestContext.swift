public import Hosting
public import HTTPTypes
public import Hummingbird
public import JSON
public import Logging
public import Machine
import NIOCore
import Synchronization
public import struct Machine.Host
public import struct Workspace.WriteTimes

/// A request that passed all checks, with everything that its handler needs.
public struct RequestContext: Sendable {
    /// The id of the request, in the answer and in the log.
    public let id: String
    /// The route.
    public let route: Route
    /// The request as it came.
    ///
    /// Its body is read with ``body()``, within the route's limit.
    public let request: Request
    /// The parameters of the path, percent-decoded once.
    public let parameters: [String: String]
    /// The parameters of the query.
    public let query: Query
    /// The name of the project that it is about, if its address or its client names one.
    public let projectName: String?
    /// The origin of the page that sent it, if that is none of this server.
    let foreignOrigin: String?
    /// Who sent it.
    public let principal: Principal
    /// What the sender may do in the project that the path names, or on the server if it names none; nil for nothing.
    public let scope: Scope?
    /// The guid from the header `Dragoman-Guid`, of a valid length.
    ///
    /// A secret: never logged, never answered to others.
    public let guid: String?
    /// The address that the request came from, behind configured proxies.
    public let address: ClientAddress?
    /// Clock, random bits and environment.
    public let host: Host
    /// Makes absolute links.
    public let links: Links
    /// The version of the program.
    public let version: String
    /// The logger, which adds the id of the request.
    public let logger: Logger
    /// Facts for the log line and the metrics.
    public let record: RequestRecord
    let limiter: RateLimiter
    let quotas: RateQuotas?
    /// The cookie by which the sender is known.
    ///
    /// A secret.
    let sessionCookie: String?
    let sessions: Sessions?
    /// The connection that it came over.
    let channel: any Channel
    /// Asks again whether the sender may call the route: its token may have been revoked since.
    let isStillAdmitted: @Sendable () async -> Bool
    /// The network of the client's address, where the log may have it.
    let loggedAddress: String?

    /// A parameter of the path.
    ///
    /// Routes ask for what their template has.
    public subscript(name: String) -> String { parameters[name] ?? "" }

    /// A field of the request's header.
    public func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// The path of the request as it came, percent-encoded.
    package var path: String { request.uri.path }

    /// The query of the request as it came, without its question mark.
    package var rawQuery: String? { request.uri.query }

    /// Whether the request only reads.
    package var isRead: Bool { request.method == .get || request.method == .head }

    /// The value of a cookie.
    package func cookie(_ name: String) -> String? {
        for field in request.headers[values: .cookie] {
            for cookie in field.split(separator: ";").map({ $0.drop { $0 == " " } })
            where cookie.hasPrefix(name + "=") {
                return String(cookie.dropFirst(name.utf8.count + 1))
            }
        }
        return nil
    }

    /// Reads the body.
    ///
    /// Call it once.
    ///
    /// Throws `too-large` beyond the route's limit; a longer body is not read to its end.
    public func body() async throws -> [UInt8] {
        try await body(limit: route.body?.maximumBytes ?? 0)
    }

    /// Reads the body of a route that may have another limit than its own, or is not described with a body.
    func body(limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            guard bytes.count + buffer.readableBytes <= limit else {
                throw Problem.tooLarge(limit: limit)
            }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        // A connection that broke must not pass for a shorter body.
        if let said = request.headers[.contentLength].flatMap({ Int($0) }), said != bytes.count {
            throw Problem(
                .malformed, "The body is shorter than Content-Length.",
                hint: "Send the request again.")
        }
        return bytes
    }

    /// Reads the body as a form (`application/x-www-form-urlencoded`).
    public func form() async throws -> Query {
        guard let text = String(validating: try await body(), as: UTF8.self),
            let form = try? Query(text, isLenient: false)
        else {
            throw Problem(
                .malformed, "The form is not valid percent-encoded UTF-8.",
                hint: "Encode the name and the value of each field.")
        }
        return form
    }

    /// Counts a write of a tester whose guid stands elsewhere than in `Dragoman-Guid`.
    ///
    /// Throws `too-many` if the guid was used too often.
    func countTester(_ guid: String) throws(Problem) {
        try limiter.countTester(guid, at: host.now(), quotas: quotas)
    }

    /// Throws `too-many` if sign-ins from the address failed too often in the last minute.
    ///
    /// Asked before a token is looked at, so that nobody can go on guessing.
    func requireRoomForFailedSignIn() throws(Problem) {
        try limiter.requireRoomForFailure(address, at: host.now())
    }

    /// Counts a sign-in that failed.
    ///
    /// Throws `too-many` if the address tried too often.
    public func countFailedSignIn() throws(Problem) {
        try limiter.countFailure(address, at: host.now())
    }

    /// Reads the body as JSON: strict but for a byte order mark, with line and column in what it throws.
    public func json() async throws -> JSONValue {
        do {
            return try JSONValue.parseMarked(try await body())
        } catch let error as JSONError {
            throw Problem(error)
        }
    }

    /// Throws unless the sender has a scope.
    ///
    /// Routes ask for more than ``Route/access`` with it.
    public func require(_ needed: Scope) throws(Problem) {
        try RequestContext.check(scope, of: principal, against: needed)
    }

    static func check(_ scope: Scope?, of principal: Principal, against needed: Scope)
        throws(Problem)
    {
        if let scope, scope >= needed { return }
        guard principal.kind != .anonymous else { throw Problem.unauthenticated() }
        if let own = principal.scope, own >= needed {
            throw Problem(
                .scope, "The token is limited to projects, and this concerns something else.",
                hint: "Ask the operator of the server for a token without such a limit.")
        }
        throw Problem(
            .scope, "This requires the scope \(needed.rawValue).",
            hint: "Ask the operator of the server for a token with this scope.")
    }
}

/// Facts about a request for its log line and metrics.
///
/// Handlers add what only they know.
public final class RequestRecord: Sendable {
    private let values = Mutex(Values())

    /// Facts of a request.
    public struct Values: Sendable {
        /// The project that it was about.
        public var project: String?
        /// The position of the answer, or of the commit that was made.
        public var position: String?
        /// The times of the steps of a write.
        public var writeTimes: WriteTimes?
        /// The bytes of the answer, if it shares them with others.
        var sharedBytes: SharedBytes?
        /// The code of the problem.
        public var code: ProblemCode?
        /// The reason of the problem, if it is not for the client.
        var reason: String?
        /// Who sent it.
        var principal = Principal.anonymous
        /// The public id of the token that was sent and does not count any more.
        var formerTokenID: String?
        /// Whether a guid was sent.
        var hasGuid = false
        var address: ClientAddress?
    }

    init() {}

    /// Adds facts.
    public func note(_ change: (inout Values) -> Void) { values.withLock { change(&$0) } }

    var current: Values { values.withLock { $0 } }
}

/// Makes absolute links from the configured address.
///
/// The header `Host` is never used for them.
public struct Links: Sendable, Equatable {
    /// The scheme and authority: `https://l10n.example.org`.
    public let origin: String
    /// The path below which the server is: empty, or `/t`.
    public let basePath: String

    /// Takes an address: `https://l10n.example.org/t`.
    ///
    /// Throws if it has no scheme and host, or has a query.
    public init(_ address: String) throws(InvalidAddress) {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty,
            !parts[2].isEmpty, !address.contains("?"), !address.contains("#"),
            address.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
        else { throw InvalidAddress(address: address) }
        origin = parts[..<3].joined(separator: "/")
        var path = parts.count > 3 ? "/" + parts[3] : ""
        while path.hasSuffix("/") { path.removeLast() }
        basePath = path
    }

    init(origin: String, basePath: String) {
        self.origin = origin
        self.basePath = basePath
    }

    /// The text is no address of a server.
    public struct InvalidAddress: Error, Equatable {
        /// The text.
        public let address: String
    }

    /// The address of the server as a whole.
    public var base: String { origin + basePath }

    /// Returns the address of a path, which begins with a slash and is encoded.
    public func absolute(_ path: String) -> String { base + path }

    /// The host and port, as the header `Host` has them.
    var authority: String {
        String(origin.dropFirst(origin.hasPrefix("https:") ? 8 : 7)).lowercased()
    }
}
