import Foundation
import TestWorld
import Testing

@Suite struct ProgramTests {
    /// Copies a program, with a separate process.
    ///
    /// If this process held the copy open for writing, a child of another test could inherit the
    /// descriptor. Until that child calls exec, the copy could not be run.
    private static func copy(_ program: String, to path: String, in sandbox: Sandbox) throws {
        let copied = try sandbox.execute("/bin/cp", [program, path])
        try #require(copied.status == 0, "\(copied)")
    }

    @Test func worksAloneWhereverItIsCopied() throws {
        let sandbox = try Sandbox()
        let program = sandbox.directory + "/elsewhere/dragoman"
        try sandbox.write("", to: "elsewhere/.keep")
        try Self.copy(Products.dragoman, to: program, in: sandbox)
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

    /// libdispatch ends a process with an illegal instruction if it gets no descriptor.
    @Test(arguments: [5, 8, 16, 1024]) func aLowLimitOnOpenFilesIsToldOf(limit: Int) throws {
        let sandbox = try Sandbox()
        let result = try sandbox.execute(
            "/bin/sh",
            ["-c", "ulimit -n \(limit) && exec \"$@\"", "sh", Products.dragoman, "init", "app"])
        let isEnough = limit >= 64
        #expect(result.status == (isEnough ? 0 : 2), "\(result)")
        #expect(
            result.errors.contains("hint: Use `ulimit -n 256` to raise it.") != isEnough,
            "\(result)")
    }

    private static let canHideProc =
        geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")

    /// Sandboxes may lack `/proc`, where Swift finds a program's arguments.
    @Test(.enabled(if: canHideProc, "Only root with the program unshare can hide /proc."))
    func worksWhereThereIsNoProc() throws {
        let sandbox = try Sandbox()
        func run(_ words: [String], in directory: String = "") throws -> Sandbox.Result {
            try sandbox.execute(
                "/usr/bin/unshare",
                ["-m", "/bin/sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh"] + words,
                in: directory)
        }
        let program = try Products.dragoman
        for words in [
            ["-C", "app", "locale", "add", "fr"],
            ["-C", "app", "string", "add", "greeting", "Hello"],
            ["-C", "app", "set", "fr", "greeting", "Bonjour"], ["-C", "app", "check"],
            ["-C", "app", "fsck"], ["-C", "app", "extract", "x.swift"],
        ] {
            if words.contains("locale") {
                #expect(try run([program, "init", "app"]).status == 0)
                try sandbox.write("let x = String(localized: \"greeting\")\n", to: "app/x.swift")
            }
            let result = try run([program] + words)
            #expect(result.status == 0, "\(words): \(result)")
        }
        #expect(try run([program, "get", "fr", "greeting"], in: "app").output == "Bonjour\n")
        #expect(try run([program, "get", "fr", "nosuch"], in: "app").status == 2)
        #expect(try run([program, "nosuch"]).status == 64)
        #expect(try run([program]).status == 64)
        // Settings that cannot be read without it are refused, not ignored.
        let settings = try run(
            ["/usr/bin/env", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=a.b", "GIT_CONFIG_VALUE_0=c"]
                + [program, "status"], in: "app")
        #expect(settings.errors.contains("cannot be read without /proc"), "\(settings)")
    }

    /// Shells name the output of commands: `import -l fr <(command)`.
    @Test func whatCommandsWriteIsImported() throws {
        let sandbox = try Sandbox()
        let script = """
            set -e
            program=$1; export LC_ALL=C
            "$program" init app >/dev/null; cd app
            "$program" locale add fr >/dev/null; "$program" string add greeting Hello >/dev/null
            echo '{"greeting": "Salut"}' | "$program" import -l fr /dev/stdin
            "$program" get fr greeting
            "$program" import -l fr <(echo '{"greeting": "Bonjour"}')
            "$program" get fr greeting
            "$program" import <(echo '{"greeting": "Bonsoir"}') || echo $?
            """
        let result = try sandbox.execute(
            "/bin/bash", ["-c", script, "bash", try Products.dragoman])
        #expect(result.status == 0, "\(result)")
        #expect(
            result.output == "Salut\nBonjour\n2\n", "\(result)")
        #expect(result.errors.contains("does not declare its language"), "\(result)")
    }

