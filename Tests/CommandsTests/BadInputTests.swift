import Commands
import TestWorld
import Testing

/// Input that looks right and is not, or looks wrong and is right.
@Suite struct BadInputTests {
    private func commits(_ sandbox: Sandbox) throws -> String {
        try sandbox.git("rev-list", "--count", "translations", in: "app")
    }

    @Test(arguments: ["../../etc", "..", "/abs", ".git", "a//b"])
    func aSectionThatLeavesItsDirectoryIsNotDefined(_ section: String) throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{\"a\": \"A\"}", to: "app/a.json")
        let before = try commits(sandbox)
        for line in [
            "string add -s \(section) a A", "import a.json -l en -s \(section)",
            "propose fr -s \(section) a A --new",
            "string rename greeting a --new-section \(section)",
        ] {
            let result = sandbox.run(Transcript.words(line), in: "app")
            #expect(result.status == 2, "\(line)")
            #expect(result.errors.hasPrefix("refused: The section “\(section)” cannot be"))
        }
        #expect(try commits(sandbox) == before)
        #expect(sandbox.run(["init", "other", "--default-section", section]).status == 2)
        let exported = sandbox.run(["export", "--format", "i18next-json", "-o", "out"], in: "app")
        #expect(exported.status == 0)
    }

    @Test func whatIsNamedCountsMoreThanAGuessFromThePath() throws {
        let sandbox = try Sessions.project()
        func run(_ line: String) -> Sandbox.Result {
            sandbox.run(Transcript.words(line), in: "app")
        }
        for path in ["app.json", "my/app.json", "fr/app.json", "pt-BR.json", "in_app.json"] {
            try sandbox.write("{\"a\": \"A\"}", to: "app/" + path)
        }
        // “app” and “my” are languages somewhere, but none of this project's.
        #expect(run("import app.json -l en -s app").status == 0)
        #expect(run("import my/app.json -l en -s app").errors == "Imported: 1 unchanged.\n")
        #expect(run("import in_app.json -l en -s app").errors == "Imported: 1 unchanged.\n")
        #expect(run("get en app:a").output == "A\n")
        let dropped = run("import my/app.json -l en --dry-run")
        #expect(dropped.errors.contains("is not taken for a language"))
        for line in [
            "import fr/app.json -l en -s app", "import pt-BR.json -l en -s app",
            "import app.json -l en -s app --locale-map app=fr",
        ] {
            let result = run(line)
            #expect(result.status == 2, "\(line)")
            #expect(result.errors.contains("was named"))
        }
    }

    @Test func aSectionThatIsNamedCountsMoreThanThePath() throws {
        let sandbox = try Sessions.project()
        try sandbox.write(#"{"a": "A"}"#, to: "app/en/app.json")
        let result = sandbox.run(Transcript.words("import en/app.json -s other"), in: "app")
        #expect(result.errors == "Imported: 1 defined.\n")
        #expect(sandbox.run(["get", "en", "other:a"], in: "app").output == "A\n")
    }

    @Test func aNameThatMayBeALanguageIsOneWhereTheProjectHasIt() throws {
        let sandbox = try Sessions.project()
        func run(_ line: String) -> Sandbox.Result {
            sandbox.run(Transcript.words(line), in: "app")
        }
        try sandbox.write("a=A\n", to: "app/texts.properties")
        try sandbox.write("a=B\n", to: "app/texts_dag.properties")
        #expect(run("import texts.properties").status == 0)
        let unsure = run("import texts_dag.properties --dry-run")
        #expect(unsure.errors.contains("“dag” in the name is not taken for a language"))
        #expect(unsure.errors.contains("1 defined"))
        #expect(run("locale add dag").status == 0)
        let sure = run("import texts_dag.properties")
        #expect(!sure.errors.contains("not taken"))
        #expect(run("get dag texts:a").output == "B\n")
    }

    @Test func proposalsOfWhatIsGoneAreNotListed() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "propose fr greeting Salut", "propose fr-CA greeting Allo",
                "propose fr 'Log in' Entrer", "propose fr brand-new Neuf --new",
                "string rename 'Log in' 'Sign in'", "string remove greeting",
            ])
        func list(_ arguments: String...) -> String {
            sandbox.run(["proposals"] + arguments, in: "app").output
        }
        #expect(list().split(separator: "\n").count == 2)
        #expect(!list().contains("greeting"))
        #expect(!list().contains("Log in"))
        #expect(!list("--mine").contains("greeting"))
        Sessions.prepare(sandbox, ["string add greeting 'Good morning'"])
        #expect(list().split(separator: "\n").count == 4)
        Sessions.prepare(sandbox, ["locale remove fr-CA"])
        #expect(list().split(separator: "\n").count == 3)
        #expect(sandbox.run(["status", "fr"], in: "app").output.contains("2"))
    }

    @Test func argumentsThatAreNotUTF8AreRefused() throws {
        let sandbox = try Sessions.project()
        let before = try commits(sandbox)
        let terminal = RecordingTerminal()
        let status = CommandLineTool.run(
            bytes: [Array("set".utf8), Array("fr".utf8), Array("greeting".utf8), [0x61, 0xFF]],
            in: Session(host: sandbox.host(in: "app"), terminal: terminal))
        #expect(status == 2)
        #expect(terminal.errors.hasPrefix("refused: Argument 4 is not UTF-8: “a\u{FFFD}”.\nhint: "))
        #expect(try commits(sandbox) == before)
        let plain = RecordingTerminal()
        let read = CommandLineTool.run(
            bytes: ["get", "fr", "greeting"].map { Array($0.utf8) },
            in: Session(host: sandbox.host(in: "app"), terminal: plain))
        #expect(read == 0)
        #expect(plain.output == Array("Bonjour\n".utf8))
    }

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
        // A key that is called like a language of the project.
        Sessions.prepare(sandbox, ["string add fr French"])
        let both = run("set fr greeting", usual)
        #expect(both.status == 2)
        #expect(both.errors.contains("-l fr fr …"))
        #expect(both.errors.contains("-l fr greeting"))
        #expect(run("set -l fr fr Français", usual).status == 0)
        #expect(run("set -l fr greeting Salut", usual).status == 0)
        #expect(text("fr greeting") == "Salut\n")
    }

    @Test func whatIsPrintedCanBePastedBack() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(
            sandbox,
            [
                "string add :auth:login.title Shadow", "string add ::x Colon",
                "string add 'Note: saved' --value Note", "string add Total: --value Total",
            ])
        let listed = sandbox.run(["list", "--format", "json"], in: "app").output
        #expect(listed.contains("\"key\": \"auth:login.title\""))
        let spelled = sandbox.run(["list"], in: "app").output.split(separator: "\n").map(
            String.init)
        for (name, text) in [
            (":auth:login.title", "Shadow"), ("::x", "Colon"), ("Note: saved", "Note"),
            ("Total:", "Total"), ("auth:login.hint", "Your <b>password</b>"),
        ] {
            #expect(spelled.contains { $0.hasPrefix(name + " ") })
            #expect(sandbox.run(["get", "en", name], in: "app").output == text + "\n")
        }
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
        let before = try commits(sandbox)
        let terminal = RecordingTerminal(input: [UInt8](repeating: 0x61, count: (64 << 20) + 1))
        let result = sandbox.run(["set", "fr", "greeting", "-"], in: "app", terminal: terminal)
        #expect(result.status == 2)
        #expect(result.errors.contains("more than 64 MiB"))
        #expect(try commits(sandbox) == before)
    }

    @Test func anAcceptanceTakesTrees() throws {
        let sandbox = try Sessions.project()
        let proposed = sandbox.run(["propose", "fr", "cart:items", "articles"], in: "app").output
        let id = String(proposed.prefix(26))
        let both = sandbox.run(
            ["accept", id, "--value", "x", "--plural", "other=x"], in: "app")
        #expect(both.status == 64)
        let forms = [
            "one={{count}} article", "many={{count}} d'articles", "other={{count}} articles",
        ]
        let accepted = sandbox.run(
            ["accept", String(id.suffix(6))] + forms.flatMap { ["--plural", $0] }, in: "app")
        #expect(accepted.errors == "Accepted the proposal for fr cart:items: \(id)\n")
        let text = sandbox.run(["get", "fr", "cart:items"], in: "app").output
        #expect(text.hasSuffix("many: {{count}} d'articles\nother: {{count}} articles\n"))
    }

    @Test func flatAndNestedExportsComeBackWithoutChange() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["string add z Z", "string add a.b AB", "string add y Y"])
        try sandbox.write(
            "{\"z\": \"Z\", \"a.b\": \"AB\", \"a\": \"A\"}", to: "app/en/default.json")
        Sessions.prepare(
            sandbox,
            [
                "import en/default.json",
                "string add place --ordinal one={{count}}st --ordinal other={{count}}th",
            ])
        let before = sandbox.run(["list", "--format", "json"], in: "app").output
        let options = ["export", "--format", "i18next-json", "-l", "en", "-o", "out"]
        let exported = sandbox.run(options + ["--flat"], in: "app")
        #expect(exported.status == 0, "\(exported)")
        let file = try sandbox.read("app/out/en/default.json")
        #expect(file.contains("\"place_ordinal_one\": \"{{count}}st\""))
        let again = sandbox.run(["import", "out/en/default.json"], in: "app")
        #expect(again.errors == "Imported: 5 unchanged.\n")
        #expect(sandbox.run(["list", "--format", "json"], in: "app").output == before)
        // What the new string's place in the file says is recorded, once.
        let commits = try commits(sandbox)
        sandbox.run(["import", "out/en/default.json"], in: "app")
        #expect(try self.commits(sandbox) == commits)
    }
}
