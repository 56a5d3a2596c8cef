import Testing
import Translation

/// All refusals of the domain.
struct RefusalTests {
    private static let cases: [DecisionCase] =
        LanguageAndStringTests.languages + LanguageAndStringTests.strings + TextTests.texts
        + TextTests.settings + TextTests.lockouts + ProposeTests.proposals + ProposeTests.rejections
        + ProposeTests.deletions + AcceptTests.acceptances + AcceptTests.newKeys
        + AcceptTests.policies + RenameTests.renames + ImportTests.sources + ImportTests.texts

    /// The codes that `decide` throws; the other codes belong to the layers above it.
    private static let codes: Set<Refusal.Code> = [
        .alreadyDecided, .contradiction, .duplicate, .exists, .failedChecks, .frozen, .invalidFile,
        .invalidValue, .lockedOut, .noGuid, .noIdentity, .notMaintainer, .notOwner, .notReviewer,
        .notTranslator, .outdated,
        .selfReview,
        .sourceLanguage, .tooManyCopies, .tooManyProposals, .unchanged, .unknownKey,
        .unknownLanguage, .unknownProposal,
        .unknownSetting,
    ]

    @Test func everyRefusalIsReached() {
        let reached = Self.cases.compactMap { item -> Refusal.Code? in
            if case .refused(let code) = item.outcome { code } else { nil }
        }
        #expect(Set(reached) == Self.codes)
    }

    /// A repeated command is refused or adds no event.
    @Test(arguments: cases)
    func nothingIsDoneTwice(_ item: DecisionCase) throws {
        guard case .events = item.outcome else { return }
        let state = EventLogState(project: .app, events: item.given)
        let events = try DecisionCase.decide(
            item.command, state, by: item.actor, guid: item.guid
        ).events
        let after = EventLogState(project: .app, events: item.given + events)
        let again = try? DecisionCase.decide(
            item.command, after, by: item.actor, guid: item.guid, seed: 2)
        #expect(again?.events.isEmpty ?? true)
        // A decision that saw all events causes no conflict.
        if !state.hasConflict { #expect(!after.hasConflict) }
    }

    @Test func codesAreStable() {
        #expect(
            Set(Refusal.Code.allCases.map(\.rawValue)).count == Refusal.Code.allCases.count)
        #expect(Refusal.Code.alreadyDecided.rawValue == "already-decided")
        #expect(
            Refusal.Code.allCases.allSatisfy { code in
                code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" }
            })
    }
}
