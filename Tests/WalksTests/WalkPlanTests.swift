import JSON
import TestWorld
import Testing
import Texts
import Translation

@testable import Walks
import Workspace

@Suite struct WalkPlanTests {
    private let one = WalkSubject.proposal(.lowest(at: 1))
    private let two = WalkSubject.proposal(.lowest(at: 2))

    /// Returns the string and the effect of each step, for comparisons.
    private func words(_ plan: WalkPlan) -> [String] {
        plan.steps.map { "\(WalkEntry.take($0).json)" }
    }

    private func accept(_ subject: WalkSubject, _ text: String? = nil) -> WalkEntry {
        .take(WalkStep(subject, .accept(value: text.map { Value($0) }, isForced: false)))
    }

    private func comment(_ subject: WalkSubject, _ text: String) -> WalkEntry {
        .take(WalkStep(subject, .comment(text)))
    }

    @Test func aLaterDecisionTakesThePlaceOfTheEarlier() {
        let reject = WalkEntry.take(
            WalkStep(one, .reject(code: ReasonCode("style"), reason: nil)))
        let plan = WalkPlan([accept(one), accept(two), reject])
        #expect(words(plan) == words(WalkPlan([accept(two), reject])))
        #expect(plan.decision(on: two)?.isDecision == true)
    }

    @Test func whatIsTakenBackIsGone() {
        #expect(WalkPlan([accept(one), .undo(one)]).steps.isEmpty)
        let said = WalkPlan([accept(one), comment(one, "a"), .undo(one)])
        #expect(said.comments(on: one) == ["a"])
        #expect(said.decision(on: one) == nil)
        #expect(WalkPlan([accept(one), comment(one, "a"), .forget(one)]).steps.isEmpty)
    }

    /// This happens if a walk is killed between copying a journal and removing it.
    @Test func aJournalReadTwiceGivesTheSamePlan() {
        let entries = [
            accept(one), comment(one, "a"), comment(one, "b"), accept(two, "x"), .undo(one),
            comment(two, "a"), accept(one, "y"),
        ]
        #expect(words(WalkPlan(entries + entries)).sorted() == words(WalkPlan(entries)).sorted())
    }

    @Test func aDraftLastsUntilThereIsADecision() {
        let draft = WalkEntry.draft(one, .value(Value("typed")))
        #expect(WalkPlan([draft]).draft(on: one) != nil)
        #expect(WalkPlan([draft, comment(one, "a")]).draft(on: one) != nil)
        #expect(WalkPlan([draft, accept(two)]).draft(on: one) != nil)
        for end in [accept(one), .forget(one), .draft(one, nil)] {
            #expect(WalkPlan([draft, end]).drafts.isEmpty)
        }
        let both = WalkPlan([draft, .draft(two, .forms([])), .draft(one, .forms([("one", "x")]))])
        #expect(both.drafts.map(\.subject) == [one, two])
    }

    @Test func aDecisionThatAnotherOneReplacedIsKnown() {
        #expect(WalkPlan([accept(one), .undo(one), accept(two)]).replaced == [one])
        #expect(WalkPlan([accept(one), .undo(one), accept(two), accept(one)]).replaced == [])
        #expect(WalkPlan([.undo(one)]).replaced == [])
    }

    @Test func commentsThatDifferInBytesAreTwo() {
        let plan = WalkPlan([
            comment(one, "\u{E9}"), comment(one, "e\u{301}"), comment(one, "\u{E9}"),
        ])
        #expect(plan.comments(on: one).count == 2)
    }

    @Test func entriesAreReadAsTheyWereWritten() throws {
        let unit = WalkSubject.unit(
            UnitID(
                try #require(LanguageTag("fr-CA")), StringID(section: "a\"b", key: "\u{202E}\n")))
        let value = Value.list([Value("one"), Value("")])
        let entries: [WalkEntry] = [
            accept(one), accept(one, ""), comment(two, "línea\nzwei"),
            .take(WalkStep(two, .accept(value: value, isForced: true))),
            .take(WalkStep(two, .reject(code: nil, reason: nil))),
            .take(WalkStep(two, .reject(code: ReasonCode("style"), reason: "\u{1F389}"))),
            .take(WalkStep(unit, .set(value))), .take(WalkStep(unit, .propose(Value("x")))),
            comment(unit, "a"), .undo(unit), .forget(one), .draft(one, nil),
            .draft(unit, .forms([("one", "\u{202E}"), ("other", "")])), .draft(two, .value(value)),
        ]
        for entry in entries {
            let read = try #require(WalkEntry(json: entry.json))
            #expect(read.json == entry.json)
        }
    }

    @Test func anActionThatItsSubjectCannotHaveIsNoEntry() throws {
        let entry = WalkEntry.take(WalkStep(one, .set(Value("x"))))
        #expect(WalkEntry(json: entry.json) == nil)
        #expect(WalkEntry(json: .array([])) == nil)
    }
}
