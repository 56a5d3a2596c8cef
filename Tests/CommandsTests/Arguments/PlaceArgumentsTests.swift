import TestWorld
import Testing

/// A language and a key as positional arguments.
@Suite struct PlaceArgumentsTests {
    @Test func aDefaultLanguageLeavesTheFirstWordToTheKey() throws {
        let sandbox = try Sessions.project()
        let usual = ["DRAGOMAN_LOCALE": "fr"]
        func run(_ line: String, _ environment: [String: String]) -> Sandbox.Result {
            sandbox.run(Transcript.words(line), in: "app", environment: environment)
        }
        func text(_ place: String) -> String { run("get " + place, [:]).output }
        #expect(run("set greeting Salut", usual).status == 0)
        #expect(text("fr greeting") == "Salut\n")
        #expect(run("set fr-CA greeting Allo", usual).status == 0)
        #expect(text("fr-CA greeting") == "Allo\n")
        #expect(run("set fr_CA greeting --value Bonjour", usual).status == 0)
        #expect(text("fr-CA greeting") == "Bonjour\n")
        #expect(run("set greeting --value Coucou", usual).status == 0)
        #expect(run("get greeting", usual).output == "Coucou\n")
        #expect(run("get fr-CA greeting", usual).output == "Bonjour\n")
        #expect(run("propose greeting Bienvenue", usual).errors.contains("in fr."))
        #expect(run("set de greeting", usual).errors.contains("no language de"))
        #expect(run("set nothing Rien", usual).errors.contains("no string “nothing”"))
        #expect(run("set greeting Salut", [:]).status == 2)
        // A key that has the name of a language of the project.
        Sessions.prepare(sandbox, ["string add fr French"])
        let both = run("set fr greeting", usual)
        #expect(both.status == 2)
        #expect(both.errors.contains("-l fr fr …"))
        #expect(both.errors.contains("-l fr greeting"))
        #expect(run("set -l fr fr Français", usual).status == 0)
        #expect(run("set -l fr greeting Salut", usual).status == 0)
        #expect(text("fr greeting") == "Salut\n")
    }
}
