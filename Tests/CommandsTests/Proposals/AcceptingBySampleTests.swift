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
        #expect(done.errors.contains("20 of 30 proposals are drawn."))
        #expect(done.errors.contains("20 of 20: Is this text right [y,n,q]?"))
        #expect(done.errors.contains("Accept all 30 proposals, 10 of them unseen?"))
        #expect(done.errors.contains("Accepted 30 proposals. You have seen 20 of them."))
        // One commit records who decided, and the part of each text.
        #expect(try count(#""sample":"seen""#, in: sandbox) == 20)
        #expect(try count(#""sample":"unseen""#, in: sandbox) == 10)
        let log = sandbox.run(["log"], in: "app").output
        #expect(
            log.contains("seen in a sample") && log.contains("accepted unseen, based on a sample"))
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
        #expect(second.status == 1 && second.errors.contains("29 of 29 proposals are drawn."))
        #expect(second.errors.contains("Not rejected.\nNothing was accepted."), "\(second)")
        #expect(sandbox.run(["proposals"], in: "app").output == open)
    }

    /// Returns the keys of the drawn strings, in the order in which they are shown.
    private func drawn(_ sandbox: Sandbox) -> [String] {
        accept(sandbox, String(repeating: "y", count: 20) + "n").errors
            .split(separator: "\n").filter { $0.contains("French") }
            .compactMap { $0.firstMatch(of: /key[0-9]+/).map { String($0.0) } }
    }

    @Test func theSampleStaysTheSame() throws {
        let sandbox = try batch()
        let first = drawn(sandbox)
        #expect(first.count == 20)
        #expect(drawn(sandbox) == first)
        let dryRun = accept(sandbox, "", "--dry-run")
        #expect(dryRun.errors.contains("20 of 30 proposals are drawn."), "\(dryRun)")
        #expect(dryRun.errors.contains("Nothing was changed."))
    }

    @Test(arguments: ["accepted", "edited", "deleted"])
    func wrongTextsThatLeaveTheBatchMakeTheSampleLarger(_ way: String) throws {
        let sandbox = try batch()
        let key = try #require(drawn(sandbox).first)
        let query = ["--key", key, "--locale", "fr", "--yes"]
        switch way {
        case "accepted": sandbox.run(["accept"] + query, in: "app")
        case "edited":
            let id = try #require(
                sandbox.run(["proposals", "--key", key, "--format", "json"], in: "app").output
                    .firstMatch(of: /"id": "([0-9A-Z]+)"/)?.1)
            let edited = sandbox.run(
                ["accept", String(id), "--value", "Un texte de {count}"], in: "app")
            #expect(edited.status == 0, "\(edited)")
        default: sandbox.run(["delete", "--force"] + query, in: "app")
        }
        let next = accept(sandbox, "", "--dry-run")
        let count = way == "accepted" ? 20 : 29
        #expect(next.errors.contains("\(count) of 29 proposals are drawn."), "\(next)")
    }

    @Test func aDecisionMeanwhileEndsTheReview() throws {
        let sandbox = try batch()
        let key = try #require(drawn(sandbox).first)
        let keys = KeyDecoder.keys(String(repeating: "y", count: 21))
        let terminal = RecordingTerminal(canAsk: true, keys: keys, pace: 0) {
            sandbox.run(
                ["reject", "--key", key, "--locale", "fr", "--yes", "--reason", "style"], in: "app")
        }
        let done = sandbox.run(["accept", "--sample", "--all"], in: "app", terminal: terminal)
        #expect(done.status == 1)
        #expect(terminal.errors.contains("The proposals have changed meanwhile."))
        #expect(sandbox.run(["proposals"], in: "app").output.split(separator: "\n").count == 29)
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
        #expect(done.errors.contains("20 of 28 proposals are drawn."), "\(done)")
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
