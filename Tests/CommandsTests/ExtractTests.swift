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
}
