import TestSupport
import Testing

/// What sources of apps ask for, by the verb `extract`.
@Suite struct ExtractTests {
    private static let login = """
        import SwiftUI

        struct Login: View {
            var body: some View {
                Text("Welcome back", comment: "Greets on the first screen")
                Text("Hello \\(name)")
                Button(NSLocalizedString("login", tableName: "Auth", value: "Log in", comment: ""))
                label.text = tr.auth.forgotten
                show(translatedStrings["Step %d of %d", 1, 2] + tl("custom.key"))
            }
        }
        """

    @Test func sourcesAreHeldAgainstTheProject() throws {
        let sandbox = try Sandbox()
        try sandbox.write(Self.login, to: "app/Sources/Login.swift")
        try sandbox.write("translatedStrings[\"built\"]", to: "app/Sources/.build/x.swift")
        Sessions.prepare(sandbox, ["init"])
        var transcript = Sessions.transcript(
            sandbox,
            [
                "extract Sources", "extract Sources --exit-code --format json",
                "extract Sources --call tl --import --dry-run",
                "extract Sources --call tl --import", "extract Sources --call tl --exit-code",
                "string add -s auth forgotten Forgotten?", "set en Auth:login Enter",
                "extract Sources --call tl --import", "get en Auth:login",
            ])
        try sandbox.write(
            Self.login.replacing("Text(\"Welcome back\"", with: "Text(verbatim: \"Welcome back\""),
            to: "app/Views/Login.swift")
        try sandbox.write("let nothing = 1", to: "app/Sources/Login.swift")
        transcript += Sessions.transcript(
            sandbox,
            [
                "extract Sources", "extract Sources Views --call tl",
                "extract Sources Views --call tl --import --prune --format json",
                "extract Sources Views --call tl --exit-code", "log -n 2",
                "extract nowhere", "extract Sources --call 1+1", "extract Sources --prune",
                "extract",
            ])
        assertGolden(transcript, "extract.txt")
    }

    /// Of a file that cannot be read nobody knows what it asks for: `--prune` takes nothing of it out.
    @Test func whatAPassedOverFileAskedForIsNotGone() throws {
        let sandbox = try Sandbox()
        try sandbox.write("_ = translatedStrings[\"Kept\"]", to: "app/App/Deep.swift")
        try sandbox.write("_ = translatedStrings[\"Gone\"]", to: "app/App/Other.swift")
        Sessions.prepare(
            sandbox, ["init", "extract App --import", "string add bare 'No reference'"])
        try sandbox.write(String(repeating: "[", count: 13), to: "app/App/Deep.swift")
        try sandbox.write("_ = translatedStrings[\"Next\"]", to: "app/App/Other.swift")
        func extract(_ words: String...) -> Sandbox.Result {
            sandbox.run(["extract", "App"] + words, in: "app")
        }
        let result = extract("--import", "--prune")
        #expect(result.errors.contains("Deep.swift:1: More than 12 square brackets"))
        #expect(result.errors.contains("1 defined, 1 removed."), "\(result)")
        let keys = sandbox.run(["list"], in: "app").output.split(separator: "\n")
            .compactMap { $0.split(separator: " ").first }.sorted()
        #expect(keys == ["Kept", "Next", "bare"])
        // It stands in another file as well now; the one that was not read stays a reference.
        try sandbox.write("_ = translatedStrings[\"Kept\"]", to: "app/App/Other.swift")
        #expect(extract("--import").status == 0)
        let file = sandbox.run(["export", "-l", "en", "--format", "po"], in: "app").output
        #expect(file.contains("#: App/Deep.swift App/Other.swift\nmsgid \"Kept\""))
    }
}
