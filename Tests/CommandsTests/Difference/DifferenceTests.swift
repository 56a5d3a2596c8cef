import TestKit
import TestWorld
import Testing

/// The output of `diff` for people and for programs.
@Suite struct DifferenceTests {
    @Test func differences() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("tag", "v1", "translations", in: "app")
        Sessions.prepare(
            sandbox,
            [
                "set fr greeting 'Bonjour à toutes et à tous'", "set fr-CA greeting 'Bon matin'",
                "unset fr 'Log in'", "string edit greeting 'Good evening'",
                "string add farewell Goodbye", "propose fr farewell 'Au revoir'",
                "string remove -s auth login.hint",
            ])
        try sandbox.git("tag", "v2", "translations", in: "app")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "diff v1..v2", "diff v2..v1", "diff v1", "diff v1..v2 --format json",
                    "diff v1..v2 --locale fr --no-proposals", "diff v1..v2 --key 'gree*'",
                    "diff v1..v2 --stat", "diff v1..v2 --stat --format json", "diff v1..v1 --stat",
                    "diff v1..v2 --locale fr --word-diff=none", "diff v1..v2 --word-diff=many",
                    "diff v1 --word-diff",
                    "diff v1..v2 --word-diff=plain --format json", "diff v2 --exit-code",
                    "diff v1 --exit-code --locale fr-CA", "diff v3", "diff",
                    "get fr greeting --rev v1", "list fr --rev v1 --state translated",
                    "status --rev v1", "status --at 2026-11-21T09:30:05Z",
                    "get fr greeting --at 2020-01-01",
                    "log --key greeting", "log --locale fr --type translation.set --format json",
                    "log -n 1 --author ines", "log --since 2026-11-21T09:30:14Z",
                ]), "differences.txt")
        var colours = Transcript(sandbox, in: "app")
        colours.run("diff v1..v2 --locale fr", columns: 60)
        colours.run("diff v1..v2 --locale fr --word-diff plain", columns: 60)
        colours.run("diff v1..v2 --locale fr --word-diff=color")
        colours.run("diff v1..v2 --stat", columns: 60)
        assertGolden(colours.text, "differences-colour.txt")
    }

    @Test func plainFormsAndEmptyTextsAndDecisions() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("tag", "v1", "translations", in: "app")
        Sessions.prepareDifference(sandbox)
        assertGolden(
            Sessions.transcript(
                sandbox, ["diff v1..v2", "diff v2..v1 --stat", "diff v1..v2 --format json"]),
            "differences-decided.txt")
    }
}
