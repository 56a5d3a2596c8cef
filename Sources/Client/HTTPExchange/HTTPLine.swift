import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request at a time with its own `URLSession`.
///
/// On Linux, Foundation uses a single queue to read the responses to all tasks in a session. If two
/// responses on a fast connection are endless, that queue never gets around to cancelling either
/// task.
final class HTTPLine: Sendable {
    private let session: URLSession
    private let delegate = Delegate()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        #if canImport(FoundationNetworking)
        let queue: OperationQueue? = DelegateQueue()
        #else
        let queue: OperationQueue? = nil
        #endif
        session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: queue)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the response.
    func exchange(
        _ request: URLRequest, maximumSize: Int, timeout: Duration
    ) async throws(HTTPSession.Failure) -> HTTPSession.Answer {
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
                // If the task was cancelled before it was recorded, the cancellation had no effect.
                guard !Task.isCancelled else { return delegate.end(task, .failure(.cancelled)) }
                task.resume()
            }
        } onCancel: { [delegate] in
            delegate.end(task, .failure(.cancelled))
        }
        return try outcome.get()
    }

    private final class Delegate: NSObject, URLSessionDataDelegate {
        typealias Outcome = Result<HTTPSession.Answer, HTTPSession.Failure>

        private struct Exchange {
            let maximumSize: Int
            let continuation: CheckedContinuation<Outcome, Never>
            var deadline: Task<Void, Never>?
            var answer = HTTPSession.Answer()
            var redirects = 0
            /// The failure of the exchange.
            ///
            /// The failure is reported after the response to the refused redirect.
            var failure: HTTPSession.Failure?
        }

        private struct State {
            var exchanges: [Int: Exchange] = [:]
            /// Tasks whose redirects are being answered.
            ///
            /// Such tasks must not be cancelled in the meantime.
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

        /// Ends an exchange, at most once, with an outcome or with the received response.
        func end(_ task: URLSessionTask, _ outcome: Outcome?, isComplete: Bool = false) {
            let id = task.taskIdentifier
            let (ended, mayCancel) = state.withLock { state in
                (state.exchanges.removeValue(forKey: id), !state.redirecting.contains(id))
            }
            guard let ended else { return }
            ended.deadline?.cancel()
            if mayCancel, !isComplete { Self.cancel(task) }
            let usual = ended.failure.map(Outcome.failure) ?? .success(ended.answer)
            ended.continuation.resume(returning: outcome ?? usual)
        }

        /// Cancels a task without waiting.
        ///
        /// On Linux, Foundation cancels on the queue that receives data, which also calls this
        /// delegate. A new thread is used, because readers may occupy all threads in the pool.
        private static func cancel(_ task: URLSessionTask) {
            Thread.detachNewThread { task.cancel() }
        }

        /// Answers a redirect.
        ///
        /// On Linux, Foundation terminates the process if a cancelled task's redirect is answered.
        /// A task is therefore either answered and then cancelled, or cancelled and never answered.
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
            if isOver { Self.cancel(task) }
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
                let id = dataTask.taskIdentifier
                let fits = state.withLock { state in
                    state.exchanges[id]?.answer.status = response.statusCode
                    state.exchanges[id]?.answer.headers = headers
                    return response.expectedContentLength
                        <= state.exchanges[id]?.maximumSize ?? .max
                }
                if !fits { end(dataTask, .failure(.tooLarge)) }
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
        {
            let id = dataTask.taskIdentifier
            let fits = state.withLock { state in
                let room = state.exchanges[id].map { $0.maximumSize - $0.answer.body.count }
                guard data.count <= room ?? .max else { return false }
                // The body is modified in place. If there were a second reference, the body would
                // be copied for each chunk.
                state.exchanges[id]?.answer.body.append(data)
                return true
            }
            if !fits { end(dataTask, .failure(.tooLarge)) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            end(task, error.map { .failure(Self.failure($0)) }, isComplete: true)
        }

        private static func failure(_ error: any Error) -> HTTPSession.Failure {
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

#if canImport(FoundationNetworking)
/// The delegate queue of a session.
///
/// It runs each call immediately, on the thread that received the data. On Linux, Foundation queues
/// a call for each chunk of a response and continues reading. Its readers may occupy all threads in
/// the pool. An endless response would then fill the memory before a queued call could reject it.
private final class DelegateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif
