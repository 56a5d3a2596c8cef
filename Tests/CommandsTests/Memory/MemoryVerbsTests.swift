import Foundation
import TestKit
import TestWorld
import Testing

@Suite struct MemoryVerbsTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "string add -s auth again 'Sign in again'",
                "set fr auth:login.title 'Se connecter à %@'",
                "set fr auth:again 'Se reconnecter'",
                "set fr cart:items --plural one='{{count}} article' --plural other='{{count}} articles'",
                "set fr-CA greeting 'Bon matin'", "vouch fr greeting",
            ])
        return sandbox
    }

    @Test func aMemoryIsSearchedAndExchanged() throws {
        let sandbox = try project()
        try Data(
            """
            <tmx version="1.4"><header srclang="EN"/><body>
            <tu><tuv xml:lang="EN"><seg>Good evening</seg></tuv><tuv xml:lang="FR"><seg>Bonsoir</seg></tuv></tu>
            </body></tmx>
            """.utf8
        ).write(to: URL(fileURLWithPath: sandbox.directory + "/app/client.tmx"))
        try Data("<tmx>\n<body></tmx>".utf8)
            .write(to: URL(fileURLWithPath: sandbox.directory + "/app/bad.tmx"))
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "memory search 'sign IN'", "memory search bon -l fr",
                    "memory import client.tmx", "memory import client.tmx",
                    "memory import client.tmx --name second", "memory import bad.tmx",
                    "memory import nowhere.tmx", "memory list", "memory list --format json",
                    "memory search 'Good morning' -l fr --min-match 50 --key greeting",
                    "memory search 'Good mornings' -l fr-CA --min-match 75 --format json",
                    "memory search evening --format json", "memory remove second",
                    "memory remove second", "memory search nowhere",
                    "memory search x --min-match 0", "memory search x --key y",
                    "memory search x --min-match 75", "memory search x --memory ../nowhere",
                    "memory export fr -l fr-CA", "memory export fr -o fr.tmx",
                    "memory export xx", "memory import fr.tmx", "memory list",
                ]), "memory.txt")
    }

    @Test func whatIsExportedIsImported() throws {
        let sandbox = try project()
        let words = ["memory", "search", "Sign in again", "-l", "fr", "--min-match", "60"]
        sandbox.run(["memory", "export", "-o", "all.tmx"], in: "app")
        sandbox.run(["init", "other"])
        Sessions.prepare(sandbox, ["locale list"])
        let imported = sandbox.run(["memory", "import", "../app/all.tmx"], in: "other")
        #expect(imported.status == 0, "\(imported)")
        let own = sandbox.run(words, in: "app").output.split(separator: "\n")
        let others = sandbox.run(words, in: "other").output.split(separator: "\n")
        #expect(own.count == 2 && others.count == own.count)
        #expect(others.allSatisfy { $0.contains("all auth:") }, "\(others)")
    }
}
