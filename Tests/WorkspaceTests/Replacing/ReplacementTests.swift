import Languages
import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Plans of replacements, and what becomes of them.
@Suite struct ReplacementTests {
    private static let french = ["fr"].compactMap { LanguageTag($0) }

    private static func project() throws -> (Sandbox, Workspace) {
        let sandbox = try Sandbox.withProject(seed: 1)
        sandbox.perform(
            [
                "locale add fr", "string add a 'A cart'", "string add b 'The cart'",
                "set fr a 'Un panier'", "set fr b 'Le panier'",
            ], in: "app")
        return (sandbox, try sandbox.open("app"))
    }

    private static func plan(
        _ snapshot: Snapshot, isExpression: Bool = false,
        now: () -> ContinuousClock.Instant = { .now }
    ) throws -> ReplacementPlan {
        let pattern = TextPattern("panier", replacement: "chariot", isExpression: isExpression)
        return try ReplacementPlan(
            Replacement(pattern, in: french), in: snapshot, index: nil, now: now)
    }

    @Test func aTextThatChangesBeforeTheDecisionIsLeftOut() throws {
        let (sandbox, workspace) = try Self.project()
        let plan = try workspace.read { try Self.plan($0) }
        #expect(plan.parts.count == 2)
        sandbox.perform(["set fr b 'Ce panier'"], in: "app")
        let outcome = try workspace.perform(plan.action)
        #expect(outcome.events.count == 1)
        let left = plan.leftOut(of: outcome)
        #expect(left.map(\.unit.string.key) == ["b"])
        #expect(left.map(\.because) == ["It has changed in the meantime."])
        #expect(try workspace.read { try Self.plan($0) }.parts.map(\.unit.string.key) == ["b"])
    }

    @Test func anExpressionMayNotTakeTooLongInAll() throws {
        let (_, workspace) = try Self.project()
        let start = ContinuousClock.now
        var seconds = 0
        func now() -> ContinuousClock.Instant {
            seconds += 6
            return start + .seconds(seconds)
        }
        try workspace.read { snapshot throws in
            #expect(throws: Refusal.self) {
                try Self.plan(snapshot, isExpression: true, now: now)
            }
            #expect(try Self.plan(snapshot, now: now).parts.count == 2)
        }
    }
}
