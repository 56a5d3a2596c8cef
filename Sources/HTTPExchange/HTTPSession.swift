package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Sends requests with `URLSession`, within limits of bytes and time, and to no other server than the one asked.
package final class HTTPSession: Sendable {
    /// An answer.
    package struct Answer: Sendable {
        /// The status.
        package var status = 0
        /// The fields of the head, by their names in lower case.
        package var headers: [String: String] = [:]
        /// The body, decompressed.
        package var body = Data()
    }

    /// The reason why there is no answer.
    package enum Failure: Error, Sendable, Equatable {
        /// There is no connection; nothing was sent.
        case unreachable(String)
        /// The connection broke; the request may have arrived.
        case brokenOff(String)
        /// The answer took too long.
        case timedOut
        /// The answer leads to another server.
        case redirected(to: String)
        /// The answer has too many bytes.
        case tooLarge
        /// The task was cancelled.
        case cancelled
    }

    private let session: URLSession
    private let delegate = Delegate()

    /// Creates a session of its own, which neither stores answers nor sends cookies.
    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the answer, whatever its status.
    ///
    /// At most ten redirects within the server are followed, for GET only; otherwise the answer is the redirect.
    package func exchange(
        _ request: URLRequest, maximumSize: Int, timeout: Duration
    ) async throws(Failure) -> Answer {
        var request = request
        request.timeoutInterval = Double(timeout.components.seconds) + 1
        let task = session.dataTask(with: request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                delegate.begin(task, maximumSize: maximumSize, continuation)
                let deadline = Task { [delegate] in
                    guard (try? await Task.sleep(for: timeout)) != nil else { return }
                    delegate.end(task, .failure(.timedOut))
                }
                delegate.note(deadline, for: task)
                // A cancellation before the task was noted ended nothing.
                guard !Task.isCancelled else { return delegate.end(task, .failure(.cancelled)) }
                task.resume()
            }
        } onCancel: { [delegate] in
            delegate.end(task, .failure(.cancelled))
        }
        return try outcome.get()
    }

    private final class Delegate: NSObject, URLSessionDataDelegate {
        typealias Outcome = Result<Answer, Failure>

        private struct Exchange {
            let maximumSize: Int
            let continuation: CheckedContinuation<Outcome, Never>
            var deadline: Task<Void, Never>?
            var answer = Answer()
            var redirects = 0
            /// What the exchange ends with once the refused redirect was answered.
            var failure: Failure?
        }

        private struct State {
            var exchanges: [Int: Exchange] = [:]
            /// Tasks whose redirects are being answered; they must not be cancelled meanwhile.
            var redirecting: Set<Int> = []
        }

        private static let maximumRedirects = 10

        private let state = Mutex(State())

        func begin(
            _ task: URLSessionTask, maximumSize: Int,
            _ continuation: CheckedContinuation<Outcome, Never>
        ) {
            state.withLock {
                $0.exchanges[task.taskIdentifier] = Exchange(
                    maximumSize: maximumSize, continuation: continuation)
            }
        }

        func note(_ deadline: Task<Void, Never>, for task: URLSessionTask) {
            let isUnderWay = state.withLock { state in
                state.exchanges[task.taskIdentifier]?.deadline = deadline
                return state.exchanges[task.taskIdentifier] != nil
            }
            if !isUnderWay { deadline.cancel() }
        }

        /// Ends an exchange once: with an outcome, or with the answer that came.
        func end(_ task: URLSessionTask, _ outcome: Outcome?) {
            let id = task.taskIdentifier
            let (ended, mayCancel) = state.withLock { state in
                (state.exchanges.removeValue(forKey: id), !state.redirecting.contains(id))
            }
            guard let ended else { return }
            ended.deadline?.cancel()
            if mayCancel { task.cancel() }
            let usual = ended.failure.map(Outcome.failure) ?? .success(ended.answer)
            ended.continuation.resume(returning: outcome ?? usual)
        }

        /// Answers a redirect.
        ///
        /// Foundation on Linux ends the process if the redirect of a cancelled task is answered. So a task is either answered and then
        /// cancelled, or cancelled and never answered.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            let id = task.taskIdentifier
            let original = task.originalRequest
            let isElsewhere = request.url.map(Self.origin) != original?.url.map(Self.origin)
            let isReading = original?.httpMethod ?? "GET" == "GET"
            let address = request.url.map { "\($0.scheme ?? "")://\($0.host ?? "")" } ?? ""
            let next: URLRequest?? = state.withLock { state in
                guard var exchange = state.exchanges[id] else { return nil }
                exchange.redirects += 1
                if isElsewhere { exchange.failure = .redirected(to: address) }
                state.exchanges[id] = exchange
                state.redirecting.insert(id)
                let follows =
                    !isElsewhere && isReading && exchange.redirects <= Self.maximumRedirects
                return .some(follows ? request : nil)
            }
            guard let next else { return }
            completionHandler(next)
            let isOver = state.withLock { state in
                state.redirecting.remove(id)
                return state.exchanges[id] == nil
            }
            if isOver { task.cancel() }
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse {
                var headers: [String: String] = [:]
                for (name, value) in response.allHeaderFields {
                    guard let name = name as? String, let value = value as? String else { continue }
                    headers[name.lowercased()] = value
                }
                state.withLock {
                    $0.exchanges[dataTask.taskIdentifier]?.answer.status = response.statusCode
                    $0.exchanges[dataTask.taskIdentifier]?.answer.headers = headers
                }
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
        {
            let fits = state.withLock { state in
                guard let exchange = state.exchanges[dataTask.taskIdentifier] else { return true }
                guard exchange.answer.body.count + data.count <= exchange.maximumSize else {
                    return false
                }
                state.exchanges[dataTask.taskIdentifier]?.answer.body.append(data)
                return true
            }
            if !fits { end(dataTask, .failure(.tooLarge)) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            end(task, error.map { .failure(Self.failure($0)) })
        }

        private static func failure(_ error: any Error) -> Failure {
            let reason = error.localizedDescription
            return switch (error as? URLError)?.code {
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
                .dataNotAllowed, .internationalRoamingOff,
                .appTransportSecurityRequiresSecureConnection,
                .secureConnectionFailed, .serverCertificateUntrusted,
                .serverCertificateHasBadDate, .serverCertificateNotYetValid,
                .serverCertificateHasUnknownRoot:
                .unreachable(reason)
            default: .brokenOff(reason)
            }
        }

        private static func origin(_ url: URL) -> [String] {
            [url.scheme ?? "", url.host ?? "", url.port.map { String($0) } ?? ""]
        }
    }
}
