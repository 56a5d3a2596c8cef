import Foundation
import TestKit
import TestWorld
import Testing

/// Git and the program, which clone from the built server over HTTP and push to it.
@Suite(.timeLimit(.minutes(10))) struct GitDoorTests {
    private let scene: ServingScene

    init() throws {
        scene = try ServingScene()
        for line in [
            #"config reviewers '{"*":["mara@example.org"]}' --force"#, "receive --install",
        ] {
            try require(scene.dragoman(Transcript.words(line)))
        }
    }

    @discardableResult
    private func require(_ result: Sandbox.Result) throws -> String {
        try #require(result.status == 0, "\(result)")
        return result.output
    }

    private func serve(_ lines: String, isReady: Bool = true) throws -> ProductServer {
        try scene.configure(lines)
        let server = try scene.serve(["--config", scene.sandbox.directory + "/server.conf"])
        if isReady { try server.waitUntilReady() }
        return server
    }

    private func token(_ name: String, _ scope: String, _ more: String...) throws -> String {
        let words = [
            "token", "add", "--name", name, "--email", "\(name.lowercased())@example.org",
            "--scope", scope, "--state", scene.sandbox.directory + "/state",
        ]
        return String(try require(scene.dragoman(words + more)).prefix { $0 != "\n" })
    }

    /// Returns the address of the project with a token.
    private func address(_ server: ProductServer, _ token: String?, suffix: String = "") -> String {
        let login = token.map { "x-access-token:\($0)@" } ?? ""
        return "http://\(login)127.0.0.1:\(server.port)/projects/app\(suffix)"
    }

    private func git(
        _ words: String..., in directory: String = ""
    ) throws -> Sandbox.Result {
        try scene.sandbox.execute(
            "/usr/bin/env", ["GIT_TERMINAL_PROMPT=0", "git"] + words, in: directory)
    }

    private func dragoman(
        _ words: String..., in directory: String, as name: String
    ) throws -> Sandbox.Result {
        try scene.sandbox.execute(
            try Products.dragoman, words, in: directory,
            environment: [
                "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "\(name.lowercased())@example.org",
            ])
    }

    private func tip() throws -> String {
        try scene.sandbox.git("rev-parse", "translations", in: "app")
    }

    @Test(arguments: ["", ".git"])
    func thePersonOfATokenClonesAndPushes(suffix: String) throws {
        let (admin, reader) = (try token("Mara", "admin"), try token("Otto", "read"))
        let server = try serve("    git = write")
        let address = address(server, admin, suffix: suffix)
        try require(dragoman("clone", address, "copy", in: "", as: "Mara"))
        try require(dragoman("set", "fr", "greeting", "Bonjour", in: "copy", as: "Mara"))
        try require(dragoman("sync", in: "copy", as: "Mara"))
        // The next reader sees the push.
        let text = try server.exchange(
            "GET", "/api/v1/projects/app/text/fr?key=greeting",
            headers: ["Authorization": "Bearer \(reader)"])
        #expect(text.status == 200 && text.body.contains("Bonjour"), "\(text)")
        #expect(try tip() == scene.sandbox.git("rev-parse", "translations", in: "copy"))
        // A release.
        try require(git("tag", "v1", in: "copy"))
        try require(git("push", "-q", "origin", "v1", in: "copy"))
        #expect(try scene.sandbox.git("rev-parse", "v1", in: "app") == tip())
        // Git alone.
        try require(git("clone", "-q", "-b", "translations", address, "plain"))
        #expect(try scene.sandbox.git("rev-parse", "HEAD", in: "plain") == tip())
        #expect(try git("fsck", in: "app").status == 0)
    }

    @Test func picturesAreFetchedButNotPushed() throws {
        let admin = try token("Mara", "admin")
        let server = try serve("    git = write")
        let files = try ([1, 2] as [UInt8]).map { shade in
            let file = scene.sandbox.directory + "/\(shade).png"
            try Data(SamplePicture.png(shade: shade)).write(to: URL(fileURLWithPath: file))
            return file
        }
        try require(dragoman("clone", address(server, admin), "copy", in: "", as: "Mara"))
        func attach(_ file: String, in directory: String) throws {
            try require(
                dragoman(
                    "string", "edit", "greeting", "--screenshot", file, in: directory, as: "Mara"))
        }
        func pictures(_ directory: String) throws -> Int {
            let tree = try git("ls-tree", "-r", "refs/dragoman/pictures", in: directory)
            return tree.output.split(separator: "\n").count
        }
        try attach(files[0], in: "copy")
        // The server hides the reference, whether it has pictures or not.
        let first = try dragoman("sync", in: "copy", as: "Mara")
        #expect(first.status == 0, "\(first)")
        #expect(first.errors.contains("warning: The pictures were not exchanged"), "\(first)")
        #expect(try pictures("app") == 0)
        try attach(files[1], in: "app")
        let second = try dragoman("sync", in: "copy", as: "Mara")
        #expect(second.status == 0, "\(second)")
        #expect(second.errors.contains("rejects pushes of pictures"), "\(second)")
        #expect(try pictures("app") == 1 && pictures("copy") == 2)
        #expect(try tip() == scene.sandbox.git("rev-parse", "translations", in: "copy"))
    }

    /// The hook judges each push as the token's person, and the token may be narrower.
    @Test func aPushNeedsTheRightsOfItsTokenAndItsPerson() throws {
        let tokens = try [
            token("Mara", "propose"), token("Otto", "admin"), token("Mara", "review"),
            token("Nora", "translate", "--locale", "fr"), token("Otto", "propose"),
        ]
        let server = try serve("    git = write")
        let before = try tip()
        func push(_ token: String, _ name: String, _ words: String...) throws -> String {
            let copy = "copy-" + UUID().uuidString
            try require(
                dragoman("clone", address(server, token), copy, in: "", as: name))
            let made = try scene.sandbox.execute(
                try Products.dragoman, words, in: copy,
                environment: [
                    "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "\(name.lowercased())@example.org",
                ])
            try require(made)
            let pushed = try git("push", "origin", "translations", in: copy)
            return pushed.status == 0 ? "" : pushed.errors
        }
        let text = ["set", "fr", "greeting", "Bonjour"]
        let narrow = try push(
            tokens[0], "Mara", text[0], text[1], text[2], text[3])
        #expect(narrow.contains("error  scope"), "\(narrow)")
        #expect(narrow.contains("the right to translate"), "\(narrow)")
        // Somebody else's name.
        let foreign = try push(
            tokens[1], "Mara", text[0], text[1], text[2], text[3])
        #expect(foreign.contains("error  actor"), "\(foreign)")
        // A setting of a maintainer, who has a token for texts.
        let setting = try push(tokens[2], "Mara", "config", "strict", "true")
        #expect(setting.contains("the right to administer"), "\(setting)")
        let limited = try git(
            "push", address(server, tokens[3]),
            "translations", in: "app")
        #expect(limited.status != 0 && limited.errors.contains("403"), "\(limited)")
        #expect(try tip() == before)
        // Mara reviews, but her proposer's token does not permit this either.
        let foreignProposal = try require(
            dragoman("propose", "fr", "greeting", "Coucou", in: "app", as: "Otto")
        ).trimmingCharacters(in: .whitespacesAndNewlines)
        let waiting = try tip()
        for words in [["delete", foreignProposal], ["revert", foreignProposal]] {
            let pushed = try push(tokens[0], "Mara", words[0], words[1])
            #expect(pushed.contains("the right to review"), "\(words): \(pushed)")
        }
        #expect(try tip() == waiting)
        // The token permits this.
        let proposal = try push(
            tokens[4], "Otto", "propose", "fr", "greeting", "Salut")
        #expect(try proposal == "" && tip() != waiting, "\(proposal)")
    }

    @Test func onlyTheBranchOfTextsIsPushed() throws {
        let tokens = try [token("Mara", "admin"), token("Otto", "review")]
        let server = try serve("    git = write")
        let admin = address(server, tokens[0])
        try require(git("clone", "-q", "-b", "translations", admin, "copy"))
        for reference in [
            "code", "refs/heads/other", "refs/replace/\(String(repeating: "1", count: 40))",
        ] {
            let pushed = try git("push", admin, "HEAD:\(reference)", in: "copy")
            #expect(pushed.status != 0, "\(reference)")
        }
        // Tags are releases, which only admins make.
        let reviewer = address(server, tokens[1])
        try require(git("tag", "v1", in: "copy"))
        #expect(try git("push", reviewer, "v1", in: "copy").status != 0)
        #expect(try git("push", admin, "v1", in: "copy").status == 0)
        // The branch is never rewound or deleted.
        try require(git("reset", "-q", "--hard", "HEAD~1", in: "copy"))
        let rewound = try git("push", "--force", admin, "translations", in: "copy")
        #expect(rewound.status != 0 && rewound.errors.contains("rewound"), "\(rewound)")
        #expect(try git("push", admin, ":translations", in: "copy").status != 0)
    }

    @Test func theDoorIsAsOpenAsItsSetting() throws {
        let admin = try token("Mara", "admin")
        let server = try serve("    git = read\n    public = true")
        try require(git("clone", "-q", "-b", "translations", address(server, nil), "copy"))
        let pushed = try git("push", address(server, admin), "translations", in: "copy")
        #expect(pushed.status != 0, "\(pushed)")
        #expect(pushed.errors.contains("Git may only read this project."), "\(pushed)")
        for path in ["/HEAD", "/objects/info/packs", "/info/refs", "/info/refs?service=git-shell"] {
            let answer = try server.exchange("GET", "/projects/app" + path)
            #expect(answer.status == 404, "\(path): \(answer)")
        }
        server.process.stop()
        let closed = try serve("    public = true")
        let refused = try git("clone", address(closed, nil), "none")
        #expect(refused.errors.contains("This project is not served to Git."), "\(refused)")
    }

    @Test func strangersAreAskedForAToken() throws {
        let server = try serve("    git = write")
        let answer = try server.exchange("GET", "/projects/app/info/refs?service=git-upload-pack")
        #expect(answer.status == 401)
        #expect(answer.headers["www-authenticate"] == #"Basic realm="Dragoman", charset="UTF-8""#)
        let guess = "dgp_" + String(repeating: "a", count: 33)
        #expect(try git("clone", address(server, guess), "none").status != 0)
        // A browser's session is no credential here.
        let cookie = try server.exchange(
            "POST", "/projects/app/git-receive-pack", headers: ["Cookie": "dragoman=x"],
            body: "0000")
        #expect(cookie.status == 401)
    }

    @Test func aBrokenPushChangesNothing() throws {
        let token = try token("Mara", "admin")
        let server = try serve("    git = write")
        let before = try tip()
        let login = Data("x:\(token)".utf8).base64EncodedString()
        for body in ["", "0000", "zzzz", "00a5", String(repeating: "\u{0}", count: 100_000)] {
            let answer = try server.exchange(
                "POST", "/projects/app/git-receive-pack",
                headers: [
                    "Authorization": "Basic \(login)",
                    "Content-Type": "application/x-git-receive-pack-request",
                ], body: body)
            #expect(answer.status < 500, "\(body.prefix(8)): \(answer)")
        }
        // The connection breaks in the middle of a push.
        do {
            let client = try LoopbackClient(port: server.port)
            try client.send(
                "POST /projects/app/git-receive-pack HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Basic \(login)\r\nContent-Length: 1000\r\n\r\n00a5")
        }
        #expect(try tip() == before)
        try require(
            git("clone", "-q", "-b", "translations", address(server, token), "copy"))
    }

    /// The hook may be removed while the project is open.
    @Test func nothingIsPushedWithoutTheHook() throws {
        let admin = try token("Mara", "admin")
        let server = try serve("    git = write")
        let before = try tip()
        try require(dragoman("clone", address(server, admin), "copy", in: "", as: "Mara"))
        try require(dragoman("set", "fr", "greeting", "Bonjour", in: "copy", as: "Mara"))
        try FileManager.default.removeItem(
            atPath: scene.sandbox.directory + "/app/.git/hooks/pre-receive")
        #expect(try git("push", "origin", "translations", in: "copy").status != 0)
        #expect(try tip() == before)
        try require(scene.dragoman("receive", "--install"))
        try require(git("push", "origin", "translations", in: "copy"))
    }

    @Test func aProjectWithoutTheHookIsNotOpened() throws {
        try FileManager.default.removeItem(
            atPath: scene.sandbox.directory + "/app/.git/hooks/pre-receive")
        let server = try serve("    git = write\n    public = true", isReady: false)
        try scene.wait { server.process.said.contains("no hook that judges pushes") }
        #expect(try server.exchange("GET", "/api/v1/projects/app/locales").status == 503)
    }
}
