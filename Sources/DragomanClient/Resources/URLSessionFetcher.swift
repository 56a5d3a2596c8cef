import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches files with `URLSession`, within limits of bytes and time, and from no other server than the one asked.
public final class URLSessionFetcher: ResourceFetcher {
    private let session: URLSession
    private let delegate = Delegate()

    /// Makes a session of its own, which neither keeps answers nor sends cookies.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Fetches a file.
    public func fetch(_ request: ResourceRequest) async throws(ResourceFetchError) -> ResourceAnswer
    {
        var asked = URLRequest(url: request.url)
        asked.timeoutInterval = request.timeout.seconds
        for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
        asked.setValue("application/json", forHTTPHeaderField: "Accept")
        if let tag = request.entityTag { asked.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        let task = session.dataTask(with: asked)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                delegate.await(task, maximumSize: request.maximumSize, continuation)
                // What sends a byte now and then is cut off too.
                let deadline = Task { [delegate] in
                    guard (try? await Task.sleep(for: request.timeout)) != nil else { return }
                    delegate.end(task, .failure(.timedOut))
                }
                delegate.note(deadline, for: task)
                task.resume()
                if Task.isCancelled { delegate.end(task, .failure(.cancelled)) }
            }
        } onCancel: { [delegate] in
            delegate.end(task, .failure(.cancelled))
        }
        return try Self.answer(try result.get(), to: request)
    }

    private static func answer(
        _ received: Received, to request: ResourceRequest
    ) throws(ResourceFetchError) -> ResourceAnswer {
        switch received.status {
        case 200: .file(received.data, entityTag: received.entityTag)
        // A server that says so without having been asked has nothing to show.
        case 304 where request.entityTag != nil: .notModified
        case 404, 410: .absent
        default: throw .status(received.status)
        }
    }

    /// The end of an answer.
    struct Received: Sendable {
        var status = 0
        var entityTag: String?
        var data = Data()
    }

    private final class Delegate: NSObject, URLSessionDataDelegate {
        typealias Outcome = Result<Received, ResourceFetchError>

        private struct Waiting {
            let maximumSize: Int
            let continuation: CheckedContinuation<Outcome, Never>
            var deadline: Task<Void, Never>?
            var received = Received()
        }

        private let waiting = Mutex<[Int: Waiting]>([:])

        func await(
            _ task: URLSessionTask, maximumSize: Int,
            _ continuation: CheckedContinuation<Outcome, Never>
        ) {
            waiting.withLock {
                $0[task.taskIdentifier] = Waiting(
                    maximumSize: maximumSize, continuation: continuation)
            }
        }

        func note(_ deadline: Task<Void, Never>, for task: URLSessionTask) {
            let isThere = waiting.withLock { waiting in
                waiting[task.taskIdentifier]?.deadline = deadline
                return waiting[task.taskIdentifier] != nil
            }
            if !isThere { deadline.cancel() }
        }

        /// Ends a task, and answers whoever waits for it, once.
        func end(_ task: URLSessionTask, _ outcome: Outcome?, cancels: Bool = true) {
            guard
                let ended = waiting.withLock({ $0.removeValue(forKey: task.taskIdentifier) })
            else { return }
            ended.deadline?.cancel()
            if cancels { task.cancel() }
            ended.continuation.resume(returning: outcome ?? .success(ended.received))
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            let origin = task.originalRequest?.url.map(Self.origin)
            if let target = request.url, origin == Self.origin(target) {
                return completionHandler(request)
            }
            // Without another request the task ends by itself; Foundation on Linux dies if it is cancelled here.
            let address = request.url.map { "\($0.scheme ?? "")://\($0.host ?? "")" } ?? ""
            end(task, .failure(.redirected(to: address)), cancels: false)
            completionHandler(nil)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse {
                waiting.withLock {
                    $0[dataTask.taskIdentifier]?.received.status = response.statusCode
                    $0[dataTask.taskIdentifier]?.received.entityTag =
                        response.value(forHTTPHeaderField: "ETag")
                }
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
        {
            let fits = waiting.withLock { waiting in
                guard let task = waiting[dataTask.taskIdentifier] else { return true }
                guard task.received.data.count + data.count <= task.maximumSize else {
                    return false
                }
                waiting[dataTask.taskIdentifier]?.received.data.append(data)
                return true
            }
            if !fits { end(dataTask, .failure(.tooLarge)) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            guard let error else { return end(task, nil) }
            let isLate = (error as? URLError)?.code == .timedOut
            let failure: ResourceFetchError =
                isLate ? .timedOut : .unreachable(error.localizedDescription)
            end(task, .failure(failure))
        }

        private static func origin(_ url: URL) -> [String] {
            [url.scheme ?? "", url.host ?? "", url.port.map { String($0) } ?? ""]
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
