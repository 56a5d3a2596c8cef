import Foundation
import Synchronization

@testable import DragomanClient

/// An in-memory server: files by path, and ways to fail.
final class TestFetcher: ResourceFetcher {
    struct State: Sendable {
        var files: [String: (text: String, tag: String?, type: String?)] = [:]
        var failure: ResourceFetchError?
        var answers: [String: ResourceAnswer] = [:]
        var requests: [ResourceRequest] = []
        /// Paths whose response is held back until it is released.
        var held: [String: [CheckedContinuation<Void, Never>]] = [:]
    }

    let state = Mutex(State())

    func set(_ path: String, _ text: String?, tag: String? = nil, type: String? = nil) {
        state.withLock { $0.files[path] = text.map { ($0, tag, type) } }
    }

    func fail(_ error: ResourceFetchError?) { state.withLock { $0.failure = error } }

    func hold(_ path: String) { state.withLock { $0.held[path] = [] } }

    func letGo(_ path: String) {
        let waiting = state.withLock { $0.held.removeValue(forKey: path) ?? [] }
        for continuation in waiting { continuation.resume() }
    }

    var requested: [String] { state.withLock { $0.requests.map { Self.path($0.url) } } }

    private static func path(_ url: URL) -> String {
        url.path.split(separator: "/").dropFirst().joined(separator: "/")
    }

    func fetch(_ request: ResourceRequest) async throws(ResourceFetchError) -> ResourceAnswer {
        let path = Self.path(request.url)
        state.withLock { $0.requests.append(request) }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                guard state.held[path] != nil else { return true }
                state.held[path]?.append(continuation)
                return false
            }
            if goesOn { continuation.resume() }
        }
        let (file, failure, answer) = state.withLock {
            ($0.files[path], $0.failure, $0.answers[path])
        }
        if let failure { throw failure }
        if let answer { return answer }
        guard let file else { return .absent }
        if let tag = file.tag, tag == request.entityTag { return .notModified }
        return .file(Data(file.text.utf8), entityTag: file.tag, contentType: file.type)
    }
}
