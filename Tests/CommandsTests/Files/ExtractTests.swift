import TestKit
import TestWorld
import Testing

/// The keys that `extract` finds in the sources of apps.
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

    /// The keys of a file that cannot be read are unknown, so `--prune` removes none of them.
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
        #expect(result.errors.contains("Deep.swift:1: Square brackets are nested more"))
        #expect(result.errors.contains("0 new, 1 moved, 0 gone"), "\(result)")
        let keys = sandbox.run(["list"], in: "app").output.split(separator: "\n")
            .compactMap { $0.split(separator: " ").first }.sorted()
        #expect(keys == ["Kept", "Next", "bare"])
        // The key is in another file as well now; the unread file stays a reference.
        try sandbox.write("_ = translatedStrings[\"Kept\"]", to: "app/App/Other.swift")
        #expect(extract("--import").status == 0)
        let file = sandbox.run(["export", "-l", "en", "--format", "po"], in: "app").output
        #expect(file.contains("#: App/Deep.swift App/Other.swift\nmsgid \"Kept\""))
    }

    // MARK: Keys that changed in place

    private static func write(_ keys: [String], to sandbox: Sandbox) throws {
        let lines = keys.map { "_ = NSLocalizedString(\"\($0)\", comment: \"\")" }
        try sandbox.write(lines.joined(separator: "\n"), to: "app/App/View.swift")
    }

    /// A new key between the same neighbors is the old string: its translations are kept and become
    /// stale.
    @Test func aKeyThatChangedInPlaceIsRenamed() throws {
        let sandbox = try Sandbox()
        try Self.write(["Title", "Save file", "Cancel", "Footer"], to: sandbox)
        Sessions.prepare(
            sandbox,
            ["init", "locale add de", "extract App --import", "set de 'Save file' 'Datei sichern'"])
        try Self.write(["Title", "Save the file", "Cancel", "Footer", "Help"], to: sandbox)
        let transcript = Sessions.transcript(
            sandbox,
            [
                "extract App --format json", "extract App --import --dry-run",
                "extract App --import --idempotency-key k", "extract App --import", "list -l de",
                "extract App --exit-code",
            ])
        assertGolden(transcript, "extract-changed-keys.txt")
        // The string is renamed again, together with its neighbor.
        try Self.write(["Title", "Save all files", "Stop", "Footer", "Help"], to: sandbox)
        let result = sandbox.run(["extract", "App", "--import"], in: "app")
        #expect(result.output.contains("Save the file → Save all files"), "\(result)")
        #expect(result.output.contains("Cancel → Stop"))
        #expect(
            sandbox.run(["get", "de", "Save all files"], in: "app").output == "Datei sichern\n")
    }

    /// In another place of the file, or in a different number, new keys are new strings.
    @Test func otherPlacesAreNoRename() throws {
        let sandbox = try Sandbox()
        try Self.write(["Title", "Delete", "Cancel"], to: sandbox)
        Sessions.prepare(sandbox, ["init", "extract App --import"])
        for keys in [["Title", "Cancel", "Invite"], ["Title", "Invite", "Share", "Cancel"]] {
            try Self.write(keys, to: sandbox)
            let result = sandbox.run(["extract", "App"], in: "app")
            #expect(result.errors.contains("0 moved, 1 gone"), "\(result)")
        }
    }

    // MARK: Pruning

    private static let gallery = #"""
        import SwiftUI

        struct Gallery: View {
            var body: some View {
                List { Text("\(photos.count) photos") }
                    .navigationTitle("Gallery")
                    .alert("Delete?", isPresented: $isAsking) { Button("Delete", role: .destructive) {} }
                Label("Share", systemImage: "square")
                CustomRow(title: "Row", detail: "error.\(code)")
            }
        }
        """#

    private func extract(_ sandbox: Sandbox, _ words: String...) -> Sandbox.Result {
        sandbox.run(["extract", "App"] + words, in: "app")
    }

    private func keys(_ sandbox: Sandbox) -> [String] {
        sandbox.run(["list", "--format", "json"], in: "app").output.split(separator: "\n")
            .compactMap { $0.split(separator: "\"key\": \"").last }
            .filter { $0.hasSuffix("\",") && !$0.contains("\": ") }
            .map { String($0.dropLast(2)) }.sorted()
    }

    /// Any SwiftUI call that takes a key uses it, and an interpolation uses the keys that its
    /// placeholders match.
    @Test func whatIsInUseIsNotPruned() throws {
        let sandbox = try Sandbox()
        try sandbox.write(Self.gallery, to: "app/App/Gallery.swift")
        Sessions.prepare(sandbox, ["init"])
        #expect(extract(sandbox, "--import").errors.contains("4 new"))
        try sandbox.write("Text(\"unrelated\")", to: "app/App/Other.swift")
        Sessions.prepare(sandbox, ["string add '%lld photos'", "extract App --import"])
        let result = extract(sandbox, "--import", "--prune", "--exit-code")
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("0 new, 0 moved, 0 gone, 5 unchanged."), "\(result)")
        try sandbox.write("import SwiftUI", to: "app/App/Gallery.swift")
        #expect(
            extract(sandbox, "--import", "--prune").errors.contains("4 gone, 0 unchanged, 1 unused")
        )
        #expect(keys(sandbox) == ["%lld photos"])
    }

    /// A literal in the sources may be a key, even if no known call takes it.
    @Test func whatIsUnclearIsNotPruned() throws {
        let sandbox = try Sandbox()
        let all =
            "translatedStrings[\"Row\"]; translatedStrings[\"error.404\"]; translatedStrings[\"home\"]; tr.a.b"
        try sandbox.write(all, to: "app/App/All.swift")
        Sessions.prepare(sandbox, ["init", "string add -s a b B", "extract App --import"])
        try sandbox.write(
            Self.gallery + "\nenum Place: String { case home }", to: "app/App/All.swift")
        let result = extract(sandbox, "--import", "--prune")
        #expect(result.errors.contains("0 gone, 0 unchanged, 1 unused, 3 unclear."), "\(result)")
        #expect(result.output.contains("unclear  Row        App/All.swift:9\n"), "\(result)")
        #expect(keys(sandbox).contains("error.404"))
        // A kind of key that is not searched for is not gone.
        try sandbox.write("tr.a.b; tr.a.c", to: "app/App/All.swift")
        #expect(extract(sandbox, "--only", "verid").output.contains("unclear  a:b"))
    }

    /// Keys from a file or `string add` may be used elsewhere: by a storyboard or a server.
    @Test func whatCameFromElsewhereIsPrunedByNameAlone() throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "translatedStrings[\"Own\"]; translatedStrings[\"Both\"]", to: "app/App/A.swift")
        try sandbox.write(
            "#: App/A.swift\nmsgid \"File\"\nmsgstr \"File\"\n\nmsgid \"Both\"\nmsgstr \"Both\"\n",
            to: "app/en/default.po")
        Sessions.prepare(
            sandbox,
            [
                "init", "import -l en en/default.po", "string add Added --reference App/A.swift:3",
                "extract App --import",
            ])
        try sandbox.write("translatedStrings[\"New\"]", to: "app/App/A.swift")
        let found = extract(sandbox)
        #expect(
            found.errors
                == "1 new, 0 moved, 1 gone, 0 unchanged, 3 unused.\nhint: Use `dragoman extract --import --remove KEY` to remove an unused string.\n",
            "\(found)")
        #expect(extract(sandbox, "--import", "--prune").errors.contains("1 defined, 1 removed."))
        #expect(keys(sandbox) == ["Added", "Both", "File", "New"])
        let refused = extract(sandbox, "--import", "--remove", "New")
        #expect(refused.errors.hasPrefix("refused: The app's sources use “New”: App/A.swift."))
        #expect(extract(sandbox, "--import", "--remove", "nothing").status == 2)
        #expect(extract(sandbox, "--remove", "File").status == 64)
        let removed = extract(sandbox, "--import", "--remove", "File", "--remove", "Added")
        #expect(removed.errors.contains("0 defined, 2 removed."), "\(removed)")
        #expect(keys(sandbox) == ["Both", "New"])
    }
}
