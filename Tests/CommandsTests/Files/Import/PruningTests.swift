import TestWorld
import Testing

/// `import --prune` removes strings that no file of the language has.
@Suite struct PruningTests {
    @Test func pruningLooksAtAllFilesOfALanguage() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{\"a\": \"A\"}", to: "one/en/common.json")
        try sandbox.write("{\"b\": \"B\"}", to: "two/en/common.json")
        let files = ["../one/en/common.json", "../two/en/common.json"]
        for _ in 0..<2 {
            let result = sandbox.run(["import", "--prune"] + files, in: "app")
            #expect(result.status == 0, "\(result)")
        }
        let listed = sandbox.run(["list", "-s", "common"], in: "app").output
        #expect(listed == "common:a  A\ncommon:b  B\n")
    }

    @Test func nothingIsPrunedForAFileWithoutStrings() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{}", to: "app/en/auth.json")
        let result = sandbox.run(["import", "--prune", "en/auth.json"], in: "app")
        #expect(
            result.errors
                == "note: en/auth.json: It contains no strings, so nothing is removed for it.\nImported: nothing.\n"
        )
        #expect(
            sandbox.run(["get", "en", "auth:login.title"], in: "app").output == "Sign in to %@\n")
    }
}