    /// `git` and the program use the same person's name, wherever Git's configuration is.
    @Test func gitsConfigurationIsFoundWhereTheEnvironmentSaysItIs() throws {
        let sandbox = try Sandbox()
        for name in ["home/.gitconfig", "global", "system"] {
            let person = name.replacing("home/.git", with: "")
            try sandbox.write(
                "[user]\n\tname = \(person)\n\temail = \(person)@example.org\n", to: name)
        }
        let path = sandbox.directory
        func author(_ variables: [String: String?]) throws -> String {
            var environment: [String: String?] = [
                "HOME": path + "/home", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_SYSTEM": nil,
                "GIT_CONFIG_GLOBAL": nil, "GIT_AUTHOR_NAME": nil, "GIT_AUTHOR_EMAIL": nil,
            ]
            environment.merge(variables) { $1 }
            let unset = environment.filter { $0.value == nil }.flatMap { ["-u", $0.key] }
            let set = environment.compactMap { name, value in value.map { "\(name)=\($0)" } }
            let made = try sandbox.execute(
                "/usr/bin/env",
                unset + set + [
                    Products.dragoman, "-C", "app", "string", "add", "-s", "s",
                    "k\(variables.count)\(variables.keys.sorted())", "v",
                ])
            guard made.status == 0 else { return made.errors }
            return try sandbox.git("log", "-1", "--format=%an", in: "app")
        }
        try sandbox.execute(Products.dragoman, ["init", "app"])
        #expect(try author([:]) == "config\n")
        #expect(try author(["GIT_CONFIG_GLOBAL": path + "/global"]) == "global\n")
        let system = ["GIT_CONFIG_SYSTEM": path + "/system", "GIT_CONFIG_NOSYSTEM": nil]
        #expect(try author(system.merging(["GIT_CONFIG_GLOBAL": "/dev/null"]) { $1 }) == "system\n")
        #expect(try author(system) == "config\n")
        let settings = [
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "Ines",
        ]
        #expect(try author(settings) == "Ines\n")
        #expect(
            try author(["GIT_CONFIG_COUNT": "2"]).hasPrefix("refused: The environment is invalid"))
        #expect(
            try author(["GIT_CONFIG_GLOBAL": path + "/nowhere"])
                .hasPrefix("refused: Git does not know who you are."))
    }

    /// A job in a container runs as root, and Git's `safe.directory` lists the trusted directories.
    ///
    /// Only root can create such a directory.
    @Test(.enabled(if: geteuid() == 0))
    func repositoriesOfOthersAreOpenedWhereTheyAreTrusted() throws {
        let sandbox = try Sandbox()
        let made = try sandbox.execute(Products.dragoman, ["init", "app"])
        try #require(made.status == 0, "\(made)")
        try sandbox.execute("/bin/chown", ["-R", "65534", "app"])
        let path = URL(fileURLWithPath: sandbox.directory + "/app").resolvingSymlinksInPath().path
        func status(_ configuration: String) throws -> Sandbox.Result {
            try sandbox.write(configuration, to: "home/.gitconfig")
            return try sandbox.execute(
                Products.dragoman, ["status"], in: "app",
                environment: [
                    "GIT_CONFIG_GLOBAL": sandbox.directory + "/home/.gitconfig",
                    "HOME": sandbox.directory + "/home",
                ])
        }
        for value in ["*", path] {
            let trusted = try status("[safe]\n\tdirectory = \(value)\n")
            #expect(trusted.status == 0, "\(value): \(trusted)")
        }
        let refused = try status("")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("app is not owned by the current user"), "\(refused)")
        // A repository's own configuration is ignored.
        try sandbox.git("config", "-f", "app/.git/config", "safe.directory", "*")
        #expect(try status("").status == 2)
        try sandbox.git("config", "-f", "app/.git/config", "core.bare", "false")
        try sandbox.git("config", "-f", "app/.git/config", "core.worktree", path + "/../trusted")
        try sandbox.git("init", "-q", "trusted")
        let claimed = try status("[safe]\n\tdirectory = \(path)/../trusted\n")
        #expect(claimed.status == 2)
        #expect(claimed.errors.contains("app is not owned by the current user"), "\(claimed)")
    }

    /// Swift sources are read by a program beside it, or in `libexec`.
    @Test func theReaderOfSwiftSourcesIsFoundOrMissed() throws {
        let sandbox = try Sandbox()
        try sandbox.write("let a = translatedStrings[\"Done\"]\n", to: "App.swift")
        func template(_ program: String) throws -> Sandbox.Result {
            try sandbox.execute(program, ["template", "--from", "App.swift"])
        }
        let beside = try template(Products.dragoman)
        #expect(beside.output.contains("<original>Done</original>"), "\(beside)")
        let copy = sandbox.directory + "/usr/bin/dragoman"
        try sandbox.write("", to: "usr/bin/.keep")
        try Self.copy(Products.dragoman, to: copy, in: sandbox)
        let missed = try template(copy)
        #expect(missed.status == 2)
        #expect(
            missed.errors.contains("dragoman-swift-strings, which reads Swift sources, is missing"))
        try sandbox.write("", to: "usr/libexec/dragoman/.keep")
        try Self.copy(
            Products.swiftStrings,
            to: sandbox.directory + "/usr/libexec/dragoman/dragoman-swift-strings", in: sandbox)
        let installed = try template(copy)
        #expect(installed.output == beside.output)
    }

    /// If the compiler's parser crashes on a source, the others are still read.
    @Test func aSourceThatTheReaderFailsOnIsPassedOver() throws {
        let sandbox = try Sandbox()
        let copy = sandbox.directory + "/bin/dragoman"
        try sandbox.write(
            """
            #!/bin/sh
            cat > "$0.request"
            if grep -q Fatal "$0.request"; then kill -SEGV $$; fi
            exec '\(try Products.swiftStrings)' < "$0.request"

            """, to: "bin/dragoman-swift-strings")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: sandbox.directory + "/bin/dragoman-swift-strings")
        try Self.copy(Products.dragoman, to: copy, in: sandbox)
        for name in ["Done", "Fatal", "Next"] {
            try sandbox.write("_ = translatedStrings[\"\(name)\"]\n", to: "App/\(name).swift")
        }
        let result = try sandbox.execute(copy, ["template", "--from", "App"])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Done") && result.output.contains("Next"))
        #expect(!result.output.contains("Fatal"))
        #expect(result.errors.contains("Fatal.swift:1: The Swift parser fails on this file"))
    }

    /// A process closes the read model when it ends, so that SQLite's log is merged into the file.
    @Test func leavesNoLogBesideTheReadModel() throws {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        func run(_ words: String...) throws -> Sandbox.Result {
            try sandbox.execute(program, words, in: "app")
        }
        #expect(try sandbox.execute(program, ["init", "app"]).status == 0)
        #expect(try run("locale", "add", "fr").status == 0)
        #expect(try run("string", "add", "greeting", "Hello").status == 0)
        #expect(try run("set", "fr", "greeting", "Bonjour").status == 0)
        #expect(try run("get", "fr", "greeting").output == "Bonjour\n")
        let database = sandbox.directory + "/app/.git/dragoman/translations.sqlite"
        #expect(!FileManager.default.fileExists(atPath: database + "-wal"))
        try FileManager.default.removeItem(atPath: database)
        #expect(try run("get", "fr", "greeting").output == "Bonjour\n")
        #expect(try run("set", "fr", "greeting", "Salut").status == 0)
        #expect(try run("rebuild").status == 0)
        #expect(try run("get", "fr", "greeting").output == "Salut\n")
        #expect(try run("fsck").status == 0)
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
        #expect(result.errors.hasPrefix("refused: Argument 4 is not valid UTF-8"))
        #expect(try sandbox.execute(program, ["list"], in: "app").output == "")
    }
}
