import TestWorld
import Testing

/// Values of files that are not texts, changed in two clones.
@Suite struct ConflictingValueTests {
    /// Files with `%@` instead of a value that is not a text.
    private static let samples = [
        (path: "locales/en.json", text: "{\n  \"a\": \"A\",\n  \"version\": %@\n}\n"),
        (
            path: "l10n/app_en.arb",
            text:
                "{\n  \"@@locale\": \"en\",\n  \"@@x-level\": %@,\n  \"a\": \"A\"\n}\n"
        ),
        (
            path: "po/messages.pot",
            text: """
            msgid ""
            msgstr ""
            "Project-Id-Version: app %@\\n"
            "POT-Creation-Date: 2026-11-%@ 10:00+0000\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"

            msgid "a"
            msgstr ""

            """
        ),
        (
            path: "Localizable.xcstrings",
            text: """
            {
              "sourceLanguage" : "en",
              "strings" : {
                "a" : {

                }
              },
              "version" : "1.0",
              "x-own" : %@
            }

            """
        ),
    ]

    private func clones(_ path: String, _ base: String, _ here: String, _ there: String) throws
        -> Sandbox
    {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(base, to: "files/\(path)")
        let imported = sandbox.run(["import", "../files"], in: "app")
        try #require(imported.status == 0, "\(imported)")
        try sandbox.git("clone", "-q", "-b", "translations", "app", "other")
        for (directory, text) in [("app", here), ("other", there)] {
            try sandbox.write(text, to: "files/\(path)")
            let result = sandbox.run(["import", "../files"], in: directory)
            try #require(result.status == 0, "\(result)")
        }
        try sandbox.git("fetch", "-q", "../app", "translations", in: "other")
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: "other")
        return sandbox
    }

    @Test(arguments: samples.indices) func concurrentChangesAreAConflict(_ index: Int) throws {
        let sample = Self.samples[index]
        func text(_ value: String) -> String { sample.text.replacing("%@", with: value) }
        let sandbox = try clones(sample.path, text("10"), text("20"), text("30"))
        let listed = sandbox.run(["conflicts"], in: "other")
        #expect(listed.status == 1, "\(listed)")
        #expect(listed.output.contains("20") && listed.output.contains("30"), "\(listed)")
        let json = sandbox.run(["conflicts", "--format", "json"], in: "other").output
        let ids = json.split(separator: "\"id\": \"").dropFirst().map { String($0.prefix(26)) }
        // The clone that imported first loses.
        let loser = try #require(ids.last)
        #expect(sandbox.run(["conflicts", "--keep", loser], in: "other").status == 0)
        #expect(sandbox.run(["conflicts"], in: "other").status == 0)
        #expect(sandbox.run(["export", "-o", "../out"], in: "other").status == 0)
        #expect(try sandbox.read("out/files/\(sample.path)") == text("20"))
    }

    /// Strings that each side adds are not a conflict, and neither is a value that both change
    /// alike.
    @Test(arguments: samples.indices) func otherChangesAreNoConflict(_ index: Int) throws {
        let sample = Self.samples[index]
        func text(_ value: String) -> String { sample.text.replacing("%@", with: value) }
        let same = try clones(sample.path, text("10"), text("20"), text("20"))
        #expect(same.run(["conflicts"], in: "other").status == 0)
        func added(_ key: String) -> String {
            if sample.path.hasSuffix(".pot") {
                return text("10") + "\nmsgid \"\(key)\"\nmsgstr \"\"\n"
            }
            let json = sample.path.hasSuffix(".xcstrings") ? "{}" : "\"\(key.uppercased())\""
            return text("10").replacing("\"a\"", with: "\"\(key)\" : \(json),\n    \"a\"")
        }
        let apart = try clones(sample.path, text("10"), added("b"), added("c"))
        let listed = apart.run(["conflicts"], in: "other")
        #expect(listed.status == 0, "\(listed)")
        #expect(apart.run(["list"], in: "other").output.split(separator: "\n").count == 3)
    }
}
