import Foundation
import JSON
import TestWorld
import Testing
import Texts
import Translation

/// Pushes that break a rule are refused.
@Suite struct AttackTests {
    /// A way to break a rule, by name.
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let rules: [String]
        let prepare: @Sendable (JudgedServer) throws -> Void

        init(
            _ name: String, _ rules: String...,
            prepare: @escaping @Sendable (JudgedServer) throws -> Void
        ) {
            self.name = name
            self.rules = rules
            self.prepare = prepare
        }

        var testDescription: String { name }
    }

    @Test(arguments: rights + forms + histories)
    func isRefused(attack: Attack) throws {
        let server = try JudgedServer()
        try attack.prepare(server)
        let verdict = try server.push()
        #expect(verdict.errors == attack.rules.sorted(), "\(verdict.text)")
        #expect(verdict.status == 1, "\(verdict.text)")
    }

    static let text = Payload.translationSet(Value("Salut"))

    // MARK: Permissions

    static let rights: [Attack] = [
        Attack("foreign actor", "actor") { server in
            try server.add(try server.event(1, text, by: "mara@example.org"))
        },
        Attack("nobody", "actor") { server in
            try server.add(try server.event(1, text, by: nil))
        },
        Attack("self-made reviewer, in one push", "maintainer", "reviewer") { server in
            try server.add(
                try server.event(1, reviewers(["ines@example.org"]), locale: "en", key: nil))
            try server.add(
                try server.event(
                    2,
                    .proposalAccepted(
                        Acceptance(proposal: server.proposal(), value: Value("Adieu")))))
        },
        Attack("rejection", "reviewer") { server in
            try server.add(
                try server.event(1, .proposalRejected(Verdict(proposal: server.proposal()))))
        },
        Attack("vouching", "reviewer") { server in
            let id = server.id(9)
            try server.add(try server.event(1, .translationReviewed(text: id, reason: nil)))
        },
        Attack("an acceptance of the reviewer under a new id", "actor") { server in
            try server.add(
                try server.event(
                    1,
                    .proposalAccepted(
                        Acceptance(proposal: server.proposal(), value: Value("Adieu"))),
                    by: "mara@example.org"))
        },
        Attack("deletion for another guid", "owner") { server in
            try server.add(
                try server.event(
                    1,
                    .proposalDeleted(
                        Verdict(proposal: server.proposal(), guid: HashedGuid("GUIDOFINES")))))
        },
        Attack("deletion as a person", "owner") { server in
            try server.add(
                try server.event(1, .proposalDeleted(Verdict(proposal: server.proposal()))))
        },
        Attack("another's guid, which is no secret", "owner") { server in
            let guid = try server.guidOfProposal()
            try server.add(
                try server.event(1, .proposalMade(ProposedText(value: Value("Ciao"), guid: guid))))
        },
        Attack("taking back what somebody else proposed", "owner") { server in
            let id = try server.proposal()
            try server.add(
                try server.event(1, .commentAdded(proposal: nil, text: "!")) { $0.undoes = [id] })
        },
        Attack("taking back what is not here", "reviewer") { server in
            let id = server.id(99)
            try server.add(
                try server.event(1, .commentAdded(proposal: nil, text: "!")) { $0.undoes = [id] })
        },
        Attack("a copy that says something else", "copy") { server in
            let id = try server.proposal()
            try server.add(try server.event(1, text) { $0.copies = id })
        },
        Attack("a file for maintainers", "maintainer") { server in
            try server.add(Array("jobs:\n".utf8), at: ".github/workflows/other.yml")
        },
    ]

    private static func reviewers(_ people: [String]) -> Payload {
        .settingChanged(
            name: "reviewers",
            value: .object(
                JSONObject(uniqueMembers: [("fr", .array(people.map(JSONValue.string)))])))
    }

    // MARK: Files and lines

    static let forms: [Attack] = [
        Attack("no event", "malformed") { server in
            let id = server.id(1).description
            try server.add(Array("{}\n".utf8), at: "events/fr/A/B/C/\(id).jsonl")
        },
        Attack("no newline at the end", "malformed") { server in
            let event = try server.event(1, text)
            try server.add(event.line, at: JudgedServer.path(of: event))
        },
        Attack("a higher version", "version") { server in
            let id = server.id(1).description
            try server.add(
                Array(#"{"v":2,"id":"\#(id)"}"#.utf8) + [10], at: "events/fr/A/B/C/\(id).jsonl")
        },
        Attack("a clock ahead", "clock") { server in
            try server.add(try server.event(1, text, later: 25 * 3_600_000))
        },
        Attack("a time ahead", "clock") { server in
            try server.add(try server.event(1, text) { $0.at = "2026-11-23T09:31:00.000Z" })
        },
        Attack("another language's folder", "path") { server in
            let event = try server.event(1, text)
            try server.add(event, at: "events/de/A/B/C/\(event.id).jsonl")
        },
        Attack("another name", "file") { server in
            try server.add(
                try server.event(1, text), at: "events/fr/A/B/C/\(server.id(2)).jsonl")
        },
        Attack("a forged segment", "file") { server in
            let name = "s-" + String(repeating: "0", count: 64)
            try server.add(try server.event(1, text), at: "events/fr/\(name).jsonl")
        },
        Attack("a symbolic link", "file") { server in
            try server.add(
                Array("/etc/passwd".utf8), at: "events/fr/A/B/C/\(server.id(1)).jsonl",
                mode: "120000")
        },
        Attack("an executable", "file") { server in
            let event = try server.event(1, text)
            try server.add(
                event.line + [10], at: JudgedServer.path(of: event), mode: "100755")
        },
        Attack("a submodule", "file") { server in
            let commit = try server.commit("HEAD")
            try server.git(
                "update-index", "--add", "--cacheinfo", "160000,\(commit),events/fr/other")
            try server.git("commit", "-q", "-m", "by hand")
        },
        Attack("another file in the log", "path") { server in
            try server.add(Array("notes\n".utf8), at: "events/fr/notes.txt")
        },
        Attack("a directory with a space", "path") { server in
            let event = try server.event(1, text)
            try server.add(event, at: "events/fr/A B/\(event.id).jsonl")
        },
        Attack("no language", "path") { server in
            let event = try server.event(1, text)
            try server.add(event, at: "events/fr_FR/\(event.id).jsonl")
        },
        Attack("a name that some file systems take for the log", "path", "maintainer") { server in
            let event = try server.event(1, text)
            try server.add(event, at: "Events/fr/A/B/C/\(event.id).jsonl")
        },
        Attack("a language tag of 101 characters", "malformed") { server in
            let tag = "fr-x" + String(repeating: "-abcdefg", count: 12) + "h"
            let attributes = LocaleAttributes(name: nil, fallback: [], isPlanned: false)
            try server.add(
                try server.event(1, .localeAdded(attributes), locale: tag, key: nil))
        },
        Attack("a fallback with a language tag of 101 characters", "malformed") { server in
            let tag = "fr-x" + String(repeating: "-abcdefg", count: 12) + "h"
            let attributes = LocaleAttributes(
                name: nil, fallback: [try #require(LanguageTag(tag))], isPlanned: false)
            try server.add(
                try server.event(1, .localeAdded(attributes), locale: "de", key: nil))
        },
        Attack("a line of 17 MiB", "file") { server in
            let id = server.id(1).description
            try server.add(
                Array(repeating: UInt8(ascii: "a"), count: 17 << 20) + [10],
                at: "events/fr/A/B/C/\(id).jsonl")
        },
        Attack("a large file of several events", "file") { server in
            let large = Payload.translationSet(Value(String(repeating: "a", count: 1 << 20)))
            let first = try server.event(1, large)
            try server.add(first, try server.event(2, text))
        },
        Attack("the project's file", "project") { server in
            try server.add(Array("{}".utf8), at: "dragoman.json")
        },
        Attack("no project's file", "project") { server in
            try server.git("rm", "-q", "dragoman.json")
            try server.git("commit", "-q", "-m", "by hand")
        },
    ]

    // MARK: Existing events

    static let histories: [Attack] = [
        Attack("a deleted file", "lost") { server in
            try server.git("rm", "-q", try server.frenchFile())
            try server.git("commit", "-q", "-m", "by hand")
        },
        Attack("an altered file", "altered", "malformed") { server in
            let path = try server.frenchFile()
            let text = try server.sandbox.read("work/" + path)
            try server.add(Array((text.dropLast() + " ").utf8), at: path)
        },
        Attack("the same id with smaller bytes, in another file", "altered") { server in
            let path = try server.frenchFile()
            let line = Array(try server.sandbox.read("work/" + path).utf8.dropLast())
            guard case .event(var event) = try Event.read(line: line) else { return }
            event.at = "2026-11-21T09:00:00.000Z"
            event.actor = Actor(name: "A", email: "ines@example.org")
            try server.add(event, at: "events/fr/A/A/A/A/\(event.id).jsonl")
        },
        Attack("a commit that takes away what the next brings back otherwise", "lost") { server in
            let event = try server.event(1, text)
            try server.add(event)
            try server.git("rm", "-q", JudgedServer.path(of: event))
            try server.git("commit", "-q", "-m", "by hand")
        },
        Attack("a forced push", "lost", "rewound") { server in
            try server.git("reset", "-q", "--hard", "HEAD~1")
        },
        Attack("another history with the same events", "rewound") { server in
            try server.git("checkout", "-q", "--orphan", "other")
            try server.git("commit", "-q", "-m", "squashed")
        },
        Attack("our side of a merge", "lost") { server in
            try server.git("checkout", "-q", "-b", "other", "HEAD~1")
            try server.git("commit", "-q", "--allow-empty", "-m", "other")
            try server.git("merge", "-q", "-s", "ours", "-m", "ours", "translations")
        },
    ]

    @Test func theBranchStays() throws {
        let server = try JudgedServer()
        #expect(try server.push(nil).errors == ["rewound"])
    }

    @Test(arguments: ["translations", "heads/translations"])
    func noTagIsNamedAsTheBranch(name: String) throws {
        let server = try JudgedServer()
        #expect(try server.push(to: "refs/tags/" + name).errors == ["tag"])
        #expect(try server.push(to: "refs/tags/v1").status == 0)
    }
}
