import Foundation
import TestKit
import TestWorld
import Testing

/// `suggest --report` shows what reviewers made of each machine's suggestions.
@Suite struct EngineReportTests {
    @Test func eachSuggestionIsCountedOnce() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            ["locale add fr"] + (0..<6).map { "string add key\($0) 'Text \($0)'" } + [
                "propose fr key0 texte --guid agent-1-of-night --origin machine:babel/large",
                "propose fr key1 texte --guid agent-1-of-night --origin machine:babel",
                "propose fr key3 texte --guid agent-1-of-night --origin machine:babel",
                "propose fr key4 texte --guid agent-1-of-night --origin memory",
                "propose fr key5 texte --guid guid-of-a-person",
                "accept --key key0 --locale fr --yes",
                "accept --key key1 --locale fr --yes",
                "undo --yes",
                "reject --key key3 --locale fr --reason 'style: Too stiff.' --yes",
            ])
        let id = sandbox.run(
            [
                "propose", "fr", "key2", "texte", "--guid", "agent-1-of-night", "--origin",
                "machine:babel",
            ], in: "app"
        ).output.trimmingCharacters(in: .newlines)
        Sessions.prepare(sandbox, ["accept \(id) --value textes --yes"])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "suggest --report", "suggest --report fr --format json",
                    "suggest --report --since 2027-01-01", "suggest --report --dry-run",
                ]), "suggest-report.txt")
    }
}
