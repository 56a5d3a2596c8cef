package import Hosting
package import Hummingbird
package import Logging
package import Machine
import NIOCore
package import struct Machine.Host

extension RequestContext {
    /// A request as it arrived.
    struct Arrival: Sendable {
        /// The id of the request, for the answer and the log.
        let id: String
        let request: Request
        let channel: any Channel
        /// Facts for the log line and the metrics.
        let record = RequestRecord()
    }

    /// The handler and the resource that the address selects.
    struct Target: Sendable {
        let route: Route
        /// The parameters of the path, percent-decoded once.
        let parameters: [String: String]
        let query: Query
        /// The name of the project, if the address or the client names one.
        let projectName: String?
    }

    /// The sender of a request, with their rights.
    struct Sender: Sendable {
        let principal: Principal
        /// The sender's scope in the project that the path names, or on the server if it names
        /// none; nil for no rights.
        let scope: Scope?
        /// The guid from the header `Dragoman-Guid`, of a valid length.
        ///
        /// It is a secret, which must not appear in the log or in answers to others.
        let guid: String?
        /// The client's address; behind configured proxies, the one that they report.
        let address: ClientAddress?
        /// The network of the client's address, if it may be logged.
        let loggedAddress: String?
        /// The origin of the page that sent the request, if it is not one of this server's.
        let foreignOrigin: String?
        /// The session cookie that identifies the sender.
        ///
        /// It is a secret.
        let sessionCookie: String?
        /// Whether answers may contain mail addresses: only persons with a token see them.
        let showsAddresses: Bool
        /// Checks again whether the sender may call the route, because its token may have been
        /// revoked since.
        let isStillAdmitted: @Sendable () async -> Bool
    }

    /// The parts of the server that handlers use.
    struct Services: Sendable {
        /// The clock, random bits and environment.
        let host: Host
        /// Makes absolute links.
        let links: Links
        /// The version of the program.
        let version: String
        /// The logger, which adds the id of the request.
        let logger: Logger
        let sessions: Sessions?
        let limiter: RateLimiter
        /// The rates that the project allows, if it has its own.
        let quotas: RateQuotas?
    }
}

/// The data that handlers read most.
extension RequestContext {
    /// The id of the request, for the answer and the log.
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
    /// The name of the project, if the address or the client names one.
    package var projectName: String? { target.projectName }
    /// The sender.
    package var principal: Principal { sender.principal }
    /// The sender's scope in the project that the path names, or on the server if it names none;
    /// nil for no rights.
    package var scope: Scope? { sender.scope }
    /// The guid from the header `Dragoman-Guid`, which is a secret.
    package var guid: String? { sender.guid }
    /// Whether answers may contain mail addresses.
    package var showsAddresses: Bool { sender.showsAddresses }
    /// The clock, random bits and environment.
    package var host: Host { services.host }
    /// Makes absolute links.
    package var links: Links { services.links }
    /// The logger, which adds the id of the request.
    package var logger: Logger { services.logger }
}
