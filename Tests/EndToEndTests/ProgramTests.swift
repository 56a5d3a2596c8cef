import Foundation
import TestSupport
import Testing

@Suite struct ProgramTests {
    @Test func worksAloneWhereverItIsCopied() throws {
        let sandbox = try Sandbox()
        let program = sandbox.directory + "/elsewhere/dragoman"
        try sandbox.write("", to: "elsewhere/.keep")
        try FileManager.default.copyItem(atPath: try Products.dragoman, toPath: program)
        let made = try sandbox.execute(program, ["init", "app"])
        #expect(made.status == 0, "\(made)")
        for command in [
            ["locale", "add", "fr"], ["string", "add", "greeting", "Hello"],
            ["set", "fr", "greeting", "Bonjour"],
        ] {
            let result = try sandbox.execute(program, command, in: "app")
            #expect(result.status == 0, "\(result)")
        }
        let got = try sandbox.execute(program, ["get", "fr", "greeting"], in: "app")
        #expect(got.output == "Bonjour\n")
        #expect(try sandbox.git("fsck", "--strict", in: "app") == "")
    }

    @Test func saysHowItEnded() throws {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        #expect(try sandbox.execute(program, ["--help"]).status == 0)
        let version = try sandbox.execute(program, ["--version"])
        #expect(version.output.hasPrefix("dragoman 0."))
        #expect(try sandbox.execute(program, ["nonsense"]).status == 64)
        let refused = try sandbox.execute(program, ["status"])
        #expect(refused.status == 2)
        #expect(refused.output == "")
        #expect(refused.errors.contains("hint: "))
    }

    @Test func withoutAnIdentityTheTwoGitCommandsAreNamed() throws {
        let sandbox = try Sandbox()
        let nobody = ["GIT_AUTHOR_NAME": "", "GIT_AUTHOR_EMAIL": ""]
        let result = try sandbox.execute(
            try Products.dragoman, ["init", "app"], environment: nobody)
        #expect(result.status == 2)
        #expect(result.errors.contains("git config --global user.name"))
        #expect(result.errors.contains("git config --global user.email"))
    }

    @Test func anAnswerGoesThroughAPipeThatCloses() throws {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        _ = try sandbox.execute(program, ["init", "app"])
        let result = try sandbox.execute(
            "/bin/sh", ["-c", "'\(program)' --help | head -n 1; echo done"], in: "app")
        #expect(result.output.hasSuffix("done\n"))
    }

    @Test func aTextThatIsNotUTF8IsRefusedAndNotMended() throws {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        _ = try sandbox.execute(program, ["init", "app"])
        let script = "'\(program)' string add greeting \"$(printf 'a\\377b')\""
        let result = try sandbox.execute("/bin/sh", ["-c", script], in: "app")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("refused: Argument 4 is not UTF-8"))
        #expect(try sandbox.execute(program, ["list"], in: "app").output == "")
    }
}
