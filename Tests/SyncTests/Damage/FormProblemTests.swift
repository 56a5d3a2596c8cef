@testable import Sync
import TestWorld
import Testing
import Workspace

/// Reports of `fsck` on valid files and lines that are not in the form that this program writes.
@Suite struct FormProblemTests {
    @Test func whatIsNotCanonicalIsAWarning() throws {
        let sandbox = try Sandbox.withProject()
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        let id = "0000000000000000000000000"
        let lines = [
            #"{"v":1,"id":"\#(id)1","type":"translation.removed","at":"","locale":"fr","section":"default","key":"a","over":["\#(id)3","\#(id)2"]}"#,
            #"{"v":1,"id":"\#(id)2","type":"translation.removed","at":"","locale":"fr","key":"a"}"#,
            #"{"v":1,"id":"\#(id)3","type":"translation.removed","at":"","locale":"fr","section":"default","key":"a","meta":{"po":1.5}}"#,
            #"{"v":1,"id":"\#(id)4","type":"translation.removed","at":"","locale":"fr","section":"default","key":"a","meta":{"po":"\#(String(repeating: "x", count: 4096))"}}"#,
            #"{"v":1,"id":"\#(id)5","type":"locale.added","at":"","locale":"fr","fallback":["EN"]}"#,
        ]
        try sandbox.write(lines.joined(separator: "\n"), to: "tree/events/fr/form.jsonl")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "--no-verify", "-m", "by hand", in: "tree")
        let report = try RepositoryCheck(sandbox.open("app")).run()
        #expect(report.isOK)
        let found = report.problems.filter { $0.path.hasSuffix("form.jsonl") }
        #expect(
            found.sorted { $0.line ?? 0 < $1.line ?? 0 }.map(\.problem) == [
                "The file does not end with a newline.",
                "The ids in “over” are not in ascending order.",
                "The event has a key but no section.",
                "A number in “meta” is not a 64-bit integer.",
                "“meta” has 4105 bytes; the limit is 4096.",
                "The language tag “EN” is not in canonical form.",
            ])
        #expect(found.allSatisfy { !$0.isError })
    }

    @Test func aNameThatIsThereTwiceIsNamedSo() throws {
        let sandbox = try Sandbox.withProject()
        let script = """
            set -e
            a=$(printf 'one\\n' | git hash-object -w --stdin)
            b=$(printf 'two\\n' | git hash-object -w --stdin)
            fr=$(printf '100644 blob %s\\tx.jsonl\\n100644 blob %s\\tx.jsonl\\n' $a $b | git mktree)
            events=$(printf '040000 tree %s\\tfr\\n' $fr | git mktree)
            file=$(git rev-parse translations:dragoman.json)
            root=$(printf '100644 blob %s\\tdragoman.json\\n040000 tree %s\\tevents\\n' $file $events | git mktree)
            git update-ref refs/heads/translations $(git commit-tree -p translations -m twice $root)
            """
        let made = try sandbox.execute("/bin/sh", ["-c", script], in: "app")
        try #require(made.status == 0, "\(made)")
        let named = try RepositoryCheck(sandbox.open("app")).run().problems.filter {
            $0.path == "events/fr/x.jsonl" && $0.line == nil
        }
        #expect(
            named.map(\.problem) == [
                "Another file has the same name, or a name that reads the same; all of these files are read."
            ])
    }
}
