import Foundation
import TestWorld
import Testing

/// Runs the README's tour exactly as a reader would paste it.
@Suite struct ReadmeTests {
    /// The blocks marked `sh`, in order.
    private func blocks() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        return text.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    @Test func theTourWorksAsItStands() throws {
        let sandbox = try Sandbox()
        let blocks = try blocks()
        #expect(blocks.count >= 4)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        // A server of the tour gets a port that nobody else has, and ends with the script.
        let port = try Loopback.freePort()
        let text = blocks.joined(separator: "\n\n")
            .replacingOccurrences(of: "localhost:8080", with: "localhost:\(port)")
            .replacingOccurrences(
                of: "dragoman serve translations",
                with: "dragoman serve translations --listen 127.0.0.1:\(port)")
        let script = "set -e\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n\(text)\n"
        let result = try sandbox.execute(
            "/bin/bash", ["-c", script],
            environment: ["PATH": "\(try Products.directory):\(path)"])
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
        #expect(result.output.contains("Ouvrir une session"))
        #expect(result.output.contains("Poursuivre"))
    }

    @Test func theTwoCommandsAreNamed() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(text.contains("$ make demo"))
        #expect(text.contains("$ make test"))
    }
}
