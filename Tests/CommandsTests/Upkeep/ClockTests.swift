import Machine
import TestWorld
import Testing
import Workspace

@testable import Commands

/// A system clock that is outside the range of event ids.
@Suite struct ClockTests {
    private static let day: Int64 = 86_400_000

    private func run(_ line: String, at time: Int64, in sandbox: Sandbox) -> Sandbox.Result {
        var host = sandbox.host(in: "app")
        host.now = { time }
        let terminal = RecordingTerminal()
        let status = CommandLineTool.run(
            Transcript.words(line), host: host, terminal: terminal)
        return Sandbox.Result(
            status: status, output: String(decoding: terminal.output, as: UTF8.self),
            errors: terminal.errors)
    }

    @Test(arguments: [
        (-1, "before 1970"), (-99_999_999_999_999, "before 1970"),
        (253_402_300_800_000, "after 9999"), (999_999_999_999_999, "after 9999"),
    ])
    func writingIsRefused(time: Int64, words: String) throws {
        let sandbox = try Sessions.project()
        for line in [
            "set fr greeting Salut", "propose fr greeting Salut", "init ../other", "gather --yes",
        ] {
            let result = run(line, at: time, in: sandbox)
            guard result.status != 64 else { continue }
            #expect(result.status == 2, "\(line): \(result)")
            #expect(result.errors.contains("clock is \(words)"), "\(line): \(result)")
        }
        // Nothing was written, and everything can be read.
        for line in ["log", "status", "fsck", "list fr", "proposals --since 7d", "get fr greeting"]
        {
            let result = run(line, at: time, in: sandbox)
            #expect(result.status == 0, "\(line): \(result)")
        }
    }

    @Test(arguments: [0, 253_402_300_799_999 - day]) func timesThatHaveFourDigitsAreWritten(
        time: Int64
    ) throws {
        let sandbox = try Sandbox()
        let result = run("-C \(sandbox.directory) init other", at: time, in: sandbox)
        #expect(result.status == 0, "\(result)")
    }
}
