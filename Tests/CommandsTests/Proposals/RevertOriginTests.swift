import TestKit
import TestWorld
import Testing

/// `revert --origin` takes back what a machine proposed, and what was accepted from it.
@Suite struct RevertOriginTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            ["locale add fr"] + (0..<5).map { "string add key\($0) 'Text \($0)'" } + [
                "set fr key0 Avant",
                "propose fr key0 zéro --guid night-agent-1 --origin machine:babel/large",
                "propose fr key1 un --guid night-agent-1 --origin machine:babel",
                "propose fr key2 deux --guid night-agent-1 --origin machine:babel",
                "propose fr key3 trois --guid night-agent-2 --origin machine:babel2",
                "propose fr key4 quatre --guid guid-of-a-person",
                "accept --key key0 --locale fr --yes",
                "accept --key key4 --locale fr --yes",
            ])
        return sandbox
    }

    private func texts(_ sandbox: Sandbox) -> [String] {
        (0..<5).map { sandbox.run(["get", "fr", "key\($0)"], in: "app").output }
    }

    private func open(_ sandbox: Sandbox) -> String {
        sandbox.run(["proposals", "--locale", "fr"], in: "app").output
    }

    @Test func allModelsOfAMachineAreTakenBack() throws {
        let sandbox = try project()
        let undone = sandbox.run(
            ["revert", "--origin", "machine:babel", "--since", "12h", "--yes"], in: "app")
        #expect(undone.status == 0, "\(undone)")
        #expect(texts(sandbox)[0] == "Avant\n" && texts(sandbox)[4] == "quatre\n")
        let left = open(sandbox)
        #expect(!left.contains("un\n") && !left.contains("deux") && !left.contains("zéro"))
        #expect(left.contains("trois"), "\(left)")
        // It can be reverted like any other change.
        sandbox.run(["undo", "--yes"], in: "app")
        #expect(texts(sandbox)[0] == "zéro\n" && open(sandbox).contains("deux"))
    }

    @Test func laterEditsDecide() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["set fr key0 Après"])
        let words = ["revert", "--origin", "machine:babel/large", "--since", "12h", "--yes"]
        let refused = sandbox.run(words, in: "app")
        #expect(refused.status == 2 && refused.errors.contains("later"), "\(refused)")
        sandbox.run(words + ["--keep-later"], in: "app")
        #expect(texts(sandbox)[0] == "Après\n")
        sandbox.run(words + ["--force"], in: "app")
        #expect(texts(sandbox)[0] == "Avant\n")
    }

    /// Only what was proposed in the given time counts, even if it was accepted later.
    @Test func theTimeIsThatOfTheProposals() throws {
        let sandbox = try project()
        sandbox.advanceClock(milliseconds: 24 * 3_600_000)
        Sessions.prepare(sandbox, ["accept --key key1 --locale fr --yes"])
        let late = sandbox.run(
            ["revert", "--origin", "machine:babel", "--since", "12h", "--yes"], in: "app")
        #expect(late.errors.contains("Nothing to do."), "\(late)")
        #expect(texts(sandbox)[1] == "un\n")
        sandbox.run(
            ["revert", "--origin", "machine:babel", "--until", "12h", "--yes"], in: "app")
        #expect(texts(sandbox)[1] == sandbox.run(["get", "fr", "key2"], in: "app").output)
    }

    @Test func anUnknownOriginIsRefused() throws {
        let sandbox = try project()
        let refused = sandbox.run(["revert", "--origin", "babel", "--yes"], in: "app")
        #expect(refused.status == 2 && refused.errors.contains("is not a valid origin"))
    }

    @Test func filtersAgree() throws {
        let sandbox = try project()
        func count(_ origin: String) -> Int {
            sandbox.run(
                ["proposals", "--state", "all", "--origin", origin, "--format", "json"], in: "app"
            ).output.split(separator: "\n").count { $0.contains("\"state\":") }
        }
        #expect(count("machine:babel") == 3)
        #expect(count("machine:babel/large") == 1)
        #expect(count("machine:babel2") == 1)
        #expect(count("machine:") == 4)
        #expect(count("human") == 1)
    }
}
