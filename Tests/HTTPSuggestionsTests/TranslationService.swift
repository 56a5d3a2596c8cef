import Foundation
import JSON
import TestWorld
import Testing

/// A Python script of this directory on the loopback; it ends when the value is released.
final class TranslationService: Sendable {
    struct NoError: Error {}

    private let port: UInt16
    private let sandbox: Sandbox
    private let process: ServerProcess

    init(_ name: String) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(name)
        sandbox = try Sandbox()
        process = try ServerProcess.start(
            ["/usr/bin/env", "python3", script.path], log: sandbox.directory + "/log",
            environment: sandbox.hermeticEnvironment)
        while process.isRunning, !process.said.contains("\n") { usleep(2_000) }
        port = try #require(UInt16(process.said.prefix { $0 != "\n" }), "\(process.said)")
    }

    func url(_ way: String) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)/\(way)"))
    }

    /// Returns the requests that the service received in a mode.
    func calls(_ way: String) throws -> [JSONObject] {
        let answer = try LoopbackClient(port: port).exchange("GET", "/calls/\(way)")
        return try JSONValue.parse(Array(answer.body.utf8)).arrayValue?.compactMap(\.objectValue)
            ?? []
    }

    /// Returns the path of the program `dragoman-http-engine`.
    static func engineProgram() throws -> String {
        let bundle =
            Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
            ?? Bundle.main.bundleURL
        // The programs are beside the test bundle; some runners report its directory instead.
        return try #require(
            [bundle.deletingLastPathComponent(), bundle]
                .map { $0.appendingPathComponent("dragoman-http-engine").path }
                .first(where: FileManager.default.isExecutableFile))
    }
}
