import Commands
import TestWorld
import Testing

/// The editor is the one that Git would open, and shows the source text.
@Suite struct EditorTests {
    private func walk(
        _ sandbox: Sandbox, edited: String, environment: [String: String] = [:]
    ) -> [(text: String, editor: String?)] {
        let terminal = RecordingTerminal(
            canAsk: true, edited: [Array(edited.utf8)], keys: KeyDecoder.keys(":e\r:q\r"))
        sandbox.run(
            ["translate", "fr", "--key", "auth:login.title"], in: "app", environment: environment,
            terminal: terminal)
        return terminal.shownInEditor
    }

    @Test func theSourceStandsBelowTheText() throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(sandbox, ["string edit auth:login.title --comment 'Of a dialog.'"])
        let shown = walk(
            sandbox,
            edited: "# 1 : %@\n# ------------------------ >8 ------------------------\n# Sign in\n")
        #expect(
            shown.first?.text.hasSuffix(
                """
                # ------------------------ >8 ------------------------
                # This line and everything below are ignored. The source text:
                # Sign in to %@
                # Of a dialog.

                """) == true, "\(shown)")
        #expect(
            sandbox.run(["get", "fr", "auth:login.title"], in: "app").output == "# 1 : %@\n")
    }

    @Test func theEditorOfGit() throws {
        let sandbox = try Sessions.project()
        #expect(walk(sandbox, edited: "A %@\n").first?.editor == nil)
        try sandbox.git("config", "core.editor", "emacs -nw", in: "app")
        Sessions.prepare(sandbox, ["unset fr auth:login.title"])
        #expect(walk(sandbox, edited: "B %@\n").first?.editor == "emacs -nw")
        Sessions.prepare(sandbox, ["unset fr auth:login.title"])
        let named = walk(sandbox, edited: "C %@\n", environment: ["GIT_EDITOR": "ed"])
        #expect(named.first?.editor == "ed")
        let terminal = RecordingTerminal(canAsk: true, edited: [Array("D\n".utf8)])
        sandbox.run(["set", "fr", "greeting"], in: "app", terminal: terminal)
        #expect(terminal.shownInEditor.first?.editor == "emacs -nw")
    }
}
