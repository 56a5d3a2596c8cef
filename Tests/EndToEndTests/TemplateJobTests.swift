import Foundation
import TestWorld
import Testing

/// Runs the shell lines of the jobs in `repo-template/` in clones as GitHub and GitLab create them.
@Suite struct TemplateJobTests {
    private static let github = ".github/workflows/translations.yml"
    private static let gitlab = ".gitlab-ci.yml"
    private static let action = ".github/actions/setup/action.yml"
    private static let marker = "<!-- dragoman diff -->\n"

    @Test func gitHubChecksAndShowsAPullRequest() throws {
        let hosting = try Hosting()
        try hosting.checkOut(
            "refs/pull/7/merge", depth: 2, to: "work", as: "refs/remotes/pull/7/merge")
        let show = try JobScript(Self.github, after: "- name: Show what changes")
        let shown = try hosting.run(show, in: "work")
        #expect(shown.status == 0, "\(shown)")
        let diff = try hosting.sandbox.read("work/diff.md")
        #expect(diff.contains("**1 text added, 1 changed** in 2 languages"))
        #expect(!diff.contains("thanks"))
        #expect(try hosting.sandbox.read("summary.md") == diff)
        #expect(try hosting.sandbox.read("work/diff.html").contains("<ins>Salut @ines</ins>"))

        let check = try JobScript(Self.github, after: "- name: Check")
        #expect(try hosting.run(check, in: "work").status == 0)
        let missing = try hosting.run(check, in: "work", ["TRANSLATIONS_REQUIRED": "fr"])
        #expect(missing.status == 1)
        #expect(missing.output.contains("farewell"))
        let wrong = try hosting.run(check, in: "work", ["TRANSLATIONS_REQUIRED": "sv"])
        #expect(wrong.status == 2)
    }

    /// The request is accepted; one that removes an event is not.
    @Test(arguments: [true, false])
    func aRequestIsJudged(isGood: Bool) throws {
        let hosting = try Hosting()
        let sandbox = hosting.sandbox
        if !isGood {
            try sandbox.git("checkout", "-q", "-b", "topic", "origin/topic", in: "merge")
            let file = try sandbox.git("ls-files", "events/fr", in: "merge").split(separator: "\n")
            try sandbox.git("rm", "-q", String(file[0]), in: "merge")
            try sandbox.git("commit", "-q", "-m", "lose", in: "merge")
            try sandbox.git("push", "-q", "origin", "topic", in: "merge")
            try sandbox.git("checkout", "-q", "--detach", "origin/translations", in: "merge")
            try sandbox.git("merge", "-q", "--no-ff", "--no-edit", "topic", in: "merge")
            try sandbox.git("push", "-q", "-f", "origin", "HEAD:refs/pull/7/merge", in: "merge")
        }
        try hosting.checkOut(
            "refs/pull/7/merge", depth: 1000, to: "work", as: "refs/remotes/pull/7/merge")
        let github = try hosting.run(
            try JobScript(Self.github, after: "- name: Check the project's rules"), in: "work")
        #expect(github.status == (isGood ? 0 : 1), "\(github)")
        #expect(github.output.contains("error  lost") == !isGood)

        try hosting.checkOut("refs/heads/topic", depth: 1000, to: "lab", as: "refs/pipelines/3")
        let base = try sandbox.git("rev-parse", "v1", in: "origin")
            .trimmingCharacters(in: .newlines)
        let gitlab = try hosting.run(
            try JobScript(Self.gitlab, after: "judge:", "script:"), in: "lab",
            [
                "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
                "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "translations",
            ])
        #expect(gitlab.status == (isGood ? 0 : 1), "\(gitlab)")
    }

    @Test func gitHubKeepsOneComment() throws {
        let hosting = try Hosting()
        let foreign =
            #"[{"id":1,"user":{"login":"ines"},"body":"<!-- dragoman diff -->\nnot ours"}]"#
        try hosting.sandbox.write(foreign, to: "comments.json")
        try expectOneComment(try JobScript(Self.github, after: "- name: Comment"), hosting)
        #expect(try hosting.requests.count == 6)
    }

