import TestKit
import TestWorld
import Testing

@Suite struct SetTextTests {
    @Test func strings() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "string add greeting 'Good morning' --comment 'Said before noon.'",
                    "string add greeting Hello", "string add 'Log in'",
                    "string add -s auth login.title 'Sign in' --format json",
                    "string add auth:login.hint 'Your password' --max-length 20:width --label auth",
                    "string add wide x --max-length 20:miles", "string add '' x",
                    "list", "list --format json", "list --search PASSWORD",
                    "list --key 'login.*'", "list -s auth", "list --state nonsense",
                    "string edit greeting 'Good day'", "string edit greeting 'Good day'",
                    "string edit greeting --comment ''", "string edit greeting",
                    "string edit greetings x", "string rename greeting hello",
                    "string rename auth:login.hint auth:login.title",
                    "string remove hello", "string remove hello", "list",
                ]), "strings.txt")
    }

    @Test func texts() throws {
        let sandbox = try Sessions.project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "set fr-CA greeting 'Bon matin'", "set fr-CA greeting 'Bon matin'",
                    "set fr login.title x", "set fr auth:login.title 'Connexion à %@'",
                    "set --locale fr -s auth login.hint -- -5", "set de greeting Hallo",
                    "set fr cart:items --plural one='{{count}} article' --plural other='{{count}} articles' --format json",
                    "set fr cart:items --plural uno=x", "set fr greeting",
                    "get fr greeting", "get fr-CA greeting --format json",
                    "get fr-CA 'Log in'", "get fr-CA 'Log in' --fallback --format json",
                    "get fr cart:items", "get fr-CA auth:login.hint --fallback",
                    "get fr nothing", "unset fr greeting", "unset fr greeting",
                    "unset en greeting", "get fr greeting", "status", "status --format json",
                    "status de", "list fr", "list fr-CA --format json --state inherited,missing",
                    "string edit auth:login.title 'Log in to %@'", "list fr --state stale",
                    "set fr auth:login.title 'Connexion à %@'", "list fr --state stale",
                ]), "texts.txt")
    }

    @Test func standardInputAndEditor() throws {
        let sandbox = try Sessions.project()
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("set fr greeting -", input: "Salut\n")
        transcript.run("get fr greeting --format json")
        transcript.run("set fr greeting - --exact", input: "Salut\n")
        transcript.run("get fr greeting --format json")
        assertGolden(transcript.text, "input.txt")
        let edited = RecordingTerminal(canAsk: true, edited: [Array("Coucou\n".utf8)])
        #expect(
            sandbox.run(["set", "fr", "greeting"], in: "app", terminal: edited).status == 0)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Coucou\n")
        let noEditor = RecordingTerminal(canAsk: true)
        #expect(
            sandbox.run(["set", "fr", "greeting"], in: "app", terminal: noEditor).status == 2)
    }

    @Test func textsThatBreakTheAppAreToldAndTaken() throws {
        let sandbox = try Sessions.project()
        for line in ["set fr auth:login.title Connexion", "propose fr-CA auth:login.title Ouvrir"] {
            let result = sandbox.run(Transcript.words(line), in: "app")
            #expect(result.status == 0)
            #expect(result.errors.hasPrefix("warning: "))
            #expect(result.errors.contains("%@"))
        }
        let right = sandbox.run(["set", "fr", "auth:login.title", "Connexion à %@"], in: "app")
        #expect(!right.errors.contains("warning"))
    }

    @Test func standardInputIsBounded() throws {
        let sandbox = try Sessions.project()
        let before = try sandbox.git("rev-list", "--count", "translations", in: "app")
        let terminal = RecordingTerminal(input: [UInt8](repeating: 0x61, count: (64 << 20) + 1))
        let result = sandbox.run(["set", "fr", "greeting", "-"], in: "app", terminal: terminal)
        #expect(result.status == 2)
        #expect(result.errors.contains("larger than 64 MiB"))
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "app") == before)
    }
}
