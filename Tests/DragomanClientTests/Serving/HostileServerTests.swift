import Foundation
import JSON
import TestWorld
import Testing

@testable import DragomanClient

/// Real requests to a server that stalls, breaks off and lies.
@Suite struct HostileServerTests {
    private static func withServer(
        _ body: (_ address: String, _ sandbox: Sandbox) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        let server = try ServerProcess.startHostile(in: sandbox)
        defer { server.stop() }
        try await body("http://127.0.0.1:\(server.port)", sandbox)
    }

    private static func request(
        _ address: String, tag: String? = nil, size: Int = 1 << 20,
        timeout: Duration = .seconds(60)
    ) throws -> ResourceRequest {
        ResourceRequest(
            url: try #require(URL(string: address + "/en/default.json")), entityTag: tag,
            headers: ["X-Test": "1"], maximumSize: size, timeout: timeout)
    }

    @Test func whatAServerMayAnswer() async throws {
        try await Self.withServer { address, _ in
            let fetcher = URLSessionFetcher()
            func fetch(_ mode: String, tag: String? = nil) async throws -> ResourceAnswer {
                try await fetcher.fetch(Self.request("\(address)/\(mode)", tag: tag))
            }
            let file = ResourceAnswer.file(
                Data(#"{"a":"served"}"#.utf8), entityTag: "\"1\"", contentType: "application/json")
            #expect(try await fetch("good") == file)
            #expect(try await fetch("good", tag: "\"1\"") == .notModified)
            #expect(try await fetch("here") == file)
            let unpacked = try await fetch("gzip")
            #expect(unpacked == .file(Data(#"{"a":"served"}"#.utf8), entityTag: nil))
        }
    }

    @Test func whatIsRefused() async throws {
        try await Self.withServer { address, _ in
            let fetcher = URLSessionFetcher()
            func failure(
                _ mode: String, timeout: Duration = .seconds(60)
            ) async throws -> ResourceFetchError? {
                do {
                    _ = try await fetcher.fetch(
                        Self.request("\(address)/\(mode)", timeout: timeout))
                    return nil
                } catch let error as ResourceFetchError {
                    return error
                }
            }
            #expect(try await failure("stall", timeout: .seconds(1)) == .timedOut)
            #expect(try await failure("trickle", timeout: .seconds(1)) == .timedOut)
            #expect(try await failure("error") == .status(500))
            // The request was not conditional.
            #expect(try await failure("not-modified") == .status(304))
            #expect(try await failure("elsewhere") == .redirected(to: "http://localhost"))
            #expect(try await failure("huge") == .tooLarge)
            #expect(try await failure("bomb") == .tooLarge)
            #expect(try await failure("endless") == .tooLarge)
            #expect(try await failure("announced") == .tooLarge)
            #expect(try await failure("circle") == .status(302))
            guard case .unreachable = try await failure("break") else {
                Issue.record("What broke off is taken for whole.")
                return
            }
        }
    }

    @Test func aCancelledRequestEnds() async throws {
        try await Self.withServer { address, _ in
            let fetcher = URLSessionFetcher()
            let request = try Self.request(address + "/stall")
            let task = Task { try await fetcher.fetch(request) }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            await #expect(throws: ResourceFetchError.cancelled) { try await task.value }
        }
    }

    /// Whatever the server does, the shown text stays, and the state reports the failure.
    @Test(arguments: [
        ("stall", ResourceProblem.Kind.unreachable), ("trickle", .unreachable),
        ("break", .unreachable), ("error", .refused), ("hostile", .invalidFile),
        ("page", .invalidFile), ("huge", .invalidFile), ("bomb", .invalidFile),
        ("elsewhere", .redirected), ("circle", .refused), ("endless", .invalidFile),
        ("portal", .invalidFile), ("problem", .invalidFile),
    ])
    func textsStay(mode: String, problem: ResourceProblem.Kind) async throws {
        try await Self.withServer { address, sandbox in
            var settings = ResourceSettings(
                defaultLanguage: "en", baseURL: URL(string: address + "/good"),
                storageDirectory: URL(fileURLWithPath: sandbox.directory + "/storage"))
            settings.deviceLanguages = ["en"]
            settings.timeout = .seconds(60)
            let resources = Resources(settings)
            await resources.load()
            #expect(resources.text("en/default", "a") == "served")
            await resources.update {
                $0.baseURL = URL(string: "\(address)/\(mode)")
                $0.timeout = ["stall", "trickle"].contains(mode) ? .seconds(1) : .seconds(60)
            }
            let state = await resources.refresh()
            #expect(resources.text("en/default", "a") == "served")
            #expect(state.problems.map(\.kind) == [problem])
        }
    }

    @Test func aTagThatLiesIsBelievedOnlyForWhatIsKept() async throws {
        try await Self.withServer { address, sandbox in
            var settings = ResourceSettings(
                defaultLanguage: "en", baseURL: URL(string: address + "/same-tag"),
                storageDirectory: URL(fileURLWithPath: sandbox.directory + "/storage"))
            settings.deviceLanguages = ["en"]
            settings.timeout = .seconds(60)
            let resources = Resources(settings)
            await resources.load()
            #expect(resources.text("en/default", "a") == "other")
            // After the address changes, a conditional request is not made: 304 would refer to
            // other texts.
            await resources.update { $0.baseURL = URL(string: address + "/good") }
            await resources.refresh()
            #expect(resources.text("en/default", "a") == "served")
        }
    }
}