    @Test func gitLabChecksAndShowsAMergeRequest() throws {
        let hosting = try Hosting()
        try hosting.checkOut("refs/heads/topic", depth: 1, to: "work", as: "refs/pipelines/3")
        let base = try hosting.sandbox.git("rev-parse", "v1", in: "origin").trimmingCharacters(
            in: .newlines)
        let shown = try hosting.run(
            try JobScript(Self.gitlab, after: "diff:", "script:"), in: "work",
            ["CI_MERGE_REQUEST_DIFF_BASE_SHA": base])
        #expect(shown.status == 0, "\(shown)")
        #expect(try hosting.sandbox.git("rev-list", "--count", "HEAD", in: "work") == "1\n")
        let diff = try hosting.sandbox.read("work/diff.md")
        #expect(diff.contains("**1 text added, 1 changed** in 2 languages"))
        #expect(try hosting.sandbox.read("work/diff.html").contains("<ins>Salut @ines</ins>"))

        let check = try JobScript(Self.gitlab, after: "check:", "script:")
        #expect(try hosting.run(check, in: "work").status == 0)
        #expect(try hosting.run(check, in: "work", ["TRANSLATIONS_REQUIRED": "*"]).status == 1)
    }

    @Test func gitLabKeepsOneComment() throws {
        let hosting = try Hosting()
        // A page has two comments here, so ours is on the second.
        let foreign = #"""
            [{"id":1,"author":{"id":4},"body":"<!-- dragoman diff -->\nnot ours"},{"id":2,"author":{"id":5},"body":"Hi"}]
            """#
        try hosting.sandbox.write(foreign, to: "comments.json")
        try expectOneComment(try JobScript(Self.gitlab, after: "comment:", "script:"), hosting)
        #expect(
            try hosting.requests.filter { $0.contains("PUT") }
                == Array(repeating: "curl PUT projects/12/merge_requests/7/notes/3", count: 2))
    }

    /// Posts a comment twice with different texts: the comments of others stay, and ours is
    /// replaced.
    private func expectOneComment(_ script: JobScript, _ hosting: Hosting) throws {
        let others = try hosting.comments
        var bodies: [String] = []
        for text in [
            "### First\n\n| a | `b` $c \\ |\n", "### Second\n", "### Third, 漢字 & “more” %\n",
        ] {
            try hosting.sandbox.write(text, to: "work/diff.md")
            let result = try hosting.run(script, in: "work")
            #expect(result.status == 0, "\(result)")
            let comments = try hosting.comments
            #expect(comments.dropLast() == others[...])
            bodies.append((comments.last?.body ?? "") + "\n")
            #expect(bodies.last == Self.marker + text)
        }
        #expect(try hosting.comments.count == others.count + 1)
    }

    @Test(arguments: [
        (github, ["- name: Bundle"], "TAG"), (gitlab, ["bundle:", "script:"], "CI_COMMIT_TAG"),
    ])
    func aTagBecomesABundle(file: String, marks: [String], variable: String) throws {
        let hosting = try Hosting()
        try hosting.checkOut("refs/tags/v1", depth: 1, to: "work", as: "refs/tags/v1")
        let script =
            marks.count == 1
            ? try JobScript(file, after: marks[0]) : try JobScript(file, after: marks[0], marks[1])
        let result = try hosting.run(script, in: "work", [variable: "v1"])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasSuffix("ok\n"))
        // Later, a clone with the full history produces the same bytes.
        let full = try hosting.sandbox.execute(
            try Products.dragoman, ["bundle", "--rev", "v1", "-o", "../full.tar.gz"], in: "merge")
        #expect(full.status == 0, "\(full)")
        let names = ["work/bundle.tar.gz", "full.tar.gz"]
        let bytes = try names.map {
            try Data(contentsOf: URL(fileURLWithPath: hosting.sandbox.directory + "/" + $0))
        }
        #expect(bytes[0] == bytes[1])
    }

    @Test func gitHubReleasesATagOnce() throws {
        let hosting = try Hosting()
        let script = try JobScript(Self.github, after: "- name: Release")
        try hosting.sandbox.write("", to: "work/bundle.tar.gz")
        for _ in 0..<2 {
            #expect(try hosting.run(script, in: "work", ["TAG": "v1"]).status == 0)
        }
        #expect(
            try hosting.requests.map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
                == [
                    "gh release view v1", "gh release create v1", "gh release view v1",
                    "gh release upload v1",
                ])
    }

    /// The released program is downloaded and checked once, and taken from the cache the next time.
    @Test(arguments: [(action, "- name: Install dragoman"), (gitlab, "before_script:")])
    func theProgramIsInstalledOnce(file: String, mark: String) throws {
        let hosting = try Hosting()
        let sandbox = hosting.sandbox
        let name = "dragoman-0.2.0-linux-x86_64"
        try sandbox.write("#!/bin/sh\necho this one\n", to: "build/\(name)/bin/dragoman")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: sandbox.directory + "/build/\(name)/bin/dragoman")
        try FileManager.default.createDirectory(
            atPath: sandbox.directory + "/releases/v0.2.0", withIntermediateDirectories: true)
        let archive = "releases/v0.2.0/\(name).tar.gz"
        let packed = try sandbox.execute(
            "/usr/bin/env", ["tar", "-czf", "../" + archive, name], in: "build")
        #expect(packed.status == 0, "\(packed)")
        let hash = try sandbox.execute("/usr/bin/env", ["sha256sum", archive]).output.prefix(64)
        var environment = [
            "DRAGOMAN_RELEASES": "file://\(sandbox.directory)/releases",
            "DRAGOMAN_VERSION": "0.2.0", "DRAGOMAN_SHA256": String(hash),
        ]
        try hosting.checkOut("refs/heads/topic", depth: 1, to: "work", as: "refs/pipelines/3")
        let script = try JobScript(file, after: mark)
        let installed = try hosting.run(script, in: "work", environment)
        #expect(installed.status == 0, "\(installed)")
        let program = sandbox.directory + "/work/.dragoman/\(hash)/\(name)/bin/dragoman"
        #expect(try sandbox.execute(program, []).output == "this one\n")

        try FileManager.default.removeItem(atPath: sandbox.directory + "/" + archive)
        #expect(try hosting.run(script, in: "work", environment).status == 0)

        try sandbox.write("not the release", to: archive)
        environment["DRAGOMAN_SHA256"] = String(repeating: "0", count: 64)
        let wrong = try hosting.run(script, in: "work", environment)
        #expect(wrong.status != 0)
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/work/.dragoman")
        #expect(kept == [String(hash)])
    }

    /// The template grants minimal rights, uses safe events, and pins actions by hash.
    @Test func rightsAreSmall() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appendingPathComponent("repo-template/" + Self.github), encoding: .utf8
        )
        #expect(!text.contains("pull_request_target"))
        #expect(text.contains("\npermissions:\n  contents: read\n"))
        // Shell lines contain no expressions, because their values come from untrusted users.
        #expect(
            try !JobScript(Self.action, after: "- name: Install dragoman").lines.contains("${{"))
        for step in [
            "Show what changes", "Check the project's rules", "Check", "Bundle",
            "Comment", "Release",
        ] {
            #expect(try !JobScript(Self.github, after: "- name: " + step).lines.contains("${{"))
        }
        let actions = text.matches(of: #/uses: (\S+)/#).map { String($0.1) }
        #expect(actions.count == 6)
        #expect(
            actions.allSatisfy {
                $0.wholeMatch(of: #/actions\/[a-z-]+@[0-9a-f]{40}|\.\/\.github\/actions\/setup/#)
                    != nil
            })
        // Jobs with write permission check nothing out.
        for job in ["comment", "release"] {
            let part = text.components(separatedBy: "\n  \(job):\n")[1]
                .components(separatedBy: "\n\n  ")[0]
            #expect(part.contains(": write") && !part.contains("actions/checkout"))
        }
    }
}
