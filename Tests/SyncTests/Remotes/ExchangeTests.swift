import Foundation
import Machine
import Sync
import TestWorld
import Testing
import Translation
import Workspace

struct ExchangeTests {
    @Test(arguments: Way.allCases)
    func `two people who sync have the same events`(_ way: Way) throws {
        let hub = try Hub(way)
        let cloned = try hub.run("clone \(hub.url) otto")
        #expect(cloned.errors.contains("2 events, 2 languages"))
        #expect(try hub.sandbox.git("config", "core.bare", in: "otto") == "true\n")
        #expect(
            try hub.sandbox.git(
                "rev-parse", "--abbrev-ref", "translations@{upstream}", in: "otto")
                == "origin/translations\n")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("propose fr greeting Salut --guid g", in: "otto")
        let first = try hub.run("sync", in: "app")
        #expect(first.errors.contains("Sent: 1 event: fr 1."))
        let second = try hub.run("sync", in: "otto")
        #expect(second.errors.contains("Received from origin: 1 event: fr 1. Merged both sides."))
        #expect(second.errors.contains("Sent: 1 event, 1 of them a proposal: fr 1."))
        let third = try hub.run("sync --format json", in: "app")
        #expect(third.output.contains("\"united\": false"))
        try hub.expectSame("app", "otto")
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
        #expect(try hub.run("sync", in: "otto").errors.contains("nothing new"))
    }

    @Test
    func `a sync says what it united that contradicts each other`() throws {
        let hub = try Hub(.path)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("set fr greeting Salut", in: "otto")
        try hub.run("sync", in: "app")
        let united = try hub.run("sync", in: "otto")
        #expect(
            united.errors.hasSuffix("1 conflict: `dragoman conflicts` lists it.\n"), "\(united)")
        #expect(!(try hub.run("sync", in: "otto")).errors.contains("conflict"))
        #expect(!(try hub.run("sync --format json", in: "otto")).output.contains("conflict"))
        try hub.run("propose fr greeting Allô --guid g", in: "app")
        let counted = try hub.run("sync --format json", in: "app")
        #expect(counted.output.contains("\"conflicts\": 1"), "\(counted)")
    }

    @Test(arguments: Way.allCases)
    func `a sync begins anew when somebody was faster`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        let commits = try (1...3).map { number in
            try hub.run("propose fr greeting 'Salut \(number)' --guid g\(number)", in: "otto")
            return try hub.sandbox.commit("translations", in: "otto")
        }
        let rounds = try hub.race(commits, of: "otto")
        let report = try hub.exchange("app").sync()
        #expect(try hub.sandbox.read(rounds) == "\n\n\n\n")
        #expect(report.isUnited)
        #expect(report.received.proposals == 3)
        #expect(try hub.tip == report.commit)
        try hub.run("sync", in: "otto")
        try hub.expectSame("app", "otto")
    }

    @Test
    func `a relative path starts where people work, from wherever it is used`() throws {
        let hub = try Hub(.path)
        try hub.sandbox.git("clone", "-q", "hub.git", "checked")
        for name in ["app", "checked"] {
            try hub.sandbox.git("remote", "set-url", "origin", "../hub.git", in: name)
        }
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("-C app sync", in: "")
        try hub.run("-C checked sync", in: "")
        try hub.run("fetch", in: "checked/.github")
        try hub.expectSame("app", "checked")
    }

    /// A server's messages about a push that is retried are not shown.
    @Test func `only the words to the push that counts are told`() throws {
        let hub = try Hub(.path)
        try hub.run("set fr greeting Bonjour", in: "app")
        // The branch is locked while the hook runs, the first two times.
        try hub.sandbox.write(
            """
            #!/bin/sh
            echo "this is push $(ls pushes | wc -l)"
            if [ "$(ls pushes | wc -l)" -lt 2 ]; then touch refs/heads/translations.lock
            else rm -f refs/heads/translations.lock; fi
            touch "pushes/$$"

            """, to: "hub.git/hooks/pre-receive")
        try hub.sandbox.write("", to: "hub.git/pushes/.keep")
        #expect(chmod(hub.sandbox.directory + "/hub.git/hooks/pre-receive", 0o755) == 0)
        let synced = try hub.run("sync --format json", in: "app")
        #expect(synced.errors == "remote: this is push 2\n")
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
    }

    @Test(arguments: Way.allCases)
    func `the lock of a remote-tracking branch that a killed fetch left goes`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        let lock = "refs/remotes/origin/translations.lock"
        try hub.sandbox.write("", to: "otto/.git/" + lock)
        let now = Date().timeIntervalSince1970 * 1000
        hub.sandbox.advanceClock(milliseconds: Int64(now) - hub.sandbox.host().now())
        // It is too recent to count as stale, so sync waits for it.
        let synced = try hub.run("sync", in: "otto")
        #expect(
            synced.errors.contains("Waiting for a lock that another process holds or left behind."))
        #expect(synced.errors.contains("A stale lock was removed: \(lock)."))
        try hub.expectSame("app", "otto")
    }

    @Test(arguments: Way.allCases)
    func `a lock that somebody holds is named, and stays`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        let lock = hub.sandbox.directory + "/otto/.git/refs/remotes/origin/translations.lock"
        try hub.sandbox.write("", to: "otto/.git/refs/remotes/origin/translations.lock")
        let held = try #require(FileHandle(forWritingAtPath: lock))
        let words = try hub.refused("sync --format json", in: "otto")
        #expect(words.contains("\"code\":\"busy\""), "\(words)")
        #expect(words.contains("translations.lock"), "\(words)")
        try held.close()
        try FileManager.default.removeItem(atPath: lock)
        try hub.run("sync", in: "otto")
        try hub.expectSame("app", "otto")
    }

    @Test
    func `a push to a path removes the lock that a dead one left there`() throws {
        let hub = try Hub(.path)
        try hub.run("set fr greeting Bonjour", in: "app")
        let lock = "hub.git/refs/heads/translations.lock"
        try hub.sandbox.write("", to: lock)
        #expect(try hub.refused("push", in: "app").contains("“translations” is locked at"))
        // The sandbox's clock is behind the wall clock, which dates the files.
        let age = Date(timeIntervalSince1970: Double(Sandbox.start) / 1000 - 11)
        try FileManager.default.setAttributes(
            [.modificationDate: age], ofItemAtPath: hub.sandbox.directory + "/" + lock)
        let pushed = try hub.run("push", in: "app")
        #expect(pushed.errors.contains("was removed: refs/heads/translations."))
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
    }

    @Test(arguments: Way.allCases)
    func `a branch that is gone at the remote is sent again`(_ way: Way) throws {
        let hub = try Hub(way)
        let tip = try hub.tip
        try hub.sandbox.git("update-ref", "-d", "refs/heads/translations", in: "hub.git")
        let fetched = try hub.run("fetch", in: "app")
        #expect(fetched.errors.contains("no longer has a branch “translations”."))
        let synced = try hub.run("sync", in: "app")
        #expect(synced.errors.contains("Sent: 2 events"), "\(synced)")
        #expect(try hub.tip == tip)
        #expect(try hub.run("sync", in: "app").errors.contains("Sent: nothing new."))
    }

    @Test
    func `what came is told although the push is refused`() throws {
        let hub = try Hub(.path)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        try hub.run("propose fr greeting Salut --guid g", in: "otto")
        try hub.addHook("pre-receive", "exit 1\n", to: "hub.git")
        let words = try hub.refused("sync", in: "otto")
        #expect(
            words.contains("warning: Received 1 event from origin; nothing was sent.\n"), "\(words)"
        )
    }

    @Test func `git is run without replacements and grafts`() throws {
        let hub = try Hub(.path)
        let seen = hub.sandbox.directory + "/seen"
        try hub.sandbox.write(
            "#!/bin/sh\nenv | grep -e GRAFT -e REPLACE >> '\(seen)'\nexec /usr/bin/git \"$@\"\n",
            to: "bin/git")
        try hub.sandbox.execute("/bin/chmod", ["+x", hub.sandbox.directory + "/bin/git"])
        try hub.run("set fr greeting Bonjour", in: "app")
        let result = hub.sandbox.run(
            ["sync"], in: "app",
            environment: [
                "PATH": hub.sandbox.directory + "/bin:/usr/bin:/bin",
                "GIT_GRAFT_FILE": hub.sandbox.directory + "/grafts",
            ])
        #expect(result.status == 0, "\(result)")
        let lines = Set(try hub.sandbox.read("seen").split(separator: "\n"))
        #expect(lines == ["GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=/dev/null/none"])
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
    }

    @Test(arguments: Way.allCases)
    func `a push that is no fast-forward is refused`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        let before = try hub.tip
        try hub.run("set fr greeting Salut", in: "otto")
        let words = try hub.refused("push", in: "otto")
        #expect(words.contains("has commits on “translations” that are not in this repository."))
        #expect(words.contains("`dragoman sync`"))
        #expect(try hub.tip == before)
    }

    @Test(arguments: Way.allCases)
    func `a push that lacks an event is refused, and the remote's loss is mended`(_ way: Way) throws
    {
        let hub = try Hub(way)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        let kept = try hub.tip
        // Plain git removes the events, first by a commit and then by force.
        try hub.sandbox.git("worktree", "add", "-q", "../work", "translations", in: "app")
        try hub.sandbox.git("revert", "--no-edit", "HEAD", in: "work")
        #expect(try hub.refused("push", in: "app").contains("an event is missing"))
        #expect(try hub.tip == kept)
        try hub.sandbox.git("push", "-q", "../hub.git", "HEAD:translations", in: "work")
        try hub.sandbox.git("reset", "-q", "--hard", kept, in: "work")
        #expect(try hub.refused("sync", in: "app").contains("an event is missing"))
        let mended = try hub.run("sync --restore", in: "app")
        #expect(mended.errors.contains("Added 1 lost event again."))
        try hub.run("sync", in: "otto")
        try hub.expectSame("app", "otto")
        #expect(try hub.run("get fr greeting", in: "otto").output == "Bonjour\n")
    }

    @Test(arguments: Way.allCases)
    func `a branch that was forced back is named, and sync puts it right`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        let kept = try hub.tip
        try hub.sandbox.git(
            "update-ref", "refs/heads/translations", "\(kept)~1", in: "hub.git")
        let fetched = try hub.run("fetch", in: "app")
        #expect(fetched.errors.contains("(forced)"))
        #expect(fetched.errors.contains("warning: origin lost 1 event: "))
        try hub.run("sync", in: "app")
        #expect(try hub.tip == kept)
    }

    @Test(arguments: Way.allCases)
    func `another project is refused, and nothing changes`(_ way: Way) throws {
        let hub = try Hub(way)
        #expect(hub.sandbox.run(["init", "other"]).status == 0)
        try hub.run("remote add origin \(hub.url)", in: "other")
        let before = try hub.sandbox.commit("translations", in: "other")
        #expect(try hub.refused("sync", in: "other").contains("another project's translations"))
        #expect(try hub.refused("push", in: "other").contains("`dragoman sync`"))
        #expect(try hub.sandbox.commit("translations", in: "other") == before)
    }

    @Test(arguments: Way.allCases)
    func `what cannot be reached or is not there is refused, and nothing changes`(_ way: Way) throws
    {
        let hub = try Hub(way)
        let before = try hub.sandbox.commit("translations", in: "app")
        let url = way == .server ? "git://127.0.0.1:1/x" : "/none/x.git"
        try hub.run("remote set-url origin \(url)", in: "app")
        for verb in ["fetch", "push", "sync"] {
            let words = try hub.refused("\(verb) --format json", in: "app")
            #expect(
                words.contains(
                    way == .server ? "\"code\":\"unreachable\"" : "\"code\":\"remote-missing\""),
                "\(verb): \(words)")
        }
        #expect(try hub.sandbox.commit("translations", in: "app") == before)
        #expect(try hub.refused("clone \(url) nowhere").contains("refused: "))
        #expect(!FileManager.default.fileExists(atPath: hub.sandbox.directory + "/nowhere"))
        let missing = hub.url.replacing("hub.git", with: "none.git")
        let refused = try hub.refused("clone \(missing) nowhere")
        #expect(refused.contains("There is no repository"))
        // No remote exists yet, so its address cannot be the cause.
        #expect(refused.contains("hint: Check the address"))
    }

    @Test(arguments: Way.allCases)
    func `what is no project is not cloned, and nothing is left`(_ way: Way) throws {
        let hub = try Hub(way)
        let sandbox = hub.sandbox
        try sandbox.git("init", "-q", "--bare", "empty.git")
        let empty = hub.url.replacing("hub.git", with: "empty.git")
        #expect(try hub.refused("clone \(empty) x").contains("is empty"))
        try sandbox.git("init", "-q", "-b", "translations", "code")
        try sandbox.git("commit", "-q", "--allow-empty", "-m", "code", in: "code")
        let code = hub.url.replacing("hub.git", with: "code")
        #expect(try hub.refused("clone \(code) x").contains("it has no dragoman.json"))
        #expect(try hub.refused("clone \(code) x --branch tra").contains("nearest: translations"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/x"))
        try sandbox.write("mine", to: "full/file")
        #expect(try hub.refused("clone \(hub.url) full").contains("not empty"))
        // The remains of a killed clone are removed, and block nothing.
        try sandbox.write("", to: "half/.dragoman-clone-1/.git/HEAD")
        try hub.run("clone \(hub.url) half")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/half")
        #expect(names == [".git"])
    }

    @Test(arguments: Way.allCases)
    func `a work tree follows, and a dirty one is refused`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.run("clone \(hub.url) otto")
        try hub.sandbox.git("worktree", "add", "-q", "../work", "translations", in: "otto")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        try hub.sandbox.write("mine", to: "work/README.md")
        #expect(try hub.refused("sync", in: "otto").contains("that work tree has changes"))
        try hub.sandbox.git("checkout", "-q", ".", in: "work")
        try hub.run("sync", in: "otto")
        #expect(try hub.sandbox.git("status", "--porcelain", in: "work") == "")
        try hub.expectSame("app", "otto")
    }

    @Test func `a shallow clone works and syncs`() throws {
        let hub = try Hub(.server)
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        try hub.run("clone --depth 1 \(hub.url) ci")
        #expect(try hub.sandbox.git("rev-list", "--count", "translations", in: "ci") == "1\n")
        try hub.run("propose fr greeting Salut --guid g", in: "ci")
        try hub.run("set fr greeting 'Bon matin'", in: "app")
        try hub.run("push", in: "app")
        try hub.run("sync", in: "ci")
        try hub.run("sync", in: "app")
        try hub.expectSame("app", "ci")
    }

    @Test func `without git, a transfer says how to install it`() throws {
        let hub = try Hub(.path)
        try hub.run("set fr greeting Bonjour", in: "app")
        let nothing = ["PATH": hub.sandbox.directory]
        for verb in [["fetch"], ["push"], ["sync"]] {
            let refused = hub.sandbox.run(verb, in: "app", environment: nothing)
            #expect(refused.status == 2)
            #expect(
                refused.errors.contains("Transfers need git, which is not in PATH"), "\(refused)")
            #expect(refused.errors.contains("hint: Install it: `apt install git`"), "\(refused)")
        }
        let refused = hub.sandbox.run(["clone", hub.url, "x"], environment: nothing)
        #expect(refused.errors.contains("Transfers need git, which is not in PATH"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: hub.sandbox.directory + "/x"))
    }

    @Test func `removed settings are named and change nothing`() throws {
        let hub = try Hub(.path)
        try hub.sandbox.git("config", "dragoman.transport", "libgit2", in: "app")
        let synced = hub.sandbox.run(
            ["sync"], in: "app", environment: ["DRAGOMAN_TRANSPORT": "auto"])
        #expect(synced.status == 0)
        #expect(
            synced.errors.contains("warning: dragoman.transport = libgit2 no longer has any effect")
        )
        #expect(synced.errors.contains("Remove it with `git config --unset dragoman.transport`."))
        #expect(synced.errors.contains("warning: DRAGOMAN_TRANSPORT no longer has any effect"))
    }

    @Test func `a hook's words are shown made harmless`() throws {
        let hub = try Hub(.path)
        try hub.sandbox.write(
            "#!/bin/sh\nprintf 'not on a \\033[31mSunday\\033[0m\\n'\nexit 1\n",
            to: "hub.git/hooks/pre-receive")
        let hook = hub.sandbox.directory + "/hub.git/hooks/pre-receive"
        #expect(chmod(hook, 0o755) == 0)
        try hub.run("set fr greeting Bonjour", in: "app")
        let words = try hub.refused("sync", in: "app")
        #expect(words.contains("remote: not on a Sunday\n"))
        #expect(words.contains("(pre-receive hook declined): not on a Sunday."))
    }

    @Test func `remotes are managed, and tags go along`() throws {
        let hub = try Hub(.path)
        try hub.run("remote rename origin hub", in: "app")
        try hub.run("remote add backup https://ines:secret@host/a.git", in: "app")
        let list = try hub.run("remote", in: "app").output
        #expect(list.contains("https://ines@host/a.git") && !list.contains("secret"))
        try hub.run("remote remove backup", in: "app")
        #expect(try hub.refused("fetch hup", in: "app").contains("nearest: hub"))
        #expect(try hub.refused("remote add hub /x", in: "app").contains("already"))
        try hub.sandbox.git("tag", "-a", "-m", "x", "v1", "translations", in: "app")
        #expect(try hub.run("push --tags", in: "app").errors.contains("Tags: v1."))
        #expect(try hub.sandbox.git("cat-file", "-t", "v1", in: "hub.git") == "tag\n")
        try hub.run("clone \(hub.url) otto")
        #expect(try hub.sandbox.git("tag", in: "otto") == "v1\n")
    }
}
