import Foundation
import HTTPExchange
import JSON
import Suggestions

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks a service, again and again while it has no time, and makes typed errors of its answers.
struct HTTPService: Sendable {
    let engine: String
    let url: URL
    let key: String?
    let timeout: Duration
    let attempts: Int
    let pause: @Sendable (Duration) async throws -> Void

    private let session = HTTPSession()

    /// An answer has no more bytes than this.
    private static let largestAnswer = 16 << 20
    /// A service that wants to be left alone for longer is not waited for.
    private static let longestPause = Duration.seconds(120)

    init(
        engine: String, url: URL, key: String?, timeout: Duration, attempts: Int,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.engine = engine
        self.url = url
        self.key = key
        self.timeout = timeout
        self.attempts = attempts
        self.pause = pause
    }

    /// Returns the JSON of the answer to a call.
    func exchange(_ call: HTTPCall) async throws -> JSONValue {
        let request = try request(call)
        var backoff = Duration.seconds(1)
        for attempt in 1... {
            let answer = try await answer(to: request)
            if answer.status == 200 {
                guard let json = try? JSONValue.parseRounding(Array(answer.body)[...]) else {
                    throw TranslationError.engineGarbled.because(
                        "The service “\(engine)” answered with something that is no JSON.")
                }
                return json
            }
            let wait = RetryAfter.duration(answer.headers) ?? backoff
            guard [429, 503].contains(answer.status), attempt < attempts, wait <= Self.longestPause
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
                "“\(url.absoluteString)” is no address of a service.",
                hint: "It begins with https:// or http://")
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
            // Not sent again: a service may have counted the characters.
            case .brokenOff(let reason):
                throw unreachable("broke off the connection: \(reason)")
            case .timedOut:
                throw TranslationError.engineSilent.because(
                    "The service “\(engine)” did not answer for \(timeout.components.seconds) seconds."
                )
            case .redirected(let to):
                throw unreachable(
                    "redirects to \(to), which does not get the key", hint: "Give the new address.")
            case .tooLarge:
                throw TranslationError.engineGarbled.because(
                    "The service “\(engine)” answered with more than \(Self.largestAnswer >> 20) MB."
                )
            }
        }
    }

    private func unreachable(_ what: String, hint: String? = nil) -> TranslationError {
        .unreachable.because("The service “\(engine)” \(what).", hint: hint)
    }

    /// Makes an error of a status.
    ///
    /// 456 is DeepL's own: <https://developers.deepl.com/docs/best-practices/error-handling>.
    private func error(_ answer: HTTPSession.Answer) -> TranslationError {
        let said = message(answer)
        let words = "The service “\(engine)” answered with the status \(answer.status)\(said)"
        return switch answer.status {
        case 401, 403: .unauthorized.because(words, hint: "Check the key.")
        case 429:
            .quotaExceeded.because(words, hint: "Wait, and send less at a time.")
        case 402, 456:
            .quotaExceeded.because(words, hint: "Wait for the next period, or raise the quota.")
        case 400, 413, 414, 422: .refused.because(words)
        default: .unreachable.because(words)
        }
    }

    /// The message of an answer, without the key, and not too long.
    private func message(_ answer: HTTPSession.Answer) -> String {
        guard let object = (try? JSONValue.parseRounding(Array(answer.body)[...]))?.objectValue,
            var text = ["error", "message", "explanation", "detail"].lazy
                .compactMap({ object[$0]?.stringValue }).first
        else { return "." }
        if let key, !key.isEmpty { text = text.replacing(key, with: "…") }
        let shown = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return ": “\(String(String.UnicodeScalarView(shown)).prefix(200))”."
    }
}

/// The field `Retry-After` of <https://www.rfc-editor.org/rfc/rfc9110#field.retry-after>.
enum RetryAfter {
    /// Returns how long to wait: seconds, or a time that is compared with the time of the answer.
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
