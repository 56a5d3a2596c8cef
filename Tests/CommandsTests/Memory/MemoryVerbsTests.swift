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

    @Test func preferencesPairRejectedTextsWithPreferredOnes() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "locale add fr", "locale add de", "string add close Close --comment Button",
                "string add open Open", "string add other Other", "string add same Same",
                "propose fr close Proche --origin machine:babel",
                "reject --key close --reason wrong --yes",
                "propose fr close Clore --origin machine:babel",
                "reject --key close --reason 'style: too formal' --yes",
                "propose fr close Fermer", "accept --key close --yes",
                // A text that was set directly is preferred, too.
                "propose de open Offenbar", "reject --key open --reason wrong --yes",
                "set de open Öffnen",
                // A rejected text without a preferred one gives no pair, and neither does a text
                // for another source text.
                "propose fr other Autre", "reject --key other --reason wrong --yes",
                "propose fr same Pareil", "reject --key same --reason wrong --yes",
                "string edit same 'The same'", "set fr same 'Le même'",
            ], in: "app")
        func export(_ words: [String]) -> [String] {
            sandbox.run(["memory", "export", "--preferences"] + words, in: "app").output
                .split(separator: "\n").map(String.init)
        }
        let german =
            #"{"locale":"de","section":"default","key":"open","source":"Open","accepted":"Öffnen","acceptedOrigin":"human","rejected":"Offenbar","rejectedOrigin":"human","code":"wrong"}"#
        let french = [
            ("Proche", #""code":"wrong""#), ("Clore", #""code":"style","reason":"too formal""#),
        ].map {
            #"{"locale":"fr","section":"default","key":"close","source":"Close","comment":"Button","accepted":"Fermer","acceptedOrigin":"human","rejected":"\#($0.0)","rejectedOrigin":"machine:babel",\#($0.1)}"#
        }
        #expect(export([]) == [german] + french)
        #expect(export(["fr"]) == french)
        let file = sandbox.run(["memory", "export", "--preferences", "-o", "p.jsonl"], in: "app")
        #expect(file.errors.contains("Wrote 3 pairs to p.jsonl."), "\(file)")
        #expect(sandbox.run(["memory", "export", "--preferences", "xx"], in: "app").status != 0)
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
