import Foundation

/// `dragoman serve` on a free loopback port; stopped when the value is released.
package final class ProductServer: Sendable {
    /// The port that the server listens on.
    package let port: UInt16
    /// The server's process.
    package let process: ServerProcess

    /// Starts the program with arguments after `serve`, in a sandbox, and waits until it listens.
    ///
    /// Throws ``ServerProcess/NotStarted`` with the program's output if the program exits first.
    package convenience init(
        _ program: String, _ words: [String], in sandbox: Sandbox,
        environment: [String: String] = [:], through prefix: [String] = []
    ) throws {
        let log = sandbox.directory + "/server-\(UUID().uuidString).log"
        let command = prefix + [program, "serve"] + words
        let process = try ServerProcess.start(
            command, log: log,
            environment: sandbox.hermeticEnvironment.merging(environment) { $1 })
        while process.isRunning {
            if let port = Self.port(in: process.said) {
                self.init(process, port)
                return
            }
            usleep(2_000)
        }
        throw ServerProcess.NotStarted(command: command, log: process.said)
    }

    private init(_ process: ServerProcess, _ port: UInt16) {
        self.process = process
        self.port = port
    }

    private static func port(in log: String) -> UInt16? {
        for line in log.split(separator: "\n") where line.contains(#""message":"listening""#) {
            guard let place = line.range(of: "http://127.0.0.1:") else { continue }
            return UInt16(line[place.upperBound...].prefix { $0.isNumber })
        }
        return nil
    }

    /// Waits until the server is ready.
    package func waitUntilReady() throws {
        while process.isRunning {
            let answer = try LoopbackClient(port: port).exchange("GET", "/health/ready")
            if answer.status == 200 { return }
            usleep(2_000)
        }
        throw ServerProcess.NotStarted(command: [], log: process.said)
    }

    /// Sends a request on a new connection.
    package func exchange(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) throws -> LoopbackClient.Answer {
        try LoopbackClient(port: port).exchange(method, path, headers: headers, body: body)
    }
}
