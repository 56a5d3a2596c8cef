import Foundation
import TestWorld
import Testing

/// Three servers in network namespaces, with haproxy and a hub, whose parts fail under load.
///
/// `Fleet/fleet.py` runs inside the namespaces and reports what it finds.
@Suite(.timeLimit(.minutes(20))) struct FleetTortureTests {
    /// The reason why namespaces cannot be used here, or nil.
    private static let obstacle: String? = {
        for program in [
            "/usr/sbin/haproxy", "/usr/sbin/lighttpd", "/usr/sbin/ip", "/usr/bin/python3",
        ]
        where !FileManager.default.isExecutableFile(atPath: program) {
            return "\(program) is not installed"
        }
        let trial = Process()
        trial.executableURL = URL(filePath: "/usr/bin/env")
        trial.arguments =
            namespaces + ["sh", "-c", "mount -t tmpfs x /run && ip link add x type bridge"]
        trial.standardOutput = FileHandle.nullDevice
        trial.standardError = FileHandle.nullDevice
        guard (try? trial.run()) != nil else { return "unshare is not installed" }
        trial.waitUntilExit()
        return trial.terminationStatus == 0 ? nil : "network namespaces are not allowed"
    }()

    private static let namespaces =
        ["unshare", geteuid() == 0 ? "-nm" : "-Urnm", "-pf", "--mount-proc", "--kill-child"]

    @Test(.enabled(if: obstacle == nil, "\(obstacle ?? "")"))
    func nothingAcknowledgedIsLostWhateverFails() throws {
        _ = Torture.generator("fleet")
        let sandbox = try Sandbox()
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/fleet", withIntermediateDirectories: true)
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let documents = tests.deletingLastPathComponent()
            .appending(path: "docs/server/fleet").path
        let result = try sandbox.execute(
            "/usr/bin/env",
            Self.namespaces + [
                "python3", tests.appending(path: "Fleet/fleet.py").path,
                sandbox.directory + "/fleet", try Products.dragoman, documents,
            ],
            environment: [
                "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                "PROJECTS": "\(Torture.rounds(short: 3, long: 100))",
                "SECONDS": "\(Torture.rounds(short: 1, long: 180))", "SEED": "\(Torture.seed)",
            ])
        print(result.output)
        #expect(
            result.status == 0 && !result.output.contains("FAILED"),
            "\(result.output)\(result.errors)")
    }
}
