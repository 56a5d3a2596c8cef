import Commands
import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// “Why does it say that?”: `log`, `show` and `blame`, as text and as JSON.
@Suite struct StoryTextTests {
    /// A text with a history: proposed twice, discussed, rejected, reopened, accepted with an edit,
    /// flagged, replaced, restored, and renamed; the source changed in between.
    private struct Past {
        let sandbox: Sandbox
        let proposal: String

        init() throws {
            sandbox = try Sessions.project()
            let fr = try Workspace.language("fr") { _ in }
            let place = UnitID(fr, StringID(section: "default", key: "greeting"))
            try sandbox.git("tag", "v1", "translations", in: "app")
            _ = Past.propose("Coucou", sandbox)
            proposal = Past.propose("Bien le bonjour", sandbox, note: "warmer")
            let id = try #require(EventID(proposal))
            try Past.perform(.comment(.proposal(id), "Too long for the button?"), sandbox)
            try Past.perform(.endorse([id], reason: nil), sandbox)
            Sessions.prepare(sandbox, ["reject \(proposal) --reason 'style:too formal'"])
            let workspace = try Past.open(sandbox)
            let rejection = try #require(
                workspace.read(at: .tip) { try $0.model.events(EventFilter(limit: 1)) }.first?.event
                    .id)
            try Past.perform(.revert(RevertOptions(events: [rejection])), sandbox)
            Sessions.prepare(
                sandbox,
                [
                    "accept \(proposal) --value 'Bonjour à tous'",
                    "string edit greeting 'Good evening'",
                ])
            try Past.perform(.flag([place], reason: "it is evening"), sandbox)
            Sessions.prepare(sandbox, ["set fr greeting Bonsoir"])
            let set = try #require(
                workspace.read(at: .tip) { try $0.model.events(EventFilter(limit: 1)) }.first?.event
                    .id)
            try sandbox.git("tag", "v2", "translations", in: "app")
            try Past.perform(.revert(RevertOptions(events: [set])), sandbox)
            Sessions.prepare(sandbox, ["string rename greeting salutation"])
        }

        private static func propose(_ text: String, _ sandbox: Sandbox, note: String? = nil)
            -> String
        {
            let note = note.map { ["--note", $0] } ?? []
            let result = sandbox.run(["propose", "fr", "greeting", text] + note, in: "app")
            return String(result.output.prefix(26))
        }

        private static func open(_ sandbox: Sandbox) throws -> Workspace {
            try Workspace.open(
                ".", host: sandbox.host(in: "app", environment: Sessions.otto))
        }

        private static func perform(_ command: Command, _ sandbox: Sandbox) throws {
            _ = try open(sandbox).perform("review", guid: "guid-of-otto", command)
            sandbox.advanceClock(milliseconds: 1000)
        }
    }

    @Test func aProposalHasItsWholeStory() throws {
        let past = try Past()
        let transcript = Sessions.transcript(
            past.sandbox,
            [
                "show \(past.proposal)", "show \(past.proposal.suffix(6)) --rev v1",
                "show \(past.proposal) --rev v2", "show v1", "show translations~3", "show v3",
                "show HEAD --at 2026-11-21", "show abc", "show nothing --format json",
            ])
        assertGolden(transcript, "stories.txt")
        var colours = Transcript(past.sandbox, in: "app")
        colours.run("show \(past.proposal)", columns: 80)
        colours.run("blame fr", columns: 60)
        colours.run("blame fr salutation", columns: 60)
        colours.run("log -n2 --commits", columns: 60)
        assertGolden(colours.text, "stories-colour.txt")
    }

    @Test func storiesForPrograms() throws {
        let past = try Past()
        let transcript = Sessions.transcript(
            past.sandbox,
            [
                "show \(past.proposal) --format json", "show v1 --format json",
                "blame fr --format json", "blame fr salutation --format json",
                "log --key salutation --format json", "log --type nothing --format json",
                "log -n1 --commits --format json",
            ])
        assertGolden(transcript, "stories-json.txt")
    }

    @Test func blameSaysWhoMadeEachText() throws {
        let past = try Past()
        var transcript = Transcript(past.sandbox, in: "app")
        for line in [
            "blame fr", "blame en", "blame fr --key 'Log*'", "blame fr -s auth",
            "blame fr --rev v1",
            "blame fr --at 2026-11-21T09:30:09Z", "blame fr salutation", "blame fr :greeting",
            "blame en salutation", "blame fr-CA salutation", "blame fr greeting --rev v2",
            "blame fr nothing", "blame sv", "blame", "blame fr salutation --key 'x*'",
        ] {
            transcript.run(line)
        }
        for line in ["blame", "blame salutation", "blame en", "blame -l en salutation"] {
            transcript.run(line, environment: ["DRAGOMAN_LOCALE": "fr"])
        }
        assertGolden(transcript.text, "blame.txt")
    }

    @Test func logIsFiltered() throws {
        let past = try Past()
        var transcript = Transcript(past.sandbox, in: "app")
        for line in [
            "log -n3", "log -n 1", "log --limit 0", "log -n-1", "log --key salutation",
            "log --key 'auth:login.*' --type string.defined", "log --key 'sal*' --locale fr",
            "log --section cart", "log --mine --type 'proposal.*'",
            "log --guid guid-of-otto", "log --mine --guid x", "log --author otto -n2",
            "log --type proposal.mad", "log --type 'x.*'", "log --key nothing",
            "log --since 2026-11-22", "log --until 2020-01-01",
            "log --until 2026-11-21T09:30:02Z", "log --since someday", "log v1..v2 --commits",
            "log v2..v1", "log v2.. -l fr", "log v1 -n1", "log v1...v2 -n1", "log v9..",
            "log v1 --rev v2", "log --at 2026-11-21T09:30:01Z",
        ] {
            transcript.run(line)
        }
        assertGolden(transcript.text, "log.txt")
    }

    @Test func aLogThatNobodyReadsAnyMoreEnds() throws {
        let sandbox = try Sessions.project()
        let terminal = ImpatientTerminal(parts: 2)
        let status = CommandLineTool.run(
            ["log"], host: sandbox.host(in: "app"), terminal: terminal)
        #expect(status == 0)
        #expect(terminal.parts == 2)
    }
}
