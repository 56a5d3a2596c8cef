package import Hosting
package import HTTPTypes
import Hummingbird
package import JSON
import Machine
import NIOCore
import Synchronization
package import struct Workspace.WriteTimes

/// A request that has passed all checks, with all data for its handler.
package struct RequestContext: Sendable {
    let arrival: Arrival
    let target: Target
    let sender: Sender
    let services: Services

    /// Returns a path parameter.
    ///
    /// The name must occur in the route's template.
    package subscript(name: String) -> String { parameters[name] ?? "" }

    /// Returns a header field of the request.
    package func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// The path as received, percent-encoded.
    package var path: String { request.uri.path }

    /// The query as received, without its question mark.
    package var rawQuery: String? { request.uri.query }

    package var isRead: Bool { request.method == .get || request.method == .head }

    package func cookie(_ name: String) -> String? { request.headers.cookie(name) }

    /// Reads the body.
    ///
    /// Call this only once.
    ///
    /// Throws `too-large` if the body exceeds the route's limit, without reading the rest of the
    /// body.
    package func body() async throws -> [UInt8] {
        try await body(limit: target.route.body?.maximumBytes ?? 0)
    }

    /// Reads the body with a limit other than the route's, or for a route that declares no body.
    func body(limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await readBody(limit: limit) { bytes += $0 }
        return bytes
    }

    /// Passes each part of the body to `take` as it arrives.
    ///
    /// Throws like ``body()``.
    func readBody(limit: Int, _ take: ([UInt8]) async throws -> Void) async throws {
        var count = 0
        for try await buffer in request.body {
            count += buffer.readableBytes
            guard count <= limit else { throw Problem.tooLarge(limit: limit) }
            try await take(Array(buffer.readableBytesView))
        }
        // A body that was truncated by a broken connection must not be treated as complete.
        if let said = request.headers[.contentLength].flatMap({ Int($0) }), said != count {
            throw Problem(
                .malformed, "The body is shorter than Content-Length.",
                hint: "Send the request again.", onPages: .damaged)
        }
    }

    /// Reads the body as a form (`application/x-www-form-urlencoded`).
    package func form() async throws -> Query {
        guard let text = String(validating: try await body(), as: UTF8.self),
            let form = try? Query(text, isLenient: false)
        else {
            throw Problem(
                .malformed, "The form is not valid percent-encoded UTF-8.",
                hint: "Encode the name and the value of each field.", onPages: .damaged)
        }
        return form
    }

    /// Counts a write by a tester whose guid is not in `Dragoman-Guid`.
    ///
    /// Throws `too-many` if the guid exceeds its quota.
    func countTester(_ guid: String) throws(Problem) {
        try services.limiter.countTester(guid, at: host.now(), quotas: services.quotas)
    }

    /// Throws `too-many` if too many sign-ins from the address failed in the last minute.
    ///
    /// Call this before looking up a token, so that guessing is limited.
    func requireRoomForFailedSignIn() throws(Problem) {
        try services.limiter.requireRoomForFailure(sender.address, at: host.now())
    }

    /// Counts a failed sign-in.
    ///
    /// Throws `too-many` if the address has failed too often.
    package func countFailedSignIn() throws(Problem) {
        try services.limiter.countFailure(sender.address, at: host.now())
    }

    /// Parses the body as strict JSON, which may begin with a byte order mark.
    ///
    /// Errors contain the line and column.
    package func json() async throws -> JSONValue {
        try await json(limit: target.route.body?.maximumBytes ?? 0)
    }

    /// Parses the body like ``json()``, with another limit of its size.
    func json(limit: Int) async throws -> JSONValue {
        do {
            return try JSONValue.parseMarked(try await body(limit: limit))
        } catch let error as JSONError {
            throw Problem(error)
        }
    }

    /// Throws unless the sender has the given scope.
    ///
    /// Handlers use this for requirements beyond ``Route/access``.
    package func require(_ needed: Scope) throws(Problem) {
        try RequestContext.check(scope, of: principal, against: needed)
    }

    static func check(_ scope: Scope?, of principal: Principal, against needed: Scope)
        throws(Problem)
    {
        if let scope, scope >= needed { return }
        guard principal.kind != .anonymous else { throw Problem.unauthenticated() }
        if let own = principal.scope, own >= needed {
            throw Problem(
                .scope, "The token is limited to some projects, and does not apply here.",
                hint: "Ask the server's operator for a token without such a limit.",
                onPages: .init(
                    "Your token is not for this project.", hint: "Ask an admin for another."))
        }
        throw Problem(
            .scope, "This requires the \(needed.rawValue) scope.",
            hint: "Ask the server's operator for a token with this scope.",
            onPages: .init(
                "You need the right to \(needed.words) for this.",
                hint: "Ask an admin for it."))
    }
}

extension Scope {
    /// The widest right that the scope includes, as in “the right to review”.
    fileprivate var words: String {
        switch self {
        case .read: "read"
        case .propose: "propose texts"
        case .translate: "set texts"
        case .review: "review"
        case .admin: "change the project"
        }
    }
}

/// The facts about a request for its log line and metrics.
///
/// Handlers add the facts that only they know.
package final class RequestRecord: Sendable {
    private let values = Mutex(Values())

    /// The facts about one request.
    package struct Values: Sendable {
        package var project: String?
        /// The position of the response, or of the new commit.
        package var position: String?
        /// Whether a write reached the remote before the response, or only this server; nil if the
        /// response did not wait for the remote.
        var acknowledgement: Acknowledgement?
        /// The durations of the steps of a write.
        package var writeTimes: WriteTimes?
        /// The bytes of the response, if other responses share them.
        var sharedBytes: SharedBytes?
        /// The code of the problem, if the response is an error.
        package var code: ProblemCode?
        /// The reason for the problem, if it must not be sent to the client.
        var reason: String?
        var principal = Principal.anonymous
        /// The public id of the request's token, if it is no longer valid.
        var formerTokenID: String?
        var hasGuid = false
        var address: ClientAddress?
    }

    init() {}

    /// Adds facts.
    package func note(_ change: (inout Values) -> Void) { values.withLock { change(&$0) } }

    var current: Values { values.withLock { $0 } }
}

/// Builds absolute links from the configured address.
///
/// The `Host` header is never used.
package struct Links: Sendable, Equatable {
    /// The scheme and authority: `https://l10n.example.org`.
    package let origin: String
    /// The base path of the server: empty, or for example `/t`.
    package let basePath: String

    /// Parses an address such as `https://l10n.example.org/t`.
    ///
    /// Throws if the address lacks a scheme or a host, or has a query or fragment.
    package init(_ address: String) throws(InvalidAddress) {
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

    /// The error thrown when a text is not a valid server address.
    package struct InvalidAddress: Error, Equatable {
        package let address: String
    }

    /// The address of the server, with its base path.
    package var base: String { origin + basePath }

    /// Returns the address of an encoded path that begins with a slash.
    package func absolute(_ path: String) -> String { base + path }

    /// The host and port, in the format of the `Host` header.
    var authority: String {
        String(origin.dropFirst(origin.hasPrefix("https:") ? 8 : 7)).lowercased()
    }
}

extension HTTPFields {
    /// Returns the value of a cookie in a request's header.
    package func cookie(_ name: String) -> String? {
        for field in self[values: .cookie] {
            for cookie in field.split(separator: ";").map({ $0.drop { $0 == " " } })
            where cookie.hasPrefix(name + "=") {
                return String(cookie.dropFirst(name.utf8.count + 1))
            }
        }
        return nil
    }
}
