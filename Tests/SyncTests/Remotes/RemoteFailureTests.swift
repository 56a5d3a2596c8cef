import Git
import Machine
@testable import Sync
import TestWorld
import Testing
import Translation

@testable import Workspace

struct RemoteFailureTests {
    /// Messages of git 2.39, OpenSSH 9.2 and curl.
    private static let cases: [(String, RemoteFailure.Kind)] = [
        (
            "Host key verification failed.\nfatal: Could not read from remote repository.\n",
            .unknownHostKey
        ),
        (
            "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.\n",
            .changedHostKey
        ),
        ("git@host: Permission denied (publickey).\nfatal: Could not read from…", .authentication),
        (
            "fatal: could not read Username for 'https://host': terminal prompts disabled\n",
            .authentication
        ),
        ("fatal: Authentication failed for 'https://host/a/'\n", .authentication),
        (
            "fatal: unable to access 'https://host/a/': The requested URL returned error: 403\n",
            .forbidden
        ),
        ("fatal: unable to access 'https://host/': Could not resolve host: host\n", .unreachable),
        (
            "ssh: Could not resolve hostname host: Name or service not known\nfatal: Could not read from remote repository.\n",
            .unreachable
        ),
        (
            "fatal: unable to connect to 127.0.0.1:\n127.0.0.1[0: 127.0.0.1]: errno=Connection refused\n",
            .unreachable
        ),
        ("ssh: connect to host host port 22: Connection timed out\n", .unreachable),
        ("fatal: repository 'https://host/a.git/' not found\n", .missing),
        ("fatal: '/srv/a' does not appear to be a git repository\n", .missing),
        ("ERROR: Repository not found.\nfatal: Could not read from remote repository.\n", .missing),
        (
            "fatal: remote error: access denied or repository not exported: /a.git\n", .missing
        ),
        (
            "fatal: https://host/info/refs not valid: is this a git repository?\n", .notGit
        ),
        ("fatal: protocol error: bad line length character: HTTP\n", .notGit),
        ("fatal: the remote end hung up unexpectedly\nfatal: early EOF\n", .brokenOff),
        (
            "error: cannot lock ref 'refs/remotes/origin/x': Unable to create '/a/.git/refs/remotes/origin/x.lock': File exists.\n",
            .locked
        ),
        ("fatal: couldn't find remote ref refs/heads/x\n", .noSuchReference),
        ("error: unable to write file: No space left on device\nfatal: write error\n", .diskFull),
        (
            "fatal: unable to access 'https://host/': server certificate verification failed.",
            .certificate
        ),
        (
            "fatal: detected dubious ownership in repository at '/srv/a'\nTo add an exception for this directory, call:\n\n\tgit config --global --add safe.directory /srv/a\nfatal: Could not read from remote repository.\n",
            .owner
        ),
        (
            "ERROR: This deploy key is read-only\nfatal: Could not read from remote repository.\n",
            .forbidden
        ),
        ("This account is disabled.\nfatal: Could not read from remote repository.\n", .other),
        ("fatal: Could not read from remote repository.\n", .brokenOff),
        ("error: cannot run ssh: No such file or directory\nfatal: unable to fork\n", .other),
        (
            "fatal: unable to access 'https://host/a/': The requested URL returned error: 503\n",
            .brokenOff
        ),
        ("fatal: Something new\n", .other),
    ]

    @Test(arguments: cases)
    private func `words give the reason`(_ words: String, _ kind: RemoteFailure.Kind) throws {
        let address = try RemoteAddress("https://host/a.git", from: "/")
        #expect(RemoteFailure(gitErrors: words, address: address).kind == kind)
    }

    @Test func `the reason is shown, and not what follows from it`() throws {
        let address = try RemoteAddress("git@host:a", from: "/")
        let failure = RemoteFailure(
            gitErrors: """
                Welcome to the host.
                ERROR: Your account is suspended.
                fatal: Could not read from remote repository.

                Please make sure you have the correct access rights
                and the repository exists.

                """, address: address)
        #expect(failure.words == "Your account is suspended")
    }

    @Test func `what the other side says to people gives no reason`() throws {
        let address = try RemoteAddress("https://host/a.git", from: "/")
        let failure = RemoteFailure(
            gitErrors:
                "remote: Connection refused \u{1B}[31mis\u{1B}[0m a string of ours\nfatal: Odd.\n",
            address: address)
        #expect(failure == RemoteFailure(kind: .other, address: address, words: "Odd"))
    }

    @Test(arguments: RemoteFailure.Kind.allCases, ["git@host:a", "/srv/a", "https://u:p@host/a"])
    func `every reason is a sentence and a hint`(_ kind: RemoteFailure.Kind, _ text: String) throws
    {
        let address = try RemoteAddress(text, from: "/")
        let refusal = RemoteFailure(kind: kind, address: address, words: "why").refusal()
        #expect(refusal.message.hasSuffix("."))
        #expect(!refusal.message.contains(":p@"))
        #expect(!refusal.hint.typed.isEmpty)
    }

    @Test(
        arguments: [
            ("fetch first", .moved), ("non-fast-forward", .moved), ("failed to update ref", .moved),
            ("incorrect old value provided", .moved), ("pre-receive hook declined", .declined),
            ("protected branch hook declined", .declined),
            ("branch is currently checked out", .checkedOut),
            ("shallow update not allowed", .shallow),
            ("unpacker error", .other),
        ] as [(String, PushRejection.Kind)])
    func `a rejection is read`(_ reason: String, _ kind: PushRejection.Kind) throws {
        let rejection = PushRejection(
            branch: "translations", address: try RemoteAddress("/srv/a", from: "/"), reason: reason,
            words: ["no"])
        #expect(rejection.kind == kind)
        #expect(rejection.refusal.message.hasSuffix("."))
    }

    @Test func `what git says of a push is read`() throws {
        let name = try #require(ReferenceName(branch: "translations"))
        let output = """
            To /srv/a
            !\trefs/heads/x:refs/heads/translations\t[remote rejected] (pre-receive hook \u{1B}[1mdeclined)
            Done
            """
        #expect(
            GitTransport.statuses(in: output)
                == [PushStatus(name: name, rejection: "pre-receive hook declined")])
        #expect(
            GitTransport.statuses(in: " \tabc:refs/heads/translations\t1..2\n")
                == [PushStatus(name: name, rejection: nil)])
    }

    @Test func `progress is told from words`() {
        let step = GitTalk.progress("Receiving objects:  45% (9/20), 1.20 MiB | 2.00 MiB/s")
        #expect(step?.work == "Receiving objects, 1.20 MiB")
        #expect(step?.done == 9)
        #expect(step?.total == 20)
        #expect(GitTalk.progress("Look at (9/20)") == nil)
        #expect(GitTalk.isProgress("Total 3 (delta 0), reused 0 (delta 0)"))
        #expect(!GitTalk.isProgress("not on a Sunday"))
    }

    @Test func `words come in parts and are made harmless`() {
        var words = RemoteWords()
        #expect(words.take("not on") == [])
        #expect(
            words.take(" a \u{1B}[31mSunday\u{1B}[0m\u{7}\nCounting 5%\r") == ["not on a Sunday"])
        #expect(words.take("and\tnot here") == [])
        #expect(words.finish() == ["and not here"])
        #expect(words.lines == ["not on a Sunday", "and not here"])
    }
}
