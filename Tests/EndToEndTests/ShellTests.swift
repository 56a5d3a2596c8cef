import Foundation
import TestWorld
import Testing

/// Completions in the shells themselves, and the files that `make install` adds.
@Suite struct ShellTests {
    private static func find(_ program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        for arguments in [
            ["init", "app"], ["-C", "app", "locale", "add", "fr", "fr-CA"],
            ["-C", "app", "string", "add", "Log in"], ["-C", "app", "string", "add", "Log out"],
            ["-C", "app", "string", "add", "Don't $(touch PWNED) `touch PWNED`"],
            ["-C", "app", "string", "add", "-s", "auth", "title: \"short\"", "Sign in"],
        ] {
            let result = try sandbox.execute(program, arguments)
            #expect(result.status == 0, "\(result)")
        }
        return sandbox
    }

    /// Returns bash's completions for each line, as readline requests them: for the part after the
    /// last word break, without descriptions.
    private func complete(_ lines: [String], in sandbox: Sandbox) throws -> [[String]] {
        let script = """
            source <(dragoman completions bash)
            for COMP_LINE in "$@"; do
                COMP_POINT=${#COMP_LINE}
                read -ra COMP_WORDS <<<"$COMP_LINE"
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                case $COMP_LINE in
                *[\\'\\"]*) word=${COMP_LINE##*[\\'\\"]} ;;
                *)
                    word=${COMP_LINE##*[!\\\\] }
                    word=${word##*[=:]}
                    ;;
                esac
                _dragoman dragoman "$word" ''
                printf '%s\\n' "${COMPREPLY[@]}" --
            done
            """
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let result = try sandbox.execute(
            "/bin/bash", ["-c", script, "bash"] + lines, in: "app",
            environment: ["PATH": "\(try Products.directory):\(path)"])
        #expect(result.status == 0)
        #expect(result.errors == "")
        var replies: [[String]] = [[]]
        for line in result.output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "--" {
                replies.append([])
            } else {
                replies[replies.count - 1].append(String(line))
            }
        }
        return replies.dropLast()
    }

    @Test func bashCompletes() throws {
        let sandbox = try project()
        let proposed = try sandbox.execute(
            try Products.dragoman, ["propose", "fr", "Log in", "Entrer"], in: "app")
        let end = String(proposed.output.split(separator: "\n")[0].suffix(6))
        let cases: [(line: String, replies: [String])] = [
            ("dragoman propo", ["propose", "proposals"]),
            ("dragoman get f", ["fr", "fr-CA"]),
            ("dragoman get --locale=fr-", ["fr-CA"]),
            ("dragoman get fr Log", [#"Log\ in"#, #"Log\ out"#]),
            (#"dragoman get fr Log\ i"#, [#"Log\ in"#]),
            ("dragoman get fr 'Log", ["Log in", "Log out"]),
            ("dragoman get fr Don", [#"Don\'t\ \$\(touch\ PWNED\)\ \`touch\ PWNED\`"#]),
            ("dragoman get fr 'Don", [#"Don'\''t $(touch PWNED) `touch PWNED`"#]),
            (#"dragoman get fr "Don"#, [#"Don't \$(touch PWNED) \`touch PWNED\`"#]),
            ("dragoman get fr auth:t", [#"title:\ \"short\""#]),
            (#"dragoman get fr "auth:t"#, [#"auth:title: \"short\""#]),
            ("dragoman get fr -s auth t", [#"title:\ \"short\""#]),
            ("dragoman accept ", [end]), ("dragoman accept \(end.prefix(2))", [end]),
            ("dragoman accept \(end.prefix(5).lowercased())", [end.lowercased()]),
            ("dragoman export --format v", ["verid-xml"]),
        ]
        let replies = try complete(cases.map(\.line), in: sandbox)
        for (item, found) in zip(cases, replies) { #expect(found == item.replies, "\(item.line)") }
        #expect(replies.count == cases.count)
        for place in ["", "app/"] {
            let path = sandbox.directory + "/\(place)PWNED"
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func bashTakesTheScript() throws {
        try checkSyntax(of: "bash", "/bin/bash")
    }

    @Test(.enabled(if: find("zsh") != nil, "zsh is not installed")) func zshTakesTheScript() throws
    {
        try checkSyntax(of: "zsh", try #require(Self.find("zsh")))
    }

    @Test(.enabled(if: find("fish") != nil, "fish is not installed"))
    func fishTakesTheScript() throws {
        try checkSyntax(of: "fish", try #require(Self.find("fish")))
    }

    private func checkSyntax(of shell: String, _ program: String) throws {
        let sandbox = try Sandbox()
        let script = try sandbox.execute(
            try Products.dragoman, ["completions", shell])
        #expect(script.status == 0)
        #expect(script.output.contains("complete \(shell) --"))
        try sandbox.write(script.output, to: "script")
        let checked = try sandbox.execute(program, ["-n", "script"])
        #expect(checked.status == 0, "\(checked)")
        #expect(checked.errors == "")
    }

    @Test(.enabled(if: find("fish") != nil, "fish is not installed")) func fishCompletes() throws {
        let sandbox = try project()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let script = """
            dragoman completions fish | source
            complete -C 'dragoman get fr Lo'
            complete -C 'dragoman get fr-'
            complete -C 'dragoman get fr auth:'
            """
        let result = try sandbox.execute(
            try #require(Self.find("fish")), ["--no-config", "-c", script], in: "app",
            environment: ["PATH": "\(try Products.directory):\(path)"])
        #expect(
            result.output == """
                Log in\tLog in
                Log out\tLog out
                fr-CA\tFrench (Canada)
                auth:title: "short"\tSign in

                """)
    }

    @Test func installedFilesAreTheSameWithTheSameDate() throws {
        let sandbox = try Sandbox()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let programs = URL(fileURLWithPath: try Products.dragoman).deletingLastPathComponent().path
        for prefix in ["one", "two"] {
            let result = try sandbox.execute(
                root.path + "/.ci/install",
                [programs, programs, sandbox.directory + "/" + prefix],
                environment: ["SOURCE_DATE_EPOCH": "1795253400"])
            #expect(result.status == 0, "\(result)")
        }
        for path in [
            "bin/dragoman", "libexec/dragoman/dragoman-swift-strings",
            "share/bash-completion/completions/dragoman",
            "share/zsh/site-functions/_dragoman", "share/fish/vendor_completions.d/dragoman.fish",
            "share/man/man1/dragoman.1", "share/man/man1/dragoman-propose.1",
            "share/man/man1/dragoman-string-add.1",
        ] { #expect(FileManager.default.fileExists(atPath: sandbox.directory + "/one/" + path)) }
        #expect(try sandbox.execute("/usr/bin/diff", ["-r", "one", "two"]).output == "")
        #expect(
            try sandbox.read("one/share/man/man1/dragoman.1").hasPrefix(
                #".TH "DRAGOMAN" 1 "2026-11-21" "Dragoman 0."#))
    }

    @Test(.enabled(if: find("groff") != nil, "groff is not installed")) func pagesRender() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.execute(try Products.dragoman, ["manual", "-o", "man"])
        let pages = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/man"
        ).sorted()
        #expect(pages.count > 30)
        let result = try sandbox.execute(
            try #require(Self.find("groff")),
            ["-man", "-ww", "-Tascii", "-z"] + pages.map { "man/" + $0 })
        #expect(result.status == 0)
        #expect(result.errors == "")
    }
}
