import TestKit
import TestWorld
import Testing

@Suite struct ReplaceTests {
    @Test func replacing() throws {
        let sandbox = try Sessions.project()
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "locale add de it", "string add welcome 'Welcome to Shoply, {{name}}'",
                    "set fr welcome 'Bienvenue chez Shoply, {{name}}'",
                    "set de welcome 'Willkommen bei shoply, {{name}}'",
                    "set it welcome 'Benvenuto in Shoplyna, {{name}}'",
                    "replace Shoply Storely", "replace Shoply Storely --dry-run",
                    "replace Shoply Storely --whole-words --case-sensitive --dry-run",
                    "replace Shoply Storely --whole-words --yes", "list de --search storely",
                    "list fr --search STORELY", "undo --yes", "list de --search shoply",
                    "replace --regex '(Bienvenue|Willkommen) (\\w+)' '$2 $1' --propose --yes",
                    "replace nowhere x --yes", "replace '{name}' '{nom}' --yes",
                    "replace 'Bienvenue chez Shoply, {{name}}' '' -l fr --yes",
                    "replace Shoply x -l en", "replace Shoply x -l sv",
                    "replace --regex '.*' x", "replace --regex 'a(' x", "replace --regex a '$1'",
                    "replace '' x", "replace Shoply Storely -l fr -l de --yes --format json",
                ]), "replace.txt")
    }

    @Test func aTextWithAnErrorLosesNoOtherPlaceholder() throws {
        let sandbox = try Sessions.project()
        func run(_ words: String...) -> Sandbox.Result { sandbox.run(words, in: "app") }
        Sessions.prepare(
            sandbox, ["string add pair '{{one}} and {{two}}'", "set fr pair '{{two}} et un'"])
        let worse = run("replace", "{two}", "{deux}", "--yes")
        #expect(worse.status == 1)
        #expect(worse.errors.contains("left out: fr pair: "), "\(worse.errors)")
        let same = run("replace", "et un", "et deux", "--yes")
        #expect(same.status == 0, "\(same.errors)")
        #expect(run("get", "fr", "pair").output == "{{two}} et deux\n")
    }

    @Test func aDryRunCreatesNoGuid() throws {
        let sandbox = try Sessions.project()
        func replace(_ option: String) -> Sandbox.Result {
            sandbox.run(
                ["replace", "Bonjour", "Salut", "--propose", option], in: "app",
                environment: ["DRAGOMAN_GUID": ""])
        }
        let dry = replace("--dry-run")
        #expect(dry.status == 0, "\(dry.errors)")
        #expect(try !sandbox.read("app/.git/config").contains("guid = "))
        #expect(replace("--yes").status == 0)
        #expect(try sandbox.read("app/.git/config").contains("guid = "))
    }
}
