import Hosting
import HTTPTypes
import Hummingbird
import Logging
import Machine
import NIOCore
import Translation
import Workspace

extension ServerResponder {
    /// Checks the sender, rate, rights and query of a request, and returns the handler's context.
    func admit(_ inquiry: Inquiry, to route: Route) async throws -> RequestContext {
        let request = inquiry.request
        let now = host.now()
        let address = clientAddress(inquiry)
        let guid = try guid(of: request)
        let project = inquiry.projectName
        inquiry.record.note {
            $0.address = address
            $0.hasGuid = guid != nil
        }
        let quotas = parts.quotas(project)
        let credentials = try Credentials(
            of: request, for: route, in: project,
            user: { () throws(Problem) in try user(inquiry) }, cookieName: configuration.cookieName)
        let principal = try await principal(
            of: credentials, inquiry, for: route, from: address, at: now)
        var sessionCookie: String?
        if case .session(let cookie) = credentials, principal.kind != .anonymous {
            sessionCookie = cookie
        }
        let isUser = if case .user = credentials { true } else { false }
        inquiry.record.note { $0.principal = principal }
        if route.family != .operations {
            try limiter.check(
                principal, guid: guid, address: address, isWrite: !inquiry.isRead, at: now,
                quotas: quotas)
        }
        let scope = try await parts.authenticator.scope(principal, project)
        try checkAccess(route.access, scope, principal, guid, isLocal: isLocal(inquiry))
        let query = try Query(
            request.uri.query ?? "", isLenient: [.compatible, .bundle].contains(route.family))
        if route.family == .api { try query.check(against: route) }
        var logger = logger
        logger[metadataKey: "request"] = .string(inquiry.id)
        return RequestContext(
            arrival: inquiry.arrival,
            target: .init(
                route: route, parameters: inquiry.parameters, query: query, projectName: project),
            sender: .init(
                principal: principal, scope: scope, guid: guid, address: address,
                loggedAddress: configuration.logsAddresses ? address?.network : nil,
                foreignOrigin: origins.foreignOrigin(of: request), sessionCookie: sessionCookie,
                isSignedInByProxy: isUser && principal.kind != .anonymous,
                showsAddresses: principal.kind.isPerson,
                isStillAdmitted: readmission(
                    of: principal.kind == .anonymous ? nil : credentials, to: route, project,
                    guid, isLocal: isLocal(inquiry))),
            services: .init(
                host: host, links: configuration.links, version: configuration.version,
                logger: logger, sessions: parts.sessions, limiter: limiter, quotas: quotas))
    }

    /// Returns a function that repeats the sender checks of ``admit(_:to:)``.
    private func readmission(
        of credentials: Credentials?, to route: Route, _ project: String?, _ guid: String?,
        isLocal: Bool
    ) -> @Sendable () async -> Bool {
        { [self] in
            do {
                var principal: Principal? = .anonymous
                if let credentials {
                    principal = try await parts.authenticator.principal(credentials, host.now())
                }
                guard let principal else { return false }
                let scope = try await parts.authenticator.scope(principal, project)
                try checkAccess(route.access, scope, principal, guid, isLocal: isLocal)
                return true
            } catch {
                return false
            }
        }
    }

    private func guid(of request: Request) throws(Problem) -> String? {
        guard let guid = request.headers[.dragomanGuid] else { return nil }
        guard (8...200).contains(guid.count) else {
            throw Problem(
                ProblemCode(.invalidValue), "A guid must have 8 to 200 characters.",
                hint: "Generate a random UUID once and keep it.", onPages: .damaged)
        }
        return guid
    }

    private func principal(
        of credentials: Credentials?, _ inquiry: Inquiry, for route: Route,
        from address: ClientAddress?, at now: Int64
    ) async throws -> Principal {
        guard let credentials else { return .anonymous }
        // Everyone may read the server's description, even with an expired token.
        if route.family == .operations, route.access == .everybody { return .anonymous }
        let principal = try await parts.authenticator.principal(credentials, now)
        switch credentials {
        case .session, .user:
            // Browsers, and proxies on their behalf, also send these with requests of other sites.
            if principal != nil { try origins.checkSession(inquiry.request) }
            return principal ?? .anonymous
        case .token, .appKey: break
        }
        if let principal {
            try limiter.admit(principal, from: address, at: now)
            return principal
        }
        if let former = parts.authenticator.formerTokenID(credentials, now) {
            // A formerly valid token is not a guess. An app that keeps sending such a token is
            // subject to the rate limit for its address.
            inquiry.record.note { $0.formerTokenID = former }
            try limiter.check(
                .anonymous, guid: nil, address: address, isWrite: !inquiry.isRead, at: now)
        } else {
            try limiter.countUnknownToken(address, at: now)
        }
        throw Problem.unauthenticated("The token is unknown, expired or revoked.")
    }

