import Foundation
import TestWorld
import Testing

/// The servers and lines that other tests rely on.
struct ServerTests {
    private func git(_ arguments: String..., in sandbox: Sandbox) throws -> Sandbox.Result {
        try sandbox.execute("/usr/bin/env", ["git"] + arguments)
    }

    @Test func aServerEndsWithItsValueAndFreesItsPort() throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "--bare", "hub.git")
        var daemon: GitDaemon? = try GitDaemon(serving: sandbox.directory)
        let url = try #require(daemon).url + "/hub.git"
        #expect(try git("ls-remote", url, in: sandbox).status == 0)
        daemon = nil
        // Another test's server may have the port by now, with other repositories.
        #expect(try git("ls-remote", url, in: sandbox).status != 0)
    }

    @Test func aServerThatCannotStartSaysWhy() throws {
        let sandbox = try Sandbox()
        #expect {
            _ = try ServerProcess.start(
                log: sandbox.directory + "/log", readyWord: "ready", environment: [:]
            ) { _ in ["/bin/sh", "-c", "echo no such luck; exit 3"] }
        } throws: { ($0 as? ServerProcess.NotStarted)?.log == "no such luck\n" }
    }

    @Test(arguments: FaultyLine.Fault.allCases)
    func aLineGoesWrongWhenItShould(_ fault: FaultyLine.Fault) throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "--bare", "hub.git")
        try sandbox.git("init", "-q", "app")
        try sandbox.git("commit", "-q", "--allow-empty", "-m", "x", in: "app")
        let daemon = try GitDaemon(serving: sandbox.directory)
        let line = try FaultyLine(to: daemon.port)
        let url = "git://127.0.0.1:\(line.port)/hub.git"
        func push() throws -> Sandbox.Result {
            // Without a time limit, git waits forever on a silent line.
            try sandbox.execute(
                "/usr/bin/timeout",
                [fault == .silence ? "1" : "60", "git", "push", "-q", url, "HEAD"], in: "app")
        }
        line.fail(fault, after: 100, from: .server)
        #expect(try push().status != 0)
        #expect(line.hasFailed)
        #expect(line.bytes(from: .server) == 100)
        #expect(try sandbox.git("for-each-ref", in: "hub.git") == "")
        line.mend()
        let pushed = try push()
        #expect(pushed.status == 0, "\(pushed)")
        #expect(line.bytes(from: .client) > 100)
        #expect(try sandbox.git("for-each-ref", in: "hub.git") != "")
    }
}
