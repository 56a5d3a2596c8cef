import Foundation
import Synchronization
import TestWorld
import Testing

/// The server, killed at random under load, and on a full disk.
@Suite struct ServerTortureTests {
    /// Limits for testers who send more than people do.
    static let generous = [
        "limits.testerRate=1000000/s", "limits.addressWriteRate=1000000/s",
        "limits.addressReadRate=1000000/s", "limits.openProposals=1000000",
        "limits.dailyProposals=100000000",
    ].flatMap { ["--set", $0] }

    static func serve(
        _ scene: Scene, directory: String = "app", environment: [String: String] = [:],
        through prefix: [String] = []
    ) throws -> ProductServer {
        let path = scene.sandbox.directory
        return try ProductServer(
            try Products.dragoman,
            ["\(path)/\(directory)", "--listen", "127.0.0.1:0", "--state", path + "/state"]
                + Self.generous, in: scene.sandbox, environment: environment, through: prefix)
    }

    @Test func whatWasAnsweredIsThereOnceWheneverTheServerDies() throws {
        var random = Torture.generator("server")
        let scene = try Scene()
        for round in 1...Torture.rounds(short: 2, long: 200) {
            let server = try Self.serve(scene)
            try server.waitUntilReady()
            let load = Load(server.port, round: round)
            let wanted = load.answered + Int.random(in: 0...400, using: &random)
            while load.answered < wanted { usleep(500) }
            usleep(UInt32.random(in: 0..<20_000, using: &random))
            try server.process.signal(SIGKILL)
            #expect(server.process.end() == 128 + SIGKILL)
            let acknowledged = load.end()
            #expect(acknowledged.refused == [], "round \(round)")
            // Another server is ready, and has all events exactly once.
            let next = try Self.serve(scene)
            try next.waitUntilReady()
            try next.process.signal(SIGTERM)
            #expect(next.process.end() == 0)
            for answer in acknowledged.answers {
                try scene.acknowledge(.init(status: 0, output: answer, errors: ""))
            }
            var problems: [String] = []
            // The whole repository is only checked from time to time, because it grows.
            if round.isMultiple(of: Torture.isLong ? 10 : 1) { problems = try scene.problems() }
            let ids = try eventIDs(scene)
            problems += scene.acknowledged.filter { ids[$0] == nil }.map { "\($0) is lost" }
            problems += ids.filter { $0.value != 1 }.map {
                "\($0.key) is there \($0.value) times"
            }
            #expect(problems == [], "round \(round)")
            if !problems.isEmpty { break }
        }
        #expect(Set(scene.acknowledged).count == scene.acknowledged.count)
        #expect(scene.acknowledged.count > 64)
    }

    /// Returns the number of occurrences of each event in the log, read with Git.
    private func eventIDs(_ scene: Scene) throws -> [String: Int] {
        let lines = try scene.sandbox.execute(
            "/bin/sh",
            [
                "-c",
                #"git archive --format=tar translations events | tar -xO | grep -o '^{"v":[0-9]*,"id":"[^"]*' | sed 's/.*"//'"#,
            ], in: "app")
        try #require(lines.status == 0, "\(lines)")
        return lines.output.split(separator: "\n").reduce(into: [:]) {
            $0[String($1), default: 0] += 1
        }
    }
}

/// Sixty-four clients that propose texts until the server is gone.
final class Load: Sendable {
    struct Result: Sendable {
        var answers: [String] = []
        var refused: [String] = []
    }

    private struct State {
        var result = Result()
        var running = 0
    }

    private static let clients = 64
    private let state = Mutex(State(running: Load.clients))

    init(_ port: UInt16, round: Int) {
        for client in 0..<Self.clients {
            Thread { [self] in
                propose(port, round, "guid-\(round)-\(client)")
                state.withLock { $0.running -= 1 }
            }.start()
        }
    }

    var answered: Int { state.withLock { $0.result.answers.count } }

    func end() -> Result {
        while state.withLock({ $0.running }) > 0 { usleep(500) }
        return state.withLock { $0.result }
    }

    private func propose(_ port: UInt16, _ round: Int, _ guid: String) {
        guard let client = try? LoopbackClient(port: port) else { return }
        for step in 0... {
            // Each proposal is for a new string, because all proposals for a string are read with
            // each new one.
            let body =
                #"{"locale":"fr","section":"default","key":"round\#(round).\#(step % 40)","new":true,"#
                + #""value":"\#(guid) \#(step)"}"#
            guard
                let answer = try? client.exchange(
                    "POST", "/api/v1/projects/app/proposals", headers: ["Dragoman-Guid": guid],
                    body: body)
            else { return }
            state.withLock { state in
                if answer.status == 201 {
                    state.result.answers.append(answer.body)
                } else {
                    state.result.refused.append("\(answer.status) \(answer.body)")
                }
            }
            if answer.status != 201 { return }
        }
    }
}
