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

    /// Events have ids in the order of their sections, in every run.
    @Test func theOrderOfEventsIsThatOfSections() throws {
        let sandbox = try Sessions.project()
        let sections = ["a", "b", "c", "d", "e", "f", "g", "h"]
        let files = sections.map { "en/\($0).json" }
        for text in ["{\"kept\": \"K\", \"gone\": \"G\"}", "{\"kept\": \"K\"}"] {
            for file in files { try sandbox.write(text, to: "app/" + file) }
            let result = sandbox.run(["import", "--prune"] + files, in: "app")
            #expect(result.status == 0, "\(result)")
        }
        let tip = try sandbox.git("show", "--format=", "--unified=0", "translations", in: "app")
        let read = tip.split(separator: "\n").filter { $0.contains("\"type\":\"file.read\"") }
        let found = read.compactMap { line in
            line.firstMatch(of: #/"section":"(\w)"/#).map { String($0.1) }
        }
        #expect(found == sections)
    }
}
