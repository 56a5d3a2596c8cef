import Foundation
import TestSupport
import Testing

/// The jobs of `repo-template`: their shell lines run against local clones, as CI runs them.
@Suite struct JobTests {
    /// A project with French, a tag, and a branch that is to be merged: French lacks a text there.
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        for words in [
            ["locale", "add", "fr"], ["string", "add", "greeting", "Hello"],
            ["set", "fr", "greeting", "Bonjour"],
        ] { #expect(sandbox.run(words, in: "app").status == 0) }
        try sandbox.git("tag", "v1.0", "translations", in: "app")
        try sandbox.git("clone", "-q", "app", "work")
        sandbox.run(["string", "add", "farewell", "Goodbye @everyone"], in: "work")
        try sandbox.git(
            "push", "-q", "origin", "translations:refs/heads/farewells", in: "work")
        // Meanwhile the branch goes on.
        sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        return sandbox
    }

    /// The environment of a job: the program in PATH, and the stand-ins of `bin` before it.
    private func environment(
        _ sandbox: Sandbox, _ more: [String: String] = [:]
    ) throws -> [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "PATH": "\(sandbox.directory)/bin:\(try Products.directory):\(path)"
        ].merging(more) { $1 }
    }

    /// Checks a branch out as CI does: a commit without a local branch.
    private func checkOut(_ branch: String, in sandbox: Sandbox) throws {
        let origin = "file://\(sandbox.directory)/app"
        try sandbox.git("clone", "-q", "--no-checkout", origin, "job")
        try sandbox.git("checkout", "-q", "--detach", "origin/\(branch)", in: "job")
        try sandbox.git("branch", "-q", "-D", "translations", in: "job")
    }

    @Test func aBranchIsChecked() throws {
        let sandbox = try project()
        try checkOut("farewells", in: sandbox)
        func check(_ required: String) throws -> Sandbox.Result {
            try sandbox.execute(
                "/bin/sh", ["ci/check.sh"], in: "job",
                environment: environment(sandbox, ["REQUIRED": required]))
        }
        let failed = try check("fr")
        #expect(failed.status == 1, "\(failed)")
        #expect(failed.output.contains("farewell"))
        let passed = try check("")
        #expect(passed.status == 0, "\(passed)")
    }

    @Test func aBranchThatLostAnEventFails() throws {
        let sandbox = try project()
        try sandbox.git("checkout", "-q", "translations", in: "work")
        try sandbox.git("revert", "--no-edit", "HEAD~1", in: "work")
        try sandbox.git("push", "-q", "origin", "HEAD:refs/heads/farewells", in: "work")
        try checkOut("farewells", in: sandbox)
        let result = try sandbox.execute(
            "/bin/sh", ["ci/check.sh"], in: "job", environment: environment(sandbox))
        #expect(result.status == 1, "\(result)")
    }

    @Test func whatABranchChangesIsCommented() throws {
        let sandbox = try project()
        try checkOut("farewells", in: sandbox)
        let diff = try sandbox.execute(
            "/bin/sh", ["ci/diff.sh", "origin/translations"], in: "job",
            environment: environment(sandbox))
        #expect(diff.status == 0, "\(diff)")
        #expect(diff.output.hasPrefix("<!-- dragoman diff -->\n"))
        #expect(diff.output.contains("farewell"))
        // What happened on the other side since is no change of the branch.
        #expect(!diff.output.contains("Salut"))
        #expect(!diff.output.contains("@everyone"))
        try sandbox.write(diff.output, to: "job/diff.md")
        try commentOnGitHub(sandbox)
        try commentOnGitLab(sandbox)
    }

    /// A stand-in for `gh` and `curl` that answers with a list and records what it is told to write.
    private func standIn(_ name: String, listing: String, in sandbox: Sandbox) throws {
        try sandbox.write(
            """
            #!/bin/sh
            for word in "$@"; do
                case $word in --method | --request) writes=1 ;; esac
            done
            if [ -n "${writes:-}" ]; then echo "$@" >> "\(sandbox.directory)/\(name).log"
            else cat <<'LIST'
            \(listing)
            LIST
            fi
            """, to: "bin/\(name)")
        _ = try sandbox.execute("/bin/chmod", ["+x", "bin/\(name)"])
    }

    private func commentOnGitHub(_ sandbox: Sandbox) throws {
        let job = [
            "GITHUB_REPOSITORY": "us/texts", "PULL_REQUEST": "7", "GH_TOKEN": "none",
        ]
        // `gh` carries out --jq itself, and prints the id alone.
        for listing in ["", "4711"] {
            try standIn("gh", listing: listing, in: sandbox)
            let result = try sandbox.execute(
                "/bin/sh", ["ci/comment-github.sh", "diff.md"], in: "job",
                environment: environment(sandbox, job))
            #expect(result.status == 0, "\(result)")
        }
        #expect(
            try sandbox.read("gh.log") == """
                api --method POST repos/us/texts/issues/7/comments --field body=@diff.md --silent
                api --method PATCH repos/us/texts/issues/comments/4711 --field body=@diff.md --silent

                """)
    }

    private func commentOnGitLab(_ sandbox: Sandbox) throws {
        let job = [
            "CI_API_V4_URL": "https://gitlab.example/api/v4", "CI_PROJECT_ID": "12",
            "CI_MERGE_REQUEST_IID": "3", "DRAGOMAN_TOKEN": "none",
        ]
        let notes = [
            "[]",
            #"[{"id":1,"body":"Fine."},{"id":42,"body":"<!-- dragoman diff -->\n…"},{"id":43,"body":""}]"#,
        ]
        for listing in notes {
            try standIn("curl", listing: listing, in: sandbox)
            let result = try sandbox.execute(
                "/bin/sh", ["ci/comment-gitlab.sh", "diff.md"], in: "job",
                environment: environment(sandbox, job))
            #expect(result.status == 0, "\(result)")
        }
        let written = try sandbox.read("curl.log").split(separator: "\n")
        try #require(written.count == 2)
        #expect(
            written[0].hasSuffix(
                "--request POST --form body=<diff.md --output /dev/null https://gitlab.example/api/v4/projects/12/merge_requests/3/notes"
            ))
        #expect(written[1].contains("--request PUT --form body=<diff.md"))
        #expect(written[1].hasSuffix("/merge_requests/3/notes/42"))
    }

    @Test func aTagBecomesABundle() throws {
        let sandbox = try project()
        let origin = "file://\(sandbox.directory)/app"
        try sandbox.git("clone", "-q", "--depth", "1", "--branch", "v1.0", origin, "job")
        let result = try sandbox.execute(
            "/bin/sh", ["ci/bundle.sh", "v1.0", "translations.tar.gz"], in: "job",
            environment: environment(sandbox))
        #expect(result.status == 0, "\(result)")
        let full = sandbox.run(
            ["bundle", "--rev", "v1.0", "-o", "full.tar.gz"], in: "app")
        #expect(full.status == 0, "\(full)")
        let compared = try sandbox.execute(
            "/usr/bin/cmp", ["job/translations.tar.gz", "app/full.tar.gz"])
        #expect(compared.status == 0, "\(compared)")
    }

    /// Both hosts run the scripts that are there, and all of them are run.
    @Test func theJobsRunTheScripts() throws {
        let sandbox = try project()
        try checkOut("translations", in: sandbox)
        let directory = sandbox.directory + "/job/"
        let scripts = try FileManager.default.contentsOfDirectory(atPath: directory + "ci").sorted()
        var called: Set<String> = []
        for file in [".github/workflows/translations.yml", ".gitlab-ci.yml"] {
            let text = try sandbox.read("job/" + file)
            for match in text.matches(of: /sh ci\/([a-z-]+\.sh)/) { called.insert(String(match.1)) }
        }
        #expect(called.sorted() == scripts)
        for script in scripts {
            let result = try sandbox.execute("/bin/sh", ["-n", "ci/\(script)"], in: "job")
            #expect(result.status == 0, "\(result)")
        }
    }
}
