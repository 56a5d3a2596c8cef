import TestWorld
import Testing

/// Each command that checks texts respects the setting `placeholders`.
struct PlaceholderSettingTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        Sessions.prepare(
            sandbox, ["init", "locale add de", "string add hi 'Hello [name]'", "set de hi Hallo"])
        return sandbox
    }

    @Test func everyCheckOfATextHeedsIt() throws {
        let sandbox = try project()
        let check = ["check", "de", "--check", "placeholders"]
        #expect(sandbox.run(check, in: "app").status == 0)
        let setting = ["config", "placeholders", #"["/\\[[a-z]+\\]/"]"#]
        #expect(sandbox.run(setting, in: "app").status == 0)
        let found = sandbox.run(check, in: "app")
        #expect(found.status == 1 && found.output.contains("[name]"), "\(found)")
        let set = sandbox.run(["set", "de", "hi", "Hallo!", "--strict"], in: "app")
        #expect(set.status != 0 && set.errors.contains("[name]"), "\(set)")
        let proposed = sandbox.run(["propose", "de", "hi", "Hallo?"], in: "app")
        #expect(proposed.errors.contains("[name]"), "\(proposed)")
        let right = sandbox.run(["set", "de", "hi", "Hallo [name]", "--strict"], in: "app")
        #expect(right.status == 0, "\(right)")
        #expect(sandbox.run(["config", "placeholders", "--unset"], in: "app").status == 0)
        #expect(sandbox.run(["set", "de", "hi", "Hallo", "--strict"], in: "app").status == 0)
    }

    @Test func aWrongValueIsRefused() throws {
        let sandbox = try project()
        for value in [#"["cobol"]"#, #"["/(a+)+/"]"#, #""qt""#] {
            let result = sandbox.run(["config", "placeholders", value], in: "app")
            #expect(result.status == 2 && result.errors.contains("refused"), "\(result)")
        }
    }
}
