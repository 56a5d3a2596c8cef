import Foundation
import TestWorld
import Testing

/// JSON output: usage errors, missing texts, dry runs, warnings, severities.
@Suite struct JSONAnswerTests {
    private func object(_ text: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
    }

    @Test(arguments: [
        ["get", "fr", "greeting", "--format", "json", "--nosuch"],
        ["set", "--format=json"], ["check", "--format", "json", "--fail-on", "never"],
        ["log", "--rev", "a", "--at", "b", "--format", "json"],
        ["locale", "add", "--format", "json"], ["export", "--report", "json", "-o"],
    ])
    func wrongUsage(_ words: [String]) throws {
        let sandbox = try Sessions.project()
        let result = sandbox.run(words, in: "app")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        let error = try #require(try object(result.errors)["error"] as? [String: Any])
        #expect(error["code"] as? String == "usage")
        #expect((error["message"] as? String)?.isEmpty == false)
        #expect((error["hint"] as? String)?.hasPrefix("`dragoman ") == true)
        // Here `--format` names a format of files, so the error is a sentence.
        let other = sandbox.run(["export", "--format", "json", "--nosuch"], in: "app")
        #expect(other.errors.hasPrefix("Error: "))
    }

    @Test func getWithoutAText() throws {
        let sandbox = try Sessions.project()
        let result = sandbox.run(
            ["get", "fr", "cart:items", "--format", "json"], in: "app")
        #expect(result.status == 1)
        let answer = try object(result.output)
        #expect(answer["key"] as? String == "items")
        #expect(answer["locale"] as? String == "fr")
        #expect(answer["value"] == nil)
    }

    /// A dry run prints no ids, because they will never exist.
    @Test func dryRuns() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{\"greeting\":\"Hello\"}", to: "app/en/default.json")
        for words in [
            ["import", "en/default.json", "--prune", "--dry-run"],
            ["import", "en/default.json", "--dry-run"],
            ["revert", "-l", "fr", "--dry-run", "--yes"],
        ] {
            let result = sandbox.run(words + ["--format", "json"], in: "app")
            #expect(result.status == 0, "\(result)")
            let start = result.output.firstIndex(of: "{") ?? result.output.startIndex
            let answer = try object(String(result.output[start...]))
            #expect((answer["events"] as? [String])?.isEmpty == true, "\(words): \(result)")
        }
        let pruned = sandbox.run(
            ["import", "en/default.json", "--prune", "--format", "json"], in: "app")
        #expect(try object(pruned.output)["removed"] as? Int == 1)
        #expect((try object(pruned.output)["events"] as? [String])?.isEmpty == false)
    }

    @Test func warningsAndSeverities() throws {
        let sandbox = try Sessions.project()
        let set = sandbox.run(
            ["set", "fr", "auth:login.title", "Entrer", "--format", "json"], in: "app")
        let notices = try object(set.output)["notices"] as? [String]
        #expect(notices?.isEmpty == false, "\(set)")
        let plain = sandbox.run(["set", "fr", "greeting", "Salut", "--format", "json"], in: "app")
        #expect(try object(plain.output)["notices"] == nil)
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.write("no event\n", to: "tree/events/fr/x.jsonl")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "--no-verify", "-m", "damage", in: "tree")
        let fsck = sandbox.run(["fsck", "--format", "json"], in: "app")
        let problems = try #require(try object(fsck.output)["problems"] as? [[String: Any]])
        #expect(problems.contains { $0["severity"] as? String == "error" }, "\(fsck)")
    }
}
