import Foundation
import JSON
import TestKit
import TestWorld
import Testing

/// `dragoman token` works without a repository.
@Suite struct TokenVerbsTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/app", withIntermediateDirectories: true)
    }

    @discardableResult
    private func run(_ line: String, _ environment: [String: String] = [:]) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app", environment: environment)
    }

    /// Adds a token, and returns its id.
    private func add(_ options: String = "--name Mara --email mara@example.org") throws -> String {
        let result = run("token add \(options) --format json")
        try #require(result.status == 0, "\(result.errors)")
        let json = try JSONValue.parse(Array(result.output.utf8))
        return try #require(json.objectValue?["id"]?.stringValue)
    }

    @Test func aTokenFromItsBeginningToItsEnd() throws {
        var transcript = Transcript(sandbox, in: "app")
        for line in [
            "token list", "token list --format json",
            "token add --name Mara --email mara@example.org --scope review --project shop,web --locale fr --locale de,fr_ca --expires 90d",
            "token add --app --name 'Shop for iOS' --project shop --format json", "token list",
        ] { transcript.run(line) }
        let ids = lines(run("token list").output).dropFirst().map { $0.prefix(8) }
        try #require(ids.count == 2)
        for line in [
            "token rotate \(ids[0].prefix(4)) --expires 2027-01-31",
            "token rotate \(ids[1]) --format json", "token revoke \(ids[0])",
            "token revoke \(ids[0])", "token revoke \(ids[1]) --format json",
            "token rotate \(ids[0])", "token list", "token list --format json",
        ] { transcript.run(line) }
        assertGolden(transcript.text, "tokens.txt")
    }

    @Test func anInvitationFromItsBeginningToItsEnd() throws {
        try sandbox.write(
            "[server]\n    url = https://l10n.example.org/t\n    state = ../state\n",
            to: "app/server.conf")
        var transcript = Transcript(sandbox, in: "app")
        let person = "--name Otto --email otto@example.org"
        for line in [
            "token invite \(person) --scope translate --project shop --locale fr --expires 30d --config server.conf",
            "token invite --name Ines --email ines@example.org --config server.conf --format json",
            "token list --config server.conf",
        ] { transcript.run(line) }
        let id = try #require(
            lines(run("token list --config server.conf").output).dropFirst().first
        )
        .prefix(8)
        for line in [
            "token invite --again \(id) --config server.conf",
            "token rotate \(id) --config server.conf", "token revoke \(id) --config server.conf",
            "token invite --again \(id) --config server.conf",
            "token list --config server.conf --format json", "token invite \(person)",
            "token invite \(person) --url http://127.0.0.1:9000 --format json",
            "token invite", "token invite --name Otto", "token invite --again \(id) --scope admin",
            "token invite \(person) --url nowhere", "token invite \(person) --expires 2026-11-20",
        ] { transcript.run(line) }
        assertGolden(transcript.text, "invitations.txt")
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }

    @Test func wrongWordsAndRefusals() throws {
        let id = try add()
        var transcript = Transcript(sandbox, in: "app")
        for line in [
            "token", "token add", "token add --name Mara",
            "token add --app --name Shop --email a@b",
            "token add --app --name Shop --guid 12345678",
            "token add --name Mara --email mara@example.org --scope all",
            "token add --app --name Shop --scope review",
            "token add --name Mara --email mara", "token add --name '' --email mara@example.org",
            "token add --name Mara --email mara@example.org --guid 123 --format json",
            "token add --app --name Shop --project ''",
            "token add --app --name Shop --project shop,,web",
            "token add --app --name Shop --project Shop", "token add --app --name Shop --locale ''",
            "token add --app --name Shop --locale french",
            "token add --app --name Shop --expires 90", "token add --app --name Shop --expires 0s",
            "token add --app --name Shop --expires 2026-11-20", "token rotate", "token rotate 012",
            "token revoke \(id.dropLast())x --format json",
            "token revoke dgp_0123456789ABCDEFGHIJKLMNOPQ0qK7pF", "token list more",
            "token list --state ''", "token list --config none", "token list --state ../file/x",
        ] { transcript.run(line) }
        #expect(lines(run("token list").output).count == 2, "Nothing was added.")
        assertGolden(transcript.text, "tokens-refused.txt")
    }

    @Test func damagedLinesAreReported() throws {
        let id = try add()
        let path = ".local/state/dragoman/tokens.jsonl"
        try sandbox.write("broken\u{1B}[31m\n" + sandbox.read(path), to: path)
        let list = run("token list")
        #expect(list.status == 1)
        #expect(lines(list.output).last?.hasPrefix(id) == true)
        #expect(list.errors.hasPrefix("$SANDBOX/\(path), line 1 is not JSON: "))
        #expect(list.errors.hasSuffix(".\n") && !list.errors.hasSuffix("..\n"), "\(list.errors)")
        #expect(!list.errors.contains("\u{1B}"))
        let json = run("token list --format json")
        #expect(json.status == 1 && json.errors.isEmpty)
        let object = try JSONValue.parse(Array(json.output.utf8)).objectValue
        #expect(object?["problems"]?.arrayValue?.count == 1)
        #expect(object?["tokens"]?.arrayValue?.count == 1)
        #expect(run("token revoke \(id)").status == 0)
        #expect(try sandbox.read(path).hasPrefix("broken"))
    }

    @Test func noAnswerHasTheGuid() throws {
        let id = try add("--name Mara --email mara@example.org --guid guid-of-mara")
        for line in [
            "token list", "token list --format json", "token rotate \(id) --format json",
            "token revoke \(id) --format json",
        ] {
            let result = run(line)
            #expect(!(result.output + result.errors).contains("guid"))
        }
        #expect(try sandbox.read(".local/state/dragoman/tokens.jsonl").contains("guid-of-mara"))
    }

    @Test func theLastUseIsListed() throws {
        let id = try add()
        try sandbox.write(
            "{\"id\":\"\(id)\",\"used\":\"2026-11-21T09:00:00.000Z\"}\n",
            to: ".local/state/dragoman/token-use.jsonl")
        #expect(run("token list").output.contains("  2026-11-21 09:00  "))
        #expect(
            run("token list --format json").output.contains(
                "\"used\": \"2026-11-21T09:00:00.000Z\""))
    }

    // MARK: The state directory

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(sandbox.directory)/\(path)/tokens.jsonl")
    }

    @Test func theStateDirectoryIsNamedByOptionsVariablesAndTheConfiguration() throws {
        try sandbox.write("[server]\nstate = ../from-file\n", to: "etc/server.conf")
        let add = "token add --app --name Shop"
        for (line, environment, path) in [
            (add, [:], ".local/state/dragoman"),
            (add + " --config ../etc/server.conf", [:], "from-file"),
            (add, ["DRAGOMAN_SERVER_CONFIG": "../etc/server.conf"], "from-file"),
            (add, ["DRAGOMAN_SERVER_STATE": "from-variable"], "app/from-variable"),
            (add + " --state from-option", ["DRAGOMAN_SERVER_STATE": "x"], "app/from-option"),
            ("-C .. " + add + " --state from-option", [:], "from-option"),
            ("-C ../etc " + add + " --config server.conf", [:], "from-file"),
            (add, ["XDG_STATE_HOME": sandbox.directory + "/xdg"], "xdg/dragoman"),
        ] as [(String, [String: String], String)] {
            let directory = sandbox.directory + "/" + path
            try? FileManager.default.removeItem(atPath: directory)
            let result = run(line, environment)
            #expect(result.status == 0 && exists(path), "\(line): \(result.errors)")
        }
    }

    @Test func aWrongDirectoryIsNotMade() {
        for line in ["token list", "token rotate k3x9", "token revoke k3x9"] {
            let result = run("\(line) --state misspelled")
            #expect(result.status == (line == "token list" ? 0 : 2))
            #expect(result.output.isEmpty)
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/app/misspelled"))
    }

    // MARK: Completion

    private func offered(_ line: String) -> [String] {
        var words = Transcript.words(line)
        if line.last == " " { words.append("") }
        return lines(sandbox.run(["complete", "zsh", "--"] + words, in: "app").output)
    }

    @Test func idsOfTokensThatWorkAreOffered() throws {
        let mara = try add("--name Mara --email mara@example.org --scope review --state s")
        let shop = try add("--app --name Shop --state s")
        let gone = try add("--app --name Gone --state s")
        run("token revoke \(gone) --state s")
        let all = [
            "words", "\(mara)\tMara <mara@example.org>, review", "\(shop)\tShop, propose",
        ]
        #expect(offered("token revoke --state s ") == all)
        #expect(offered("token rotate --state s \(shop.prefix(4))") == ["words", all[2]])
        #expect(offered("token revoke --state other ") == ["words"])
        #expect(offered("token revoke --config none ") == ["words"])
        #expect(offered("token ").count == 6)
        #expect(
            offered("token add --scope ")
                == ["words", "read", "propose", "translate", "review", "admin"])
        #expect(offered("token list --state ") == ["directories"])
        #expect(offered("token list --config ") == ["files"])
    }
}
