import AsyncHTTPClient
package import Hosting
import Machine
import NIOCore
import NIOHTTP1
import Synchronization
import Translation

/// Sends messages to the receivers of webhooks over HTTP.
///
/// Each webhook has its own client, which reuses a connection for messages that follow each other.
/// Call ``shutdown()`` after the last message.
package final class WebhookSender: Sendable {
    private let version: String
    private let timeout: Duration
    private let resolve: @Sendable (String) -> [String]
    /// The clients, by the names of their webhooks.
    private let clients = Mutex<[String: Client]>([:])

    private struct Client {
        let receiver: ReceiverAddress
        let http: HTTPClient
    }

    /// The maximum size of a response.
    ///
    /// Nobody reads it, but only a complete response shows that the receiver has the message.
    private static let maximumSize = 64 << 10

    /// Creates a sender; a receiver must be found and answer completely within `timeout`.
    ///
    /// `resolve` returns the addresses of a name, and may block.
    package init(
        version: String, timeout: Duration = .seconds(15),
        resolve: @escaping @Sendable (String) -> [String] = ReceiverAddress.addresses(of:)
    ) {
        self.version = version
        self.timeout = timeout
        self.resolve = resolve
    }

    /// Sends a message once, at a time in Unix milliseconds.
    ///
    /// Only a complete response with a status of 2xx counts as delivered. Redirects are not
    /// followed. Must not be called for two messages of the same webhook at once.
    package func send(
        _ message: WebhookMessage, to settings: WebhookSettings, at now: Int64
    ) async -> WebhookAnswer {
        let answer = await withTaskGroup(of: WebhookAnswer.self) { [timeout] tasks in
            tasks.addTask { await self.answer(to: message, from: settings, at: now) }
            // The client's own deadline ends with the response's head.
            tasks.addTask {
                guard (try? await Task.sleep(for: timeout)) != nil else { return .cancelled }
                return .failed("The receiver did not answer completely in time.")
            }
            let first = await tasks.next() ?? .cancelled
            tasks.cancelAll()
            return first
        }
        if answer == .delivered { return answer }
        // The next attempt may need another address of the receiver.
        await discardClient(of: settings.name)
        return Task.isCancelled ? .cancelled : answer
    }

    /// Closes all connections.
    package func shutdown() async {
        for name in clients.withLock({ Array($0.keys) }) { await discardClient(of: name) }
    }

    private func discardClient(of name: String) async {
        let client = clients.withLock { $0.removeValue(forKey: name) }
        try? await client?.http.shutdown()
    }

    /// Returns a client that connects only to an address that was just checked.
    private func client(for settings: WebhookSettings) async throws(ReceiverAddress.Fault)
        -> HTTPClient
    {
        let known = clients.withLock { $0[settings.name] }
        let receiver = try await ReceiverAddress(
            of: settings, preferring: known?.receiver, resolve: resolve)
        if let known, known.receiver == receiver { return known.http }
        await discardClient(of: settings.name)
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.dnsOverride = receiver.pinned
        // Receivers may close an idle connection at any time, and a message that meets the closing
        // would count as a failure.
        configuration.connectionPool.idleTimeout = .seconds(2)
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration)
        clients.withLock { $0[settings.name] = Client(receiver: receiver, http: client) }
        return client
    }

    private func answer(
        to message: WebhookMessage, from settings: WebhookSettings, at now: Int64
    ) async -> WebhookAnswer {
        let client: HTTPClient
        do throws(ReceiverAddress.Fault) {
            client = try await self.client(for: settings)
        } catch {
            return .failed(error.sentence)
        }
        var request = HTTPClientRequest(url: settings.url)
        request.method = .POST
        for (name, value) in message.headers(at: now / 1000, secrets: settings.secrets) {
            request.headers.add(name: name, value: value)
        }
        request.headers.add(name: "user-agent", value: "Dragoman/\(version)")
        request.body = .bytes(ByteBuffer(bytes: message.body))
        return await Self.answer(to: request, from: client, within: timeout, at: now)
    }

    private static func answer(
        to request: HTTPClientRequest, from client: HTTPClient, within timeout: Duration,
        at now: Int64
    ) async -> WebhookAnswer {
        do {
            let response = try await client.execute(
                request, timeout: .milliseconds(Int64(timeout / .milliseconds(1))))
            _ = try await response.body.collect(upTo: maximumSize)
            switch response.status.code {
            case 200..<300: return .delivered
            case 410: return .gone
            case 300..<400:
                return .failed(
                    "The receiver answered \(response.status.code); redirects are not followed.")
            default:
                return .failed(
                    "The receiver answered \(response.status.code).",
                    retryAfter: response.headers.first(name: "retry-after")
                        .flatMap { retryPause($0, at: now) })
            }
        } catch is CancellationError {
            return .cancelled
        } catch is NIOTooManyBytesError {
            return .failed("The receiver's answer is larger than \(maximumSize >> 10) KiB.")
        } catch {
            return .failed("The receiver cannot be reached, or broke off: \(error).")
        }
    }

    /// Returns the pause that `Retry-After` asks for, in milliseconds and at most a day, or nil if
    /// the value is invalid.
    ///
    /// The value is a number of seconds or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. Source:
    /// RFC 9110, sections 10.2.3 and 5.6.7, without the obsolete forms of dates.
    static func retryPause(_ text: String, at now: Int64) -> Int64? {
        if let seconds = Int64(text) { return seconds >= 0 ? min(seconds, 86_400) * 1000 : nil }
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT",
            let month = Timestamp.months.firstIndex(of: String(parts[2])),
            let time = Timestamp.milliseconds(
                "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
        else { return nil }
        return min(max(time - now, 0), 86_400_000)
    }
}
