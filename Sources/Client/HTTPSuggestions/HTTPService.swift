import Foundation
import HTTPExchange
import JSON
import Suggestions

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests to a service, retries while it is busy, and converts its responses to typed
/// errors.
struct HTTPService: Sendable {
    let engine: String
    let url: URL
    let key: String?
    let timeout: Duration
    let attempts: Int
    /// The statuses after which a request is sent again.
    let busyStatuses: Set<Int>
    let pause: @Sendable (Duration) async throws -> Void

    private let session = HTTPSession()

    /// The maximum number of bytes in a response.
    private static let largestAnswer = 16 << 20
    /// The maximum pause.
    ///
    /// If a service requests a longer pause, the request fails.
    private static let longestPause = Duration.seconds(120)

    init(
        engine: String, url: URL, key: String?, timeout: Duration, attempts: Int,
        busyStatuses: Set<Int> = [429, 503],
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.engine = engine
        self.url = url
        self.key = key
        self.timeout = timeout
        self.attempts = attempts
        self.busyStatuses = busyStatuses
        self.pause = pause
    }

    /// Throws ``TranslationError/unauthorized`` if a key would be sent unencrypted to another
    /// machine.
    static func requireEncryption(
        of key: String?, at url: URL, for name: String
    ) throws(TranslationError) {
        let isLocal = ["127.0.0.1", "::1", "[::1]", "localhost"].contains(url.host ?? "")
        guard key == nil || url.scheme == "https" || isLocal else {
            throw .unauthorized.because(
                "The key for “\(name)” must not be sent without encryption.",
                hint: "Use an address that starts with https://")
        }
    }

    /// Returns the JSON of the response to a call.
    ///
    /// Calls `willSend` before each attempt, and rethrows its errors.
    func exchange(
        _ call: HTTPCall, willSend: @Sendable () throws -> Void = {}
    ) async throws -> JSONValue {
        let request = try request(call)
        var backoff = Duration.seconds(1)
        for attempt in 1... {
            try willSend()
            let answer = try await answer(to: request)
            if answer.status == 200 {
                guard let json = try? JSONValue.parseRounding(Array(answer.body)[...]) else {
                    throw TranslationError.engineGarbled.because(
                        "The service “\(engine)” returned a response that is not JSON.")
                }
                return json
            }
            let wait = RetryAfter.duration(answer.headers) ?? backoff
            guard busyStatuses.contains(answer.status), attempt < attempts,
                wait <= Self.longestPause
            else { throw error(answer) }
            try await pause(wait)
            backoff *= 2
        }
        throw TranslationError.internalError
    }

    private func request(_ call: HTTPCall) throws(TranslationError) -> URLRequest {
        let base = url.absoluteString
        guard let address = URL(string: (base.hasSuffix("/") ? base : base + "/") + call.path),
            ["http", "https"].contains(address.scheme), address.host != nil
        else {
            throw .unreachable.because(
                "“\(url.absoluteString)” is not the address of a service.",
                hint: "Use an address that starts with https:// or http://")
        }
        var request = URLRequest(url: address)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        if let body = call.body {
            request.httpMethod = "POST"
            request.httpBody = Data(body)
            request.setValue(call.contentType, forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    private func answer(to request: URLRequest) async throws -> HTTPSession.Answer {
        do {
            return try await session.exchange(
                request, maximumSize: Self.largestAnswer, timeout: timeout)
        } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .unreachable(let reason):
                throw unreachable("cannot be reached: \(reason)")
            // The request is not sent again, because the service may already have counted the
            // characters.
            case .brokenOff(let reason):
                throw unreachable("closed the connection: \(reason)")
            case .timedOut:
                throw TranslationError.engineSilent.because(
                    "The service “\(engine)” did not respond for \(timeout.components.seconds) seconds."
                )
            case .redirected(let to):
                throw unreachable(
                    "redirects to \(to), but the key is not sent there",
                    hint: "Use the new address.")
            case .tooLarge:
                throw TranslationError.engineGarbled.because(
                    "The service “\(engine)” returned more than \(Self.largestAnswer >> 20) MB."
                )
            }
        }
    }

    private func unreachable(_ what: String, hint: String? = nil) -> TranslationError {
        .unreachable.because("The service “\(engine)” \(what).", hint: hint)
    }

    /// Converts a status to an error.
    ///
    /// Status 456 is specific to DeepL:
    /// <https://developers.deepl.com/docs/best-practices/error-handling>.
    private func error(_ answer: HTTPSession.Answer) -> TranslationError {
        let said = message(answer)
        let words = "The service “\(engine)” responded with status \(answer.status)\(said)"
        return switch answer.status {
        case 401, 403: .unauthorized.because(words, hint: "Check the key.")
        case 429:
            .quotaExceeded.because(words, hint: "Wait, and send fewer texts at a time.")
        case 402, 456:
            .quotaExceeded.because(words, hint: "Wait for the next period, or raise the quota.")
        case 400, 413, 414, 422: .refused.because(words)
        default: .unreachable.because(words)
        }
    }

    /// Returns the message in a response, shortened and without the key.
    private func message(_ answer: HTTPSession.Answer) -> String {
        guard let object = (try? JSONValue.parseRounding(Array(answer.body)[...]))?.objectValue,
            var text = ["error", "message", "explanation", "detail"].lazy.compactMap({ name in
                object[name]?.stringValue
                    // Chat services describe an error as an object.
                    ?? object[name]?.objectValue?["message"]?.stringValue
            }).first
        else { return "." }
        if let key, !key.isEmpty { text = text.replacing(key, with: "…") }
        let shown = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return ": “\(String(String.UnicodeScalarView(shown)).prefix(200))”."
    }
}

/// The `Retry-After` header field, from <https://www.rfc-editor.org/rfc/rfc9110#field.retry-after>.
enum RetryAfter {
    /// Returns the delay: a number of seconds, or a time relative to the time of the response.
    static func duration(_ headers: [String: String]) -> Duration? {
        guard let value = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else {
            return nil
        }
        if let seconds = Int(value) { return .seconds(max(0, seconds)) }
        guard let then = date(value), let now = headers["date"].flatMap(date) else { return nil }
        return .seconds(max(0, Int(then.timeIntervalSince(now))))
    }

    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
