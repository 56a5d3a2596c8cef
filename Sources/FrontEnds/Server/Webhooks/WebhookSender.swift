import AsyncHTTPClient
package import Hosting
import Logging
import NIOCore
import NIOHTTP1
import Workspace

/// Sends messages to the receivers of webhooks over HTTP.
package struct WebhookSender: Sendable {
    private let version: String
    private let timeout: Duration

    /// The maximum size of a response.
    ///
    /// Nobody reads it, but only a complete response shows that the receiver has the message.
    private static let maximumSize = 64 << 10

    /// Creates a sender; a receiver must answer completely within `timeout`.
    package init(version: String, timeout: Duration = .seconds(15)) {
        self.version = version
        self.timeout = timeout
    }

    /// Sends a message once, at a time in Unix milliseconds.
    ///
    /// Only a complete response with a status of 2xx counts as delivered. Redirects are not
    /// followed.
    package func send(
        _ message: WebhookMessage, to settings: WebhookSettings, at now: Int64
    ) async -> WebhookAnswer {
        let receiver: ReceiverAddress
        do throws(ReceiverAddress.Fault) {
            receiver = try await ReceiverAddress(of: settings)
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
        return await post(request, to: receiver)
    }

    private func post(
        _ request: HTTPClientRequest, to receiver: ReceiverAddress
    ) async -> WebhookAnswer {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        // The connection must go to the address that was checked.
        configuration.dnsOverride = receiver.pinned
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration)
        let answer = await withTaskGroup(of: WebhookAnswer.self) { [timeout] tasks in
            tasks.addTask { await Self.answer(to: request, from: client, within: timeout) }
            // The client's own deadline ends with the response's head.
            tasks.addTask {
                guard (try? await Task.sleep(for: timeout)) != nil else { return .cancelled }
                return .failed("The receiver did not answer completely in time.")
            }
            let first = await tasks.next() ?? .cancelled
            tasks.cancelAll()
            return first
        }
        try? await client.shutdown()
        return Task.isCancelled && answer != .delivered ? .cancelled : answer
    }

    private static func answer(
        to request: HTTPClientRequest, from client: HTTPClient, within timeout: Duration
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
                        .flatMap { Int64($0) }.flatMap { $0 >= 0 ? min($0, 86_400) * 1000 : nil })
            }
        } catch is CancellationError {
            return .cancelled
        } catch is NIOTooManyBytesError {
            return .failed("The receiver's answer is larger than \(maximumSize >> 10) KiB.")
        } catch {
            return .failed("The receiver cannot be reached, or broke off: \(error).")
        }
    }
}
