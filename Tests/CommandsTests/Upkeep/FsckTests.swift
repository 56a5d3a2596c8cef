import TestKit
import TestWorld
import Testing

@Suite struct FsckTests {
    @Test func aReadModelThatSaysSomethingElseIsNamedWithWhatToDo() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["get", "fr", "greeting"], in: "app")
        let change = """
            import glob, sqlite3
            database = sqlite3.connect(glob.glob(".git/dragoman/*.sqlite")[0])
            database.execute("UPDATE subject SET is_flagged = 1 WHERE is_flagged = 0")
            database.commit()
            """
        let changed = try sandbox.execute("/usr/bin/env", ["python3", "-c", change], in: "app")
        #expect(changed.status == 0, "\(changed)")
        let fsck = sandbox.run(["fsck"], in: "app")
        #expect(fsck.status == 1)
        #expect(
            fsck.output.contains(
                "of the read model does not match the log. `dragoman rebuild` rebuilds it"),
            "\(fsck)")
        #expect(sandbox.run(["rebuild"], in: "app").status == 0)
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    @Test func damagedByHand() throws {
        let sandbox = try Sessions.project()
        let before = sandbox.run(["fsck", "--format", "json"], in: "app")
        #expect(before.status == 0)
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        let path =
            try sandbox.git("ls-files", "events/fr", in: "tree")
            .split(separator: "\n").map(String.init).last ?? ""
        let line = try sandbox.read("tree/" + path)
        try sandbox.write(String(line.dropLast(12)) + "\n", to: "tree/" + path)
        try sandbox.git("commit", "-q", "--no-verify", "-am", "by hand", in: "tree")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "fsck", "fsck --format json", "status", "set fr greeting Salut",
                    "get fr greeting",
                ]),
            "damaged.txt")
    }

    @Test func revertedAndRestored() throws {
        let sandbox = try Sessions.project()
        let digest = sandbox.run(["rebuild"], in: "app").output
        let commit = try sandbox.git("rev-parse", "translations~1", in: "app")
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.git("revert", "--no-edit", String(commit.prefix(40)), in: "tree")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").status == 1)
        let lost = sandbox.run(["fsck"], in: "app")
        #expect(lost.status == 1)
        #expect(lost.output.contains("removed the event"))
        let restored = sandbox.run(["fsck", "--restore"], in: "app")
        #expect(restored.status == 0, "\(restored)")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Bonjour\n")
        #expect(sandbox.run(["rebuild"], in: "app").output == digest)
    }

    @Test func rebuildAndFsck() throws {
        let sandbox = try Sessions.project()
        assertGolden(
            Sessions.transcript(
                sandbox, ["rebuild", "rebuild --format json", "fsck", "fsck --format json"]),
            "fsck.txt")
    }

    @Test func restoringKeepsWhatADamagedFileStillHolds() throws {
        let sandbox = try Sessions.project()
        try sandbox.write(
            "{\n  \"Log in\": \"Entrer\",\n  \"greeting\": \"Salut\"\n}\n",
            to: "app/fr/default.json")
        sandbox.run(["import", "fr/default.json"], in: "app")
        let digest = sandbox.run(["rebuild"], in: "app").output
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        let path =
            try sandbox.git("diff", "--name-only", "HEAD~1", in: "tree")
            .split(separator: "\n").map(String.init).first ?? ""
        let lines = try sandbox.read("tree/" + path).split(separator: "\n")
        // Two texts, and the record of the file.
        #expect(lines.count == 3)
        try sandbox.write("{\n\(lines[1])\n\(lines[2])\n", to: "tree/" + path)
        try sandbox.git("commit", "-q", "--no-verify", "-am", "by hand", in: "tree")
        let restored = sandbox.run(["fsck", "--restore"], in: "app")
        #expect(restored.errors.contains("Restored 1 event."))
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
        #expect(sandbox.run(["get", "fr", "Log in"], in: "app").output == "Entrer\n")
        #expect(try sandbox.read("tree/" + path).hasSuffix("\(lines[1])\n\(lines[2])\n"))
        #expect(sandbox.run(["rebuild"], in: "app").output == digest)
    }
}
