import Foundation
import TestKit
import TestWorld
import Testing

/// The commands `gather` and `gc`.
@Suite struct GatherTests {
    @Test func gathering() throws {
        let sandbox = try Sessions.project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "gather", "gather --all --older-than 2w", "gather --older-than soon",
                    "gather --all --dry-run", "gather --all --format json", "gather --all",
                    "get fr greeting", "fsck",
                ]),
            "gathering.txt")
    }

    @Test func packing() throws {
        let sandbox = try Sessions.project()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = [
            "PATH": path, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
        ]
        let dry = sandbox.run(["gc", "--dry-run"], in: "app", environment: environment)
        #expect(dry.status == 0 && dry.output.hasPrefix("before  "))
        #expect(!dry.output.contains("after"))
        let done = sandbox.run(["gc", "--format", "json"], in: "app", environment: environment)
        #expect(done.status == 0, "\(done)")
        #expect(done.output.contains("\"method\": \"git\""))
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Bonjour\n")
        try sandbox.write("\(getpid()) \(ProcessInfo.processInfo.hostName)", to: "app/.git/gc.pid")
        let busy = sandbox.run(["gc"], in: "app", environment: environment)
        #expect(busy.status == 2)
        #expect(busy.errors.contains("hint: "))
    }
}
