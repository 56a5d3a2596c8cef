import Foundation
import TestWorld
import Testing

/// A repository that a group shares, and pipes in place of files.
@Suite struct SharedRepositoryTests {
    /// Whatever the umask, colleagues can read and write the files that a command creates.
    @Test(arguments: ["077", "022"]) func commandsLeaveWhatTheGroupCanUse(umask: String) throws {
        let sandbox = try Sandbox()
        let script = """
            set -eu
            umask 022; git init -q --shared=group -b main app; umask \(umask)
            cd app
            "$1" init . ; "$1" locale add fr; "$1" string add greeting Hello
            git worktree add -q ../tree translations; chmod 660 ../tree/.git
            "$1" propose fr greeting Bonjour; "$1" review --finish; "$1" gc
            rm -f .git/dragoman/*.sqlite*
            "$1" set fr greeting Bonjour; "$1" rebuild; "$1" receive --install; "$1" status
            # Git itself leaves these two, and their directory, to the umask.
            rm -f .git/worktrees/tree/commondir .git/worktrees/tree/gitdir; chmod 2770 .git/worktrees/tree
            find .git ! -type l ! -perm -g+r; find .git -type d ! -perm -g+rwxs
            find .git -type f -perm -u+w ! -perm -g+w
            """
        let result = try sandbox.execute(
            "/bin/sh", ["-c", script, "sh", try Products.dragoman])
        #expect(result.status == 0, "\(result)")
        let left = result.output.split(separator: "\n").filter { $0.hasPrefix(".git") }
        #expect(left.isEmpty, "\(left)")
    }

    /// Changing a setting keeps the mode of the settings file.
    @Test func settingsKeepTheirMode() throws {
        let sandbox = try Sandbox()
        let script = """
            set -eu
            umask 022; "$1" init app; cd app; umask 077
            "$1" remote add origin ../nowhere; stat -c %a .git/config
            """
        let result = try sandbox.execute("/bin/sh", ["-c", script, "sh", try Products.dragoman])
        #expect(result.output == "644\n", "\(result)")
    }

    /// Only root can run a program as another user.
    @Test(.enabled(if: geteuid() == 0, "Only root can run a program as another user."))
    func whatMayNotBeReadIsToldAsSuch() throws {
        let sandbox = try Sandbox()
        let script = """
            set -eu
            chmod 755 .; umask 022; "$1" init app; cd app
            as() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
            git config --file ../config safe.directory '*'; export GIT_CONFIG_GLOBAL=$PWD/../config
            chmod 700 .git/refs/heads; as "$1" status || echo $?
            chmod 755 .git/refs/heads; chmod 600 .git/refs/heads/*; as "$1" status || echo $?
            chmod 700 .git; as "$1" status || echo $?
            """
        let result = try sandbox.execute("/bin/sh", ["-c", script, "sh", try Products.dragoman])
        #expect(result.output == "2\n2\n2\n", "\(result)")
        #expect(!result.errors.contains("Another Git process"), "\(result)")
        #expect(
            result.errors.components(separatedBy: "Permission denied").count == 4, "\(result)")
    }

    /// A pipe in place of a file does not block: reading continues, and writing reports the pipe.
    @Test(arguments: [
        "dragoman-state/moving", "dragoman-state/write",
        "dragoman-state/walks/translations/review-x.jsonl",
        "dragoman-state/walks/translations/lock", "dragoman/translations.sqlite",
        "dragoman/translations.sqlite-journal", "dragoman/translations.sqlite-wal", "gc.pid",
        "logs/refs/heads/translations", "objects/info/alternates", "hooks/pre-receive",
    ])
    func aPipeIsNotWaitedFor(path: String) throws {
        let sandbox = try Sandbox()
        let script = """
            "$1" init app && cd app && "$1" locale add fr && "$1" string add greeting Hello || exit 9
            mkdir -p "$(dirname ".git/$2")"; rm -f ".git/$2"; mkfifo ".git/$2"
            for verb in status 'set fr greeting Bonjour' 'review --finish' gc fsck 'receive --install'; do
                timeout 60 "$1" $verb || { [ $? -eq 2 ] || exit 8; }
            done
            """
        let result = try sandbox.execute(
            "/bin/sh", ["-c", script, "sh", try Products.dragoman, path])
        #expect(result.status == 0, "\(result)")
    }
}
