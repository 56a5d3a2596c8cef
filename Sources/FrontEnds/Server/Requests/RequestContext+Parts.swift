package import Hosting
package import Hummingbird
package import Logging
package import Machine
import NIOCore
package import struct Machine.Host

extension RequestContext {
    /// A request as received.
    struct Arrival: Sendable {
        /// The id of the request, for the response and the log.
        let id: String
        let request: Request
        let channel: any Channel
        /// Facts for the log line and the metrics.
        let record = RequestRecord()
    }

    /// The route and the resource that the address refers to.
    struct Target: Sendable {
        let route: Route
        /// The parameters of the path, percent-decoded once.
        let parameters: [String: String]
        let query: Query
        /// The name of the request's project, or nil if there is none.
        let projectName: String?
    }

    /// The sender of a request, with their rights.
    struct Sender: Sendable {
        let principal: Principal
        /// The sender's scope in the request's project, or on the server if there is no project;
        /// nil if the sender has no rights.
        let scope: Scope?
        /// The guid from the `Dragoman-Guid` header, with a valid length.
        ///
        /// It is a secret, which must not appear in the log or in responses to others.
        let guid: String?
        /// The client's address; behind configured proxies, the address that the proxies report.
        let address: ClientAddress?
        /// The network of the client's address, if it may be logged.
        let loggedAddress: String?
        /// The origin of the page that sent the request, if it is not this server's own origin.
        let foreignOrigin: String?
        /// The session cookie that identifies the sender.
        ///
        /// It is a secret.
        let sessionCookie: String?
        /// Whether a trusted proxy identified the sender.
        let isSignedInByProxy: Bool
        /// Whether responses may contain email addresses, which only people with a token may see.
        let showsAddresses: Bool
        /// Checks again whether the sender may call the route, because the token may have been
        /// revoked meanwhile.
        let isStillAdmitted: @Sendable () async -> Bool
    }

    /// The parts of the server that handlers use.
    struct Services: Sendable {
        /// The clock, random bits and environment.
        let host: Host
        /// Builds absolute links.
        let links: Links
        /// The version of the program.
        let version: String
        /// The logger, which adds the request's id.
        let logger: Logger
        let sessions: Sessions?
        let limiter: RateLimiter
        /// The project's rate quotas, if it has its own.
        let quotas: RateQuotas?
    }
}

/// The data that handlers read most often.
extension RequestContext {
    /// The id of the request, for the response and the log.
    package var id: String { arrival.id }
    /// The request as received.
    ///
    /// Use ``body()`` to read its body, up to the route's limit.
    package var request: Request { arrival.request }
    /// Facts for the log line and the metrics.
    package var record: RequestRecord { arrival.record }
    /// The parameters of the path, percent-decoded once.
    package var parameters: [String: String] { target.parameters }
    /// The parameters of the query.
    package var query: Query { target.query }
    /// The name of the request's project, or nil if there is none.
    package var projectName: String? { target.projectName }
    /// The sender.
    package var principal: Principal { sender.principal }
    /// The sender's scope in the request's project, or on the server if there is no project; nil if
    /// the sender has no rights.
    package var scope: Scope? { sender.scope }
    /// The guid from the `Dragoman-Guid` header, which is a secret.
    package var guid: String? { sender.guid }
    /// Whether responses may contain email addresses.
    package var showsAddresses: Bool { sender.showsAddresses }
    /// The clock, random bits and environment.
    package var host: Host { services.host }
    /// Builds absolute links.
    package var links: Links { services.links }
    /// The logger, which adds the request's id.
    package var logger: Logger { services.logger }
}
