import DragomanClient
import Foundation
import JSON
import TestWorld
import Testing

/// `rude-server.py` on the loopback; it ends when the value is released.
final class RudeServer: Sendable {
    let port: UInt16
    private let sandbox: Sandbox
    private let process: ServerProcess

    init() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("rude-server.py")
        sandbox = try Sandbox()
        process = try ServerProcess.start(
            ["/usr/bin/env", "python3", script.path], log: sandbox.directory + "/log",
            environment: sandbox.hermeticEnvironment)
        while process.isRunning, !process.said.contains("\n") { usleep(2_000) }
        port = try #require(UInt16(process.said.prefix { $0 != "\n" }), "\(process.said)")
    }

    /// Returns a client of the server in the given mode of misbehavior.
    func client(_ way: String, timeout: Duration = .seconds(30)) throws -> NStackProposalServer {
        NStackProposalServer(
            try serverSettings("http://127.0.0.1:\(port)/\(way)", timeout: timeout))
    }

    /// Returns the requests that the server received in a mode.
    func calls(_ way: String) throws -> [JSONObject] {
        let answer = try LoopbackClient(port: port).exchange("GET", "/calls/\(way)")
        return try JSONValue.parse(Array(answer.body.utf8)).arrayValue?.compactMap(\.objectValue)
            ?? []
    }
}

func serverSettings(
    _ address: String, timeout: Duration = .seconds(30),
    environment: AppEnvironment = .staging
) throws -> NStackProposalServer.Settings {
    var settings = NStackProposalServer.Settings(
        baseURL: try #require(URL(string: address)), applicationID: "app", apiKey: "key",
        meta: NStackMeta(
            environment: environment, appVersion: "1;0\r\nX: y", systemVersion: "18",
            device: "iPhone"),
        acceptLanguage: "de-AT,de;q=0.9")
    settings.maximumAnswerSize = 1 << 20
    settings.timeout = timeout
    return settings
}
