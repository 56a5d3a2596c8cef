public import Foundation
import HTTPExchange
import JSON

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A proposal server with NStack's API, such as `dragoman serve`.
///
/// See <https://github.com/nstack-io/docs>, `api/2-0/openapi-3-0.yaml`. Forms are percent-encoded.
/// Redirects to another origin are refused, because a guid is a secret.
public final class NStackProposalServer: ProposalServer {
    /// The address of the server, and the app's identification.
    public struct Settings: Sendable {
        /// The address before `/api/v2`.
        ///
        /// If the server hosts several projects, the address ends with `/projects/NAME`.
        public var baseURL: URL
        /// The value of `X-Application-Id`.
        public var applicationID: String
        /// The value of `X-Rest-Api-Key`.
        public var apiKey: String
        /// The platform for which texts are proposed.
        public var platform: NStackPlatform
        /// The value of `N-Meta`.
        public var meta: NStackMeta
        /// The value of `Accept-Language`, or nil to omit it.
        public var acceptLanguage: String?
        /// The maximum size of a response, in bytes after decompression.
        public var maximumAnswerSize = 16 << 20
        /// The time limit for a whole exchange.
        public var timeout: Duration = .seconds(20)

        /// Creates settings.
        public init(
            baseURL: URL, applicationID: String, apiKey: String,
            platform: NStackPlatform = .mobile, meta: NStackMeta, acceptLanguage: String? = nil
        ) {
            self.baseURL = baseURL
            self.applicationID = applicationID
            self.apiKey = apiKey
            self.platform = platform
            self.meta = meta
            self.acceptLanguage = acceptLanguage
        }
    }

    private let settings: Settings
    private let session = HTTPSession()

    /// Creates a client for a server.
    public init(_ settings: Settings) { self.settings = settings }

    /// Proposes a text.
    ///
    /// Throws ``ProposalError/malformedAnswer(_:)`` if the response is about a different text.
    public func propose(
        _ text: ProposedText, guid: String, idempotencyKey: String
    ) async throws(ProposalError) -> Proposal {
        var request = request("POST", settings.address)
        request.setValue(
            "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.setValue(idempotencyKey, forHTTPHeaderField: "Idempotency-Key")
        request.httpBody = Data(
            PercentEncoding.form([
                ("section", text.identifier.section), ("key", text.identifier.key),
                ("value", text.value), ("locale", text.locale),
                ("platform", settings.platform.rawValue), ("guid", guid),
            ]).utf8)
        let answer = try await answer(to: request, successes: [200, 201])
        let proposal = try NStackAnswer.proposal(answer)
        guard proposal.identifier == text.identifier else {
            throw .malformedAnswer("The response is about a different text.")
        }
        return proposal
    }

    /// Returns everyone's proposals.
    public func proposals(
        _ state: ProposalListState, guid: String
    ) async throws(ProposalError) -> [Proposal] {
        let query = PercentEncoding.form([("state", state.rawValue), ("guid", guid)])
        let request = request("GET", settings.address + "?" + query)
        return try NStackAnswer.proposals(try await answer(to: request, successes: [200]))
    }

    /// Deletes a proposal.
    public func delete(_ id: Int64, guid: String) async throws(ProposalError) {
        let query = PercentEncoding.form([("guid", guid)])
        let request = request("DELETE", settings.address + "/\(id)?" + query)
        _ = try await answer(to: request, successes: [200])
    }

    private func request(_ method: String, _ address: String) -> URLRequest {
        // An invalid address fails in the same way as an unreachable one.
        var request = URLRequest(url: URL(string: address) ?? settings.baseURL)
        request.httpMethod = method
        for (name, value) in [
            ("Accept", "application/json"), ("X-Application-Id", settings.applicationID),
            ("X-Rest-Api-Key", settings.apiKey), ("N-Meta", settings.meta.description),
            ("Accept-Language", settings.acceptLanguage ?? ""),
        ] where !value.isEmpty {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return request
    }

    private func answer(
        to request: URLRequest, successes: Set<Int>
    ) async throws(ProposalError) -> [UInt8] {
        let answer: HTTPSession.Answer
        do {
            answer = try await session.exchange(
                request, maximumSize: settings.maximumAnswerSize, timeout: settings.timeout)
        } catch {
            throw ProposalError(error)
        }
        let body = [UInt8](answer.body)
        guard successes.contains(answer.status) else {
            throw NStackAnswer.error(
                status: answer.status, retryAfter: answer.headers["retry-after"], body)
        }
        return body
    }
}

extension NStackProposalServer.Settings {
    fileprivate var address: String {
        var base = baseURL.absoluteString[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        return base + "/api/v2/content/localize/proposals"
    }
}

/// The platforms by which NStack groups texts.
public enum NStackPlatform: String, Sendable, CaseIterable {
    /// Mobile apps.
    case mobile
    /// Programs without a user interface.
    case backend
    /// Websites.
    case web
}

/// The app's `N-Meta` header, such as `ios;development;1.0;18.1;iPhone`.
public struct NStackMeta: Sendable, Hashable, CustomStringConvertible {
    /// The operating system.
    public var system: String
    /// The environment.
    ///
    /// The server refuses proposals from `production`.
    public var environment: AppEnvironment
    /// The version of the app.
    public var appVersion: String
    /// The version of the operating system.
    public var systemVersion: String
    /// The device.
    public var device: String

    /// Creates a description of an app.
    public init(
        system: String = "ios", environment: AppEnvironment, appVersion: String,
        systemVersion: String, device: String
    ) {
        self.system = system
        self.environment = environment
        self.appVersion = appVersion
        self.systemVersion = systemVersion
        self.device = device
    }

    /// The value of the header.
    ///
    /// Semicolons, control characters and non-ASCII characters are replaced with `?`.
    public var description: String {
        [system, environment.rawValue, appVersion, systemVersion, device].map { part in
            String(
                String.UnicodeScalarView(
                    part.unicodeScalars.map { scalar in
                        (0x20...0x7E).contains(scalar.value) && scalar != ";" ? scalar : "?"
                    }))
        }.joined(separator: ";")
    }
}

/// The environment that an app was built for.
public enum AppEnvironment: String, Sendable, CaseIterable {
    /// A developer build.
    case development
    /// A build for testers.
    case staging
    /// A released app.
    case production
}

extension ProposalError {
    fileprivate init(_ failure: HTTPSession.Failure) {
        self =
            switch failure {
            case .unreachable(let reason): .unreachable(reason)
            case .brokenOff(let reason): .brokenOff(reason)
            case .timedOut: .timedOut
            case .redirected(let address): .redirected(to: address)
            case .tooLarge: .answerTooLarge
            case .cancelled: .cancelled
            }
    }
}