    private func checkAccess(
        _ access: Route.Access, _ scope: Scope?, _ principal: Principal, _ guid: String?,
        isLocal: Bool
    ) throws(Problem) {
        switch access {
        case .everybody: return
        case .scope(let needed): try RequestContext.check(scope, of: principal, against: needed)
        case .scopeOrGuid(let needed):
            if guid == nil || principal.kind != .anonymous {
                try RequestContext.check(scope, of: principal, against: needed)
            }
        case .localOrScope(let needed):
            if !isLocal { try RequestContext.check(scope, of: principal, against: needed) }
        }
    }

    /// Returns the client's address: the peer's address or, behind configured proxies, the last
    /// address that does not belong to a proxy.
    private func clientAddress(_ inquiry: Inquiry) -> ClientAddress? {
        guard let peer = ClientAddress(inquiry.channel.remoteAddress) else { return nil }
        return ForwardedAddresses.client(
            of: peer, headers: inquiry.request.headers, proxies: configuration.proxies)
    }

    /// Returns the address of the person that a trusted proxy signed in, or nil if there is none.
    ///
    /// Only the connection's peer counts, because anyone can send `X-Forwarded-For`.
    private func user(_ inquiry: Inquiry) throws(Problem) -> String? {
        try configuration.userHeader?.user(
            in: inquiry.request.headers, from: ClientAddress(inquiry.channel.remoteAddress))
    }

    /// Whether the request comes from this machine.
    ///
    /// A request from a proxy is not local, even if the proxy is not configured.
    private func isLocal(_ inquiry: Inquiry) -> Bool {
        let headers = inquiry.request.headers
        guard !headers.contains(.forwarded), !headers.contains(.xForwardedFor) else {
            return false
        }
        guard let peer = ClientAddress(inquiry.channel.remoteAddress) else { return true }
        return peer.isLoopback && !ForwardedAddresses.isProxy(peer, configuration.proxies)
            && configuration.userHeader?.isTrusted(peer) != true
    }

    /// Rejects a body that is too large for the route or has the wrong media type, before reading
    /// it.
    func checkBody(of request: Request, for route: Route) throws(Problem) {
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard let body = route.body else {
            if length > 0, route.family == .api || length > 64 << 10 {
                throw Problem.tooLarge(limit: 0)
            }
            return
        }
        guard length <= body.maximumBytes else {
            throw Problem.tooLarge(limit: body.maximumBytes)
        }
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity",
            !body.mayBeEncoded
        {
            throw Problem(
                .mediaType, "Encoded bodies are not supported here.",
                hint: "Send the body without Content-Encoding.", onPages: .damaged)
        }
        guard route.family == .api, let type = request.headers[.contentType] else { return }
        let essence = type.split(separator: ";").first.map {
            $0.lowercased().filter { $0 != " " }
        }
        let known = body.content.map(\.mediaType)
        guard known.contains("*/*") || known.contains(where: { $0 == essence }) else {
            throw Problem(
                .mediaType, "The body's media type is not supported here.",
                hint: "Supported types: \(known.joined(separator: ", ")).", onPages: .damaged)
        }
    }
}

extension Credentials {
    /// Extracts the credentials from a request, or returns nil if it has none.
    ///
    /// Compatible APIs ignore cookies and people signed in by a proxy, and only they accept
    /// `X-Rest-Api-Key`. An explicit token takes precedence over the person that `user` returns,
    /// and that person over a cookie.
    init?(
        of request: Request, for route: Route, in project: String?,
        user: () throws(Problem) -> String?, cookieName: String
    ) throws(Problem) {
        if let field = request.headers[.authorization] {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            switch parts[0].lowercased() {
            case "bearer": self = .token(String(parts[1]))
            case "basic":
                guard let password = Self.password(ofBasic: parts[1]) else { return nil }
                self = .token(password)
            default: return nil
            }
            return
        }
        if route.family == .compatible {
            guard let key = request.headers[.restAPIKey] else { return nil }
            self = .appKey(key, applicationID: request.headers[.applicationID])
            return
        }
        if route.family != .operations || route.access != .everybody, let email = try user() {
            self = .user(email: email, project: project)
            return
        }
        let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        for cookie in cookies.map({ $0.drop { $0 == " " } }) {
            let halves = cookie.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0] == cookieName else { continue }
            self = .session(String(halves[1]))
            return
        }
        return nil
    }

    private static func password(ofBasic text: Substring) -> String? {
        guard let bytes = Base64.decode(text),
            let pair = String(validating: bytes, as: UTF8.self),
            let colon = pair.firstIndex(of: ":")
        else { return nil }
        return String(pair[pair.index(after: colon)...])
    }
}
