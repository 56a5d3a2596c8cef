import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// The verbs, rights, expected units and choices of actions.
@Suite struct ActionTests {
    private static let tags = ["en", "fr"].compactMap { LanguageTag($0) }
    private static let source = tags[0]
    private static let french = tags[1]
    private static let title = StringID(section: "default", key: "title")
    private static let unit = UnitID(french, title)
    private static let id = EventID(milliseconds: 1, random: (0, 0))
    private static let other = EventID(milliseconds: 2, random: (0, 0))
    private static let value = Value("Titre")

    private static let actions: [(Command, String, Right)] = [
        (.propose(french, title, ProposeOptions(value: value)), "propose", .propose),
        (.comment(.unit(unit), "Hm."), "comment", .propose),
        (.endorse([id], reason: nil), "endorse", .propose),
        (.deleteProposals([id], byPerson: false), "delete", .propose),
        (.deleteProposals([id], byPerson: true), "delete", .review),
        (.batch([.deleteProposals([id], byPerson: true)]), "delete", .review),
        (.setText(french, title, value), "set", .translate),
        (.unsetText(french, title), "unset", .translate),
        (.replaceText(unit, old: id, with: value, isProposal: false), "replace", .translate),
        (.replaceText(unit, old: id, with: value, isProposal: true), "propose", .propose),
        (.flag([unit], reason: nil), "flag", .translate),
        (.silence([unit], check: "length", reason: nil), "silence", .translate),
        (.keep([id]), "keep", .administer),
        (.accept([id], AcceptOptions()), "accept", .review),
        (.batch([.accept([id], AcceptOptions()), .keep([id])]), "accept", .review),
        (.reject([id], code: nil, reason: "No."), "reject", .review),
        (.vouch([unit], reason: nil), "vouch", .review),
        (.revert(RevertOptions(events: [id])), "revert", .administer),
        (.addString(title, Definition(value: value)), "define", .administer),
        (.editString(title, DefinitionEdit()), "edit", .administer),
        (.renameString(title, to: title), "rename", .administer),
        (.removeString(title), "remove", .administer),
        (.carryOver(title, to: title, isForced: false), "carry over", .administer),
        (.addLocales([]), "add", .administer), (.removeLocale(french), "remove", .administer),
        (.changeSetting(name: "reviewers", value: nil), "change", .administer),
        (.placeFiles(ofSection: "default", pattern: nil), "change", .administer),
    ]

    @Test(arguments: actions.indices) func hasAVerbAndARight(index: Int) {
        let (command, verb, right) = Self.actions[index]
        let action = Action(command)
        #expect(action.verb.rawValue == verb)
        #expect(action.right == right)
    }

    @Test func aVerbCanBeNamed() {
        let command = Command.revert(RevertOptions(events: [Self.id]))
        #expect(Action(command, as: .undo).verb.rawValue == "undo")
        #expect(Action(command, as: .reopen).right == .administer)
        #expect(
            Action(.batch([]), as: .proposeUnits).verb.rawValue == "propose reference units")
    }

    @Test func onlyASingleUnitIsExpected() throws {
        let state = EventLogState(
            project: Project(id: "x", source: Self.source))
        func expected(_ command: Command) throws -> UnitID? {
            let condition = WriteRequest.Precondition(matches: .present)
            let found = try Action(command).expected(condition, in: state)
            #expect(found.map { $0.condition == condition } ?? true)
            return found?.unit
        }
        let source = UnitID(Self.source, Self.title)
        #expect(try expected(.setText(Self.french, Self.title, Self.value)) == Self.unit)
        #expect(try expected(.unsetText(Self.french, Self.title)) == Self.unit)
        #expect(try expected(.vouch([Self.unit], reason: nil)) == Self.unit)
        #expect(try expected(.vouch([Self.unit, source], reason: nil)) == nil)
        #expect(try expected(.editString(Self.title, DefinitionEdit())) == source)
        #expect(try expected(.renameString(Self.title, to: Self.title)) == source)
        #expect(try expected(.removeString(Self.title)) == source)
        #expect(try expected(.comment(.unit(Self.unit), "Hm.")) == nil)
        #expect(try expected(.endorse([Self.id], reason: nil)) == nil)
    }

    /// A project with open proposals for two strings: two texts for one, the same text twice for
    /// the other.
    private static func project() throws -> Workspace {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add title Title", "string add button Button"], in: "app")
        for (guid, key, text) in [
            ("first", "title", "A"), ("second", "title", "B"), ("first", "button", "C"),
            ("second", "button", "C"),
        ] {
            sandbox.perform(["propose fr \(key) \(text) --guid guid-\(guid)"], in: "app")
        }
        return try sandbox.open("app")
    }

    @Test func theUnitOfAProposalIsExpected() throws {
        let workspace = try Self.project()
        try workspace.read { snapshot in
            let row = try #require(try snapshot.model.proposals().first)
            let expected = try #require(
                try ProposalDecision.accept(AcceptOptions()).action(on: [row.id])
                    .expected(.init(excludes: .present), in: snapshot.model))
            #expect(expected.unit == UnitID(row.locale, row.string))
            #expect(expected.proposal == row.id)
        }
    }

    @Test func whoeverRevertsTheirOwnEventsNeedsNoReview() throws {
        let workspace = try Self.project()
        let mara = Actor(name: "Mara", email: "mara@example.org")
        let outcome = try workspace.perform(Action(.setText(Self.french, Self.title, Self.value)))
        let own = outcome.eventIDs
        let actor = try workspace.actor()
        for (events, verb, asker, right): ([EventID], Action.Verb, Actor?, Right) in [
            (own, .revert, actor, .propose), (own, .undo, actor, .review),
            (own, .reopen, actor, .review), (own, .revert, mara, .review),
            (own, .revert, nil, .review), (own + [Self.other], .revert, actor, .review),
        ] {
            let action = Action(.revert(RevertOptions(events: events)), as: verb)
            let needed = try workspace.read { try action.right(of: asker, in: $0.model) }
            #expect(needed == right, "\(events) \(verb)")
        }
    }

    @Test func anAcceptanceLeavesOutRivals() throws {
        let workspace = try Self.project()
        let found = try workspace.read { try $0.model.proposals() }
        let accepting = ProposalChoice(.accept(AcceptOptions()), found)
        #expect(accepting.chosen.map(\.string.key) == ["button"])
        let outcome = try workspace.perform(accepting.action, isDryRun: true)
        let leftOut = accepting.leftOut(of: outcome)
        #expect(leftOut.map(\.row.string.key) == ["title", "title"])
        #expect(leftOut.allSatisfy { $0.message.hasPrefix("Another proposal for the string") })
        let rejecting = ProposalChoice(.reject(code: nil, reason: "No."), found)
        #expect(rejecting.chosen.map(\.id) == found.map(\.id))
    }

    @Test func anotherTextIsForOneProposal() throws {
        let edited = ProposalDecision.accept(AcceptOptions(value: Self.value))
        try edited.refuseSeveral(1)
        #expect(throws: Refusal.self) { try edited.refuseSeveral(2) }
        #expect(throws: Refusal.self) { try edited.refuseSeveral(nil) }
        try ProposalDecision.accept(AcceptOptions()).refuseSeveral(nil)
        #expect(ProposalDecision.delete(byPerson: true).right == .review)
        #expect(ProposalDecision.delete(byPerson: false).isForOwner)
    }
}
