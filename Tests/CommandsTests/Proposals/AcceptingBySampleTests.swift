import TestKit
import TestWorld
import Testing

@testable import Commands

/// `accept --sample`: a person looks at 20 drawn texts of a batch, and accepts all or none.
@Suite struct AcceptingBySampleTests {
    private static let agent = "guid-of-a-night-agent"

    /// Creates a project with 30 French proposals of an agent.
    private func batch() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            ["locale add fr"]
                + (10..<40).map { "string add key\($0) 'Text \($0) of {count}'" }
                + (10..<40).map {
                    "propose fr key\($0) 'Texte \($0) de {count}' --origin machine:babel --guid \(Self.agent)"
                })
        return sandbox
    }

    private func accept(_ sandbox: Sandbox, _ keys: String, _ options: String...) -> Sandbox.Result
    {
        sandbox.run(
            ["accept", "--sample", "--origin", "machine:babel"] + options, in: "app",
            terminal: RecordingTerminal(canAsk: true, keys: KeyDecoder.keys(keys), pace: 0))
    }

    private func count(_ text: String, in sandbox: Sandbox) throws -> Int {
        try sandbox.git("log", "-1", "-p", "--format=", "translations", in: "app")
            .split(separator: "\n").count { $0.contains(text) }
    }

    @Test func aBatchIsAcceptedAfterALookAtTwenty() throws {
        let sandbox = try batch()
        let done = accept(sandbox, String(repeating: "y", count: 21))
        #expect(done.status == 0, "\(done)")
        #expect(done.errors.contains("Drew 20 of 30 proposals."))
        #expect(done.errors.contains("20 of 20: Is this text right?"))
        #expect(done.errors.contains("Accept 30 proposals, 10 of them without a look?"))
        #expect(done.errors.contains("Accepted 30 proposals, 20 of them seen."))
        // One commit records who decided, and the part of each text.
        #expect(try count(#""sample":"seen""#, in: sandbox) == 20)
        #expect(try count(#""sample":"unseen""#, in: sandbox) == 10)
        let log = sandbox.run(["log"], in: "app").output
        #expect(log.contains("seen in a sample") && log.contains("unseen, after a sample"))
        let report = sandbox.run(["suggest", "--report"], in: "app").output
        #expect(report.split(separator: "\n").last?.contains("30     ·     20      10") == true)
    }

    @Test func aWrongTextEndsTheReview() throws {
        let sandbox = try batch()
        let first = accept(sandbox, "ynstyle: Too stiff.\r")
        #expect(first.status == 1, "\(first)")
        #expect(first.errors.contains("Rejected 1 proposal.\nNothing was accepted."))
        let open = sandbox.run(["proposals"], in: "app").output
        #expect(open.split(separator: "\n").count == 29)
        // The rejected text is not just replaced: the sample grows.
        let second = accept(sandbox, "n\r")
        #expect(second.status == 1 && second.errors.contains("Drew 29 of 29 proposals."))
        #expect(second.errors.contains("Not rejected.\nNothing was accepted."), "\(second)")
        #expect(sandbox.run(["proposals"], in: "app").output == open)
    }

    @Test func theSampleStaysTheSame() throws {
        let sandbox = try batch()
        let drawn = accept(sandbox, "", "--dry-run")
        #expect(drawn.status == 0 && drawn.output.split(separator: "\n").count == 20, "\(drawn)")
        #expect(accept(sandbox, "", "--dry-run").output == drawn.output)
        // A narrower batch contains the same drawn proposals.
        let part = accept(sandbox, "", "--dry-run", "--key", "key1*").output
        for line in drawn.output.split(separator: "\n") where line.contains("key1") {
            #expect(part.contains(line.suffix(20)))
        }
        #expect(accept(sandbox, "n\r").errors.contains("1 of 20: Is this text right?"))
    }

    @Test func textsWithFindingsStayOpen() throws {
        let sandbox = try batch()
        Sessions.prepare(
            sandbox,
            [
                "propose fr key10 'Texte 10 de {count} ' --origin machine:babel --guid \(Self.agent)",
                "string edit key11 'Another text of {count}'",
            ])
        let done = accept(sandbox, String(repeating: "y", count: 21))
        #expect(done.errors.contains("Drew 20 of 28 proposals."), "\(done)")
        #expect(done.status == 1 && done.errors.contains("left out: "))
        let open = sandbox.run(["proposals"], in: "app").output
        #expect(open.contains("key10") && open.contains("key11"))
        #expect(open.split(separator: "\n").count == 2)
    }

    @Test func whoCannotBeAskedIsRefused() throws {
        let sandbox = try batch()
        let silent = sandbox.run(["accept", "--sample", "--all"], in: "app")
        #expect(silent.status != 0 && silent.errors.contains("there is no terminal"), "\(silent)")
        for options in [["--yes"], ["--force"], ["--as-translated"], ["--value", "x"]] {
            let refused = sandbox.run(["accept", "--sample", "--all"] + options, in: "app")
            #expect(refused.status == 64, "\(refused)")
        }
        let byID = sandbox.run(["accept", "--sample", "0000ZZZZ"], in: "app")
        #expect(byID.status == 64 && byID.errors.contains("--sample requires a query"))
        #expect(accept(try batch(), "", "--locale", "fr", "--key", "key9*").status == 0)
    }
}
