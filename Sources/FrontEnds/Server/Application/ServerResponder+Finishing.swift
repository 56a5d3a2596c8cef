import HTTPTypes
import Hummingbird
import Logging
import Machine
import NIOCore
import Workspace

extension ServerResponder {
    /// Adds the common header fields, compresses the body, and removes it for HEAD.
    func finish(_ response: inout Response, _ inquiry: Inquiry) async {
        response.headers[.requestID] = inquiry.id
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        if inquiry.route?.hasSecretAddress == true {
            response.headers[.cacheControl] = "no-store"
            // With `no-referrer`, browsers would send `Origin: null` with the page's form
            // (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
            response.headers[.referrerPolicy] = "strict-origin"
        }
        // A guid is a secret, and what it shows is for its owner.
        if inquiry.request.headers.contains(.dragomanGuid) {
            response.headers[.cacheControl] = "private, no-store"
        }
        if lifecycle.isStopping { response.headers[.connection] = "close" }
        addVary(to: &response, inquiry)
        await addCORS(to: &response, inquiry)
        addPolicy(to: &response, inquiry)
        renewSession(in: &response, inquiry)
        if inquiry.isRead, response.headers[.cacheControl] == nil,
            inquiry.route?.family != .operations
        {
            response.headers[.cacheControl] = "private, no-cache"
        }
        await compress(&response, inquiry)
        if inquiry.method == .head { response = response.createHeadResponse() }
        // Neither status has a body, so a length would refer to a different response (RFC 9110,
        // section 8.6).
        if response.status == .notModified || response.status == .noContent {
            response.headers[.contentLength] = nil
        }
    }

    /// Adds the content security policy, which lets a page load resources only from this server.
    private func addPolicy(to response: inout Response, _ inquiry: Inquiry) {
        let isPage = response.headers[.contentType]?.hasPrefix("text/html") == true
        guard isPage || inquiry.route?.family == .page,
            response.headers[.contentSecurityPolicy] == nil
        else { return }
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }

    /// Renews a session cookie that is older than an hour, unless the response sets a cookie or is
    /// publicly cacheable.
    private func renewSession(in response: inout Response, _ inquiry: Inquiry) {
        guard let cookie = inquiry.context?.sender.sessionCookie, let sessions = parts.sessions,
            response.headers[.setCookie] == nil,
            response.headers[.cacheControl]?.contains("public") != true,
            let renewed = sessions.renewed(cookie, at: host.now())
        else { return }
        response.headers[.setCookie] = renewed
    }

    private func addVary(to response: inout Response, _ inquiry: Inquiry) {
        var fields = ["Accept-Encoding"]
        switch inquiry.route?.family {
        case .api: fields += ["Accept", "Authorization", "Cookie", "Dragoman-Guid"]
        case .page: fields += ["Accept-Language", "Authorization", "Cookie"]
        case .compatible: fields += ["Authorization", "X-Rest-Api-Key", "Dragoman-Guid"]
        case .bundle, .operations, nil: break
        }
        if !configuration.corsOrigins.isEmpty || !configuration.inContextOrigins.isEmpty {
            fields.append("Origin")
        }
        for own in response.headers[values: .vary] {
            for name in own.split(separator: ",").map({ $0.filter { $0 != " " } })
            where !fields.contains(where: { $0.lowercased() == name.lowercased() }) {
                fields.append(name)
            }
        }
        // The user header matters wherever a cookie does.
        if let header = configuration.userHeader, fields.contains("Cookie") {
            fields.append(header.name.rawName)
        }
        response.headers[.vary] = fields.joined(separator: ", ")
    }

    /// Records metrics, and writes the request's line in the log.
    func report(_ response: Response, _ inquiry: Inquiry, duration: Duration) {
        let values = inquiry.record.current
        let route = inquiry.route?.path.description ?? "-"
        let method = Self.name(of: inquiry.method)
        let seconds = duration / .seconds(1)
        parts.metrics.observeRequest(
            route: route, method: method, status: response.status.code, seconds: seconds)
        if let code = values.code { parts.metrics.countRefusal(code) }
        var metadata: Logger.Metadata = [
            "request": .string(inquiry.id), "route": .string(route), "method": .string(method),
            "status": .stringConvertible(response.status.code),
            "ms": Self.milliseconds(duration),
            "who": .string(Self.who(values)),
        ]
        if let bytes = response.body.contentLength { metadata["bytes"] = .stringConvertible(bytes) }
        if let project = values.project { metadata["project"] = .string(project) }
        if let times = values.writeTimes {
            metadata["queue"] = Self.milliseconds(times.waiting)
            metadata["ms-decide"] = Self.milliseconds(times.deciding)
            metadata["ms-commit"] = Self.milliseconds(times.committing)
            metadata["ms-projection"] = Self.milliseconds(times.projecting)
        }
        if let code = values.code { metadata["code"] = .string(code.rawValue) }
        if let reason = values.reason { metadata["reason"] = .string(reason) }
        if let position = values.position { metadata["position"] = .string(position) }
        if configuration.logsAddresses, let address = values.address {
            metadata["address"] = .string(address.network)
        }
        if response.status.code == 401 || response.status.code == 403 {
            metadata["category"] = "audit"
            if let token = values.formerTokenID { metadata["token"] = .string(token) }
        }
        logger.log(
            level: response.status.code >= 500 ? .error : .info, "answered", metadata: metadata)
    }

    /// Formats a duration for the log, rounded to a hundredth of a millisecond.
    private static func milliseconds(_ duration: Duration) -> Logger.MetadataValue {
        .stringConvertible(((duration / .milliseconds(1)) * 100).rounded() / 100)
    }

    private static func who(_ values: RequestRecord.Values) -> String {
        switch values.principal.kind {
        case .person: values.principal.tokenID ?? "-"
        case .app: "app"
        case .anonymous: values.hasGuid ? "tester" : "-"
        }
    }
}
