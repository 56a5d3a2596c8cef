import TestWorld
import Testing

/// All verbs parse `--key` and `--section` alike: printed keys can be typed.
@Suite struct KeyGrammarTests {
    private static let readers = [
        ["list", "fr"], ["todo", "fr"], ["log"], ["proposals", "--state", "all"],
        ["blame", "fr"], ["diff", "v1..translations"], ["vouch", "-l", "fr", "--dry-run"],
        ["revert", "--dry-run", "--keep-later"],
    ]

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        _ = try sandbox.git("tag", "v1", "translations", in: "app")
        Sessions.prepare(
            sandbox,
            [
                "locale add fr", "string add -s cart list.one One", "string add list.two Two",
                "string add -s cart other Other", "string edit cart:list.one --value 'The one'",
            ])
        for key in ["cart:list.one", "list.two", "cart:other"] {
            sandbox.run(["set", "fr", key, "un"], in: "app")
        }
        Sessions.prepare(
            sandbox,
            [
                "string edit cart:list.one --value One!", "string edit list.two --value Two!",
                "propose fr cart:list.one Un", "propose fr list.two Deux",
                "propose fr cart:other Autre",
            ])
        return sandbox
    }

    private func found(_ result: Sandbox.Result) -> Set<String> {
        Set(
            ["cart:list.one", "list.two", "cart:other"].filter {
                (result.output + result.errors).replacing("cart:list.two", with: "")
                    .contains($0)
            })
    }

    @Test(arguments: readers)
    func patternsWithAndWithoutSection(_ verb: [String]) throws {
        let sandbox = try project()
        func keys(_ words: String...) -> Set<String> {
            let result = sandbox.run(verb + words, in: "app")
            #expect(result.status == 0, "\(words): \(result)")
            return found(result)
        }
        #expect(keys("--key", "cart:list.*") == ["cart:list.one"])
        #expect(keys("--key", ":list.*") == ["list.two"])
        #expect(keys("--key", "list.*") == ["cart:list.one", "list.two"])
        #expect(keys("--key", "cart:list.one") == ["cart:list.one"])
        #expect(keys("--key", "list.one") == ["cart:list.one"])
        #expect(keys("-s", "cart", "--key", "list.*") == ["cart:list.one"])
    }

    @Test(arguments: readers)
    func whatIsNotThereIsTold(_ verb: [String]) throws {
        let sandbox = try project()
        let pattern = sandbox.run(verb + ["--key", "nothing.*"], in: "app")
        #expect(pattern.status == 0, "\(pattern)")
        #expect(
            pattern.errors.contains("warning: No string has a key like “nothing.*”."), "\(pattern)")
        let section = sandbox.run(verb + ["--section", "crat"], in: "app")
        #expect(section.status == 2, "\(section)")
        #expect(section.errors.contains("There is no section “crat”.\nnearest: cart"))
        let key = sandbox.run(verb + ["--key", "list.tow"], in: "app")
        #expect(key.status == 2, "\(key)")
    }

    /// A history contains removed strings, and a difference strings that only one side has.
    @Test func whatIsGone() throws {
        let sandbox = try project()
        _ = try sandbox.git("tag", "v2", "translations", in: "app")
        Sessions.prepare(sandbox, ["string remove cart:list.one", "string remove cart:other"])
        for words in [["log"], ["diff", "v1..v2"]] {
            let keys =
                words == ["log"] ? [] : [["--key", "cart:list.*"], ["--key", "cart:list.one"]]
            for choice in [["-s", "cart"]] + keys {
                let result = sandbox.run(words + choice, in: "app")
                #expect(result.status == 0, "\(words) \(choice): \(result)")
                #expect(result.output.contains("cart:list.one"), "\(words) \(choice): \(result)")
            }
        }
        #expect(sandbox.run(["list", "-s", "cart"], in: "app").status == 2)
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
}
