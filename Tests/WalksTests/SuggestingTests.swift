import Foundation
import ReadModel
import Suggestions
import TestWorld
import Testing
import Texts
import Translation

@testable import Walks
import Workspace

/// The strings that get suggestions, and the results.
@Suite struct SuggestingTests {
    private let french: LanguageTag
    private static let babel = Origin.machine("babel")

    init() throws { french = try #require(LanguageTag("fr")) }

    private func project(_ lines: [String] = []) throws -> (Sandbox, Workspace) {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "locale add fr", "string add one One", "string add two Two",
                "string add three 'Three %d'",
            ] + lines, in: "app")
        return (sandbox, try sandbox.open("app"))
    }

    private func gaps(
        _ workspace: Workspace, _ filter: SuggestionFilter = SuggestionFilter(),
        of origin: Origin = babel
    ) throws -> SuggestionGaps {
        try workspace.read(at: .tip) {
            try SuggestionGaps(in: french, filter, of: [origin], $0)
        }
    }

    private func suggest(
        _ workspace: Workspace, _ gaps: [SuggestionGap], _ text: (String) -> String
    ) throws -> SuggestionOutcome {
        let suggestions = gaps.compactMap { gap in
            gap.value(of: gap.sources.map(text)).map {
                Suggestion(gap, value: $0, origin: Self.babel)
            }
        }
        return try SuggestionProposer(workspace).propose(
            suggestions, in: french, guid: "machine:babel")
    }

    @Test func gapsBecomeProposalsInOneCommitAndNeverTwice() throws {
        let (sandbox, workspace) = try project()
        let found = try gaps(workspace)
        #expect(Set(found.gaps.map(\.string.key)) == ["one", "two", "three"])
        let before = try sandbox.git("rev-list", "--count", "translations", in: "app")
        let result = try suggest(workspace, found.gaps) { "fr " + $0 }
        #expect(result.outcome.events.count == 3 && result.dropped.isEmpty)
        let after = try sandbox.git("rev-list", "--count", "translations", in: "app")
        #expect(Int(after.dropLast()) == Int(before.dropLast()).map { $0 + 1 })
        let again = try gaps(workspace)
        #expect(again.gaps.isEmpty && again.suggested == 3)
        // A rejected suggestion is not proposed again either.
        sandbox.perform(["reject --key one --yes --reason wrong"], in: "app")
        #expect(try gaps(workspace).gaps.isEmpty)
        // Another engine may have a better one.
        #expect(try gaps(workspace, of: .machine("polyglot")).gaps.count == 3)
        // The same engine may, too, for another source text.
        sandbox.perform(["string edit one 'One more'"], in: "app")
        #expect(try gaps(workspace).gaps.map(\.string.key) == ["one"])
    }

    @Test func aRejectedTextIsNeverProposedAgain() throws {
        let (sandbox, workspace) = try project(["propose fr one Un"])
        sandbox.perform(["reject --key one --yes --reason wrong"], in: "app")
        func propose(_ text: String, _ origin: Origin) throws -> SuggestionOutcome {
            let gap = try #require(
                try gaps(workspace, of: origin).gaps.first { $0.string.key == "one" })
            return try SuggestionProposer(workspace).propose(
                [Suggestion(gap, value: Value(text), origin: origin)], in: french,
                guid: origin.description)
        }
        for origin in [Self.babel, .machine("polyglot"), .memory] {
            let result = try propose("Un", origin)
            #expect(result.outcome.events.isEmpty)
            #expect(result.dropped == ["rejected before": 1])
        }
        // A new source text does not make it acceptable.
        sandbox.perform(["string edit one 'One of them'"], in: "app")
        #expect(try propose("Un", Self.babel).outcome.events.isEmpty)
        #expect(try propose("Une", Self.babel).outcome.events.count == 1)
    }

    @Test func aTextRejectedMeanwhileIsNotProposed() throws {
        let (sandbox, workspace) = try project(["propose fr one Un"])
        // Found before the rejection; the person's proposal hides the gap only until then.
        sandbox.perform(["reject --key one --yes --reason wrong"], in: "app")
        let found = try gaps(workspace).gaps
        sandbox.perform(
            ["propose fr one Uno", "reject --key one --yes --reason wrong"], in: "app")
        let gap = try #require(found.first { $0.string.key == "one" })
        let result = try SuggestionProposer(workspace).propose(
            [Suggestion(gap, value: Value("Uno"), origin: Self.babel)], in: french,
            guid: "machine:babel")
        #expect(result.outcome.events.isEmpty)
    }

    @Test func anEngineThatKnowsTheRejectionsMayTryAgain() throws {
        let (sandbox, workspace) = try project()
        _ = try suggest(workspace, try gaps(workspace).gaps) { "fr " + $0 }
        sandbox.perform(["reject --key one --yes --reason wrong"], in: "app")
        #expect(try gaps(workspace).gaps.isEmpty)
        let again = try gaps(workspace, SuggestionFilter(takesRejected: true)).gaps
        #expect(again.map(\.string.key) == ["one"])
        #expect(again.first?.rejected == [Value("fr One")])
    }

    @Test func whatPeopleProposedIsLeftAlone() throws {
        let (sandbox, workspace) = try project(["propose fr one Un", "set fr two Deux"])
        let found = try gaps(workspace)
        #expect(found.proposed == 1)
        #expect(found.gaps.map(\.string.key) == ["three"])
        // A person's proposal that arrives before the engine's wins.
        sandbox.perform(["propose fr three 'Trois %d'"], in: "app")
        let result = try suggest(workspace, found.gaps) { $0 + "!" }
        #expect(result.outcome.events.isEmpty && result.outcome.commit == nil)
    }

    @Test func aSourceThatChangedMeanwhileGetsNothing() throws {
        let (sandbox, workspace) = try project()
        let found = try gaps(workspace)
        sandbox.perform(["string edit two Second"], in: "app")
        let result = try suggest(workspace, found.gaps) { "fr " + $0 }
        #expect(result.outcome.events.count == 2)
        #expect(try gaps(workspace).gaps.map(\.string.key) == ["two"])
    }

    @Test func whatLostAPlaceholderIsDropped() throws {
        let (_, workspace) = try project()
        let result = try suggest(workspace, try gaps(workspace).gaps) { _ in "Bonjour" }
        #expect(result.outcome.events.count == 2)
        #expect(result.dropped == ["placeholders": 1])
    }

    @Test func missingAndStaleAreToldApart() throws {
        let (sandbox, workspace) = try project(["set fr one Un", "string edit one 'One of them'"])
        _ = sandbox
        let missing = SuggestionFilter(takesStale: false)
        #expect(Set(try gaps(workspace, missing).gaps.map(\.string.key)) == ["two", "three"])
        let stale = SuggestionFilter(takesMissing: false)
        #expect(try gaps(workspace, stale).gaps.map(\.string.key) == ["one"])
    }

    @Test func pluralsAreSuggestedByForm() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "locale add fr",
                "string add files --plural one='%d file' --plural other='%d files'",
            ], in: "app")
        let workspace = try sandbox.open("app")
        let gap = try #require(try gaps(workspace).gaps.first)
        #expect(gap.sources == ["%d file", "%d files", "%d files"])
        let result = try suggest(workspace, [gap]) { $0.replacing("file", with: "fichier") }
        guard case .proposalMade(let proposed)? = result.outcome.events.first?.payload else {
            Issue.record("\(result)")
            return
        }
        #expect(proposed.value.plainText == nil && proposed.origin == Self.babel)
    }

    @Test func answersSurviveTheEndOfTheProcess() throws {
        let (_, workspace) = try project()
        do {
            let journal = try SuggestionJournal(of: Self.babel, in: french, workspace)
            try journal.keep("Un", of: SuggestionRequest("One"))
            try journal.flush()
            // Even without a flush, a killed process loses nothing.
            try journal.keep("Deux", of: SuggestionRequest("Two"))
            // Only one run at a time asks an engine for a language.
            #expect(throws: Refusal.self) {
                try SuggestionJournal(of: Self.babel, in: french, workspace)
            }
        }
        let journal = try SuggestionJournal(of: Self.babel, in: french, workspace)
        #expect(journal[SuggestionRequest("One")] == .init(text: "Un"))
        #expect(journal[SuggestionRequest("Two")] == .init(text: "Deux"))
        #expect(
            journal[
                SuggestionRequest("One", context: TranslationContext(comment: "Uno"))] == nil)
    }

    @Test func whatWasDroppedIsRememberedUntilSomethingChanges() throws {
        let (_, workspace) = try project()
        let gaps = try gaps(workspace).gaps
        func journal(_ engine: String = "v1") throws -> SuggestionJournal {
            try SuggestionJournal(of: Self.babel, in: french, engine: engine, workspace)
        }
        let (one, two, three) = (
            SuggestionRequest("One"), SuggestionRequest("Two"), SuggestionRequest("Three %d")
        )
        do {
            let journal = try journal()
            try journal.drop(one, because: "placeholders")
            try journal.keep("Deux", of: two)
            try journal.keep("Trois", of: three)
            try journal.keep("Autre", of: SuggestionRequest("Elsewhere"))
            let failed = try #require(gaps.first { $0.string.key == "three" })
            try journal.settle(proposed: gaps, failed: [(failed, "placeholders")])
        }
        do {
            let journal = try journal()
            #expect(journal[one] == .init(dropped: "placeholders"))
            #expect(journal[two] == nil)
            // The text with an error is kept, because the check may change.
            #expect(journal[three] == .init(text: "Trois", dropped: "placeholders"))
            // The results of another run are kept, because they may have cost money.
            #expect(journal[SuggestionRequest("Elsewhere")] == .init(text: "Autre"))
            #expect(
                journal[
                    SuggestionRequest("One", context: TranslationContext(comment: "door"))] == nil)
            journal.forgetDropped()
            #expect(journal[one] == nil && journal[three] == nil)
        }
        // Another version of the command, model or prompt may have a better result. The old texts
        // are not its own.
        let other = try journal("v2")
        #expect(other[one] == nil)
        #expect(other[SuggestionRequest("Elsewhere")] == nil)
        let known = SuggestionJournal.answers(of: Self.babel, in: french, engine: "v1", workspace)
        #expect(known[one]?.dropped == "placeholders")
    }

    @Test func theSameTextElsewhereIsAnotherRequest() throws {
        let (_, workspace) = try project([
            "string add door Close --comment 'Shut the door.'",
            "string add near Close --comment 'Not far.'", "string add shut Close",
            "string add again Close",
        ])
        let requests = try gaps(workspace).gaps.flatMap(\.requests).filter {
            $0.text == Value.Text("Close")
        }
        #expect(requests.count == 4 && Set(requests).count == 3)
    }
}
