import Machine
import TestWorld
import Testing
import Workspace

/// The syntax that all verbs share: texts that begin with a dash, `-l`, `-o -`, times.
@Suite struct OptionGrammarTests {
    @Test func aTextThatBeginsWithADash() throws {
        let sandbox = try Sessions.project()
        for words in [["--value", "-x"], ["--value=-x"], ["--value", "--yes"]] {
            let result = sandbox.run(["set", "fr", "greeting"] + words, in: "app")
            #expect(result.status == 0, "\(result)")
        }
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "--yes\n")
    }

    @Test(arguments: [
        ["list"], ["todo"], ["status"], ["check"],
        ["template", "--format", "i18next-json", "-s", "default"],
        ["reference", "units", "--dry-run"],
        ["blame"],
        ["log"], ["proposals"],
    ])
    func theLanguageIsNamedByAnOptionToo(_ verb: [String]) throws {
        let sandbox = try Sessions.project()
        Sessions.prepare(sandbox, ["string add hour_plural hours"])
        let short = sandbox.run(verb + ["-l", "fr"], in: "app")
        #expect(short.status < 2, "\(short)")
        let long = sandbox.run(verb + ["--locale", "fr"], in: "app")
        #expect(short.output == long.output)
        #expect(sandbox.run(verb + ["-l", "xx"], in: "app").status == 2)
        guard ["list", "todo", "template"].contains(verb[0]) else { return }
        #expect(sandbox.run(verb + ["fr"], in: "app").output == short.output)
        #expect(sandbox.run(verb + ["fr", "-l", "fr"], in: "app").status == 64)
    }

    @Test func standardOutput() throws {
        let sandbox = try Sessions.project()
        let words = ["export", "--format", "i18next-json", "-l", "fr", "-s", "default"]
        let plain = sandbox.run(words, in: "app")
        #expect(sandbox.run(words + ["-o", "-"], in: "app").output == plain.output)
        #expect(sandbox.run(["export", "-o", "-"], in: "app").status == 2)
        #expect(sandbox.run(["bundle", "-o", "-"], in: "app").status == 64)
        #expect(sandbox.run(["manual", "-o", "-"], in: "app").status == 64)
    }

    @Test func times() throws {
        let now: Int64 = 1_795_253_400_000
        let day: Int64 = 86_400_000
        let start = now - now % day
        #expect(try Timestamp.span(of: "5m", now: now) == (now - 300_000)...(now - 300_000))
        #expect(try Timestamp.span(of: "7d ago", now: now) == (now - 7 * day)...(now - 7 * day))
        #expect(try Timestamp.span(of: "today", now: now) == start...(start + day - 1))
        #expect(try Timestamp.span(of: "yesterday", now: now) == (start - day)...(start - 1))
        let sandbox = try Sessions.project()
        for time in ["5m", "yesterday", "today", "2h ago"] {
            #expect(sandbox.run(["log", "--since", time], in: "app").status == 0)
        }
        #expect(sandbox.run(["log", "--since", "tomorrow"], in: "app").status == 2)
    }
}
