import JSON
import ReadModel
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// The events of a story, and the role of each.
@Suite struct StoryTests {
    private let sandbox: Sandbox
    private let workspace: Workspace
    private let place: UnitID

    init() throws {
        sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Salut"], in: "app")
        workspace = try sandbox.open("app")
        place = UnitID(
            try Workspace.language("fr") { _ in },
            StringID(section: workspace.project.defaultSection, key: "greeting"))
    }

    @discardableResult
    private func perform(_ command: Command, guid: String = "g") throws -> EventID {
        sandbox.advanceClock(milliseconds: 1000)
        let outcome = try workspace.perform("test", guid: guid, command)
        return try #require(outcome.events.last?.id)
    }

    private func propose(_ text: String, guid: String = "g") throws -> EventID {
        try perform(
            .propose(place.locale, place.string, ProposeOptions(value: Value(text))), guid: guid)
    }

    private func revert(_ ids: [EventID]) throws -> EventID {
        try perform(.revert(RevertOptions(events: ids)))
    }

    private func story(_ id: EventID) throws -> Story {
        try #require(try workspace.read { try $0.story(of: id) })
    }

    private func roles(_ id: EventID) throws -> [StoryStep.Role] {
        try story(id).steps.map(\.role)
    }

    @Test func aProposalFromTheFirstWordToTheLast() throws {
        let first = try propose("Coucou")
        let second = try propose("Bonjour", guid: "g")
        #expect(try roles(first) == [.proposed, .replaced])
        let rival = try propose("Bonjour", guid: "h")
        try perform(.comment(.proposal(second), "Better."))
        try perform(.endorse([second], reason: nil), guid: "h")
        let rejection = try perform(.reject([second], code: ReasonCode("style"), reason: "no"))
        let reopening = try revert([rejection])
        let accepted = try perform(
            .accept([second], AcceptOptions(value: Value("Bonjour !"), isForced: true)))
        try perform(.flag([place], reason: "check the space"))
        try perform(.vouch([place], reason: nil))
        let later = try perform(.setText(place.locale, place.string, Value("Salut")))
        let back = try revert([later])

        let story = try story(second)
        #expect(
            story.steps.map(\.role) == [
                .proposedEarlier, .proposed, .commented, .endorsed, .rejected, .reopened,
                .acceptedEdited, .flagged, .vouched, .superseded, .restored,
            ])
        #expect(story.proposal?.state == .accepted)
        #expect(story.steps.first { $0.event.id == rejection }?.undoneBy == reopening)
        #expect(story.steps.first { $0.event.id == later }?.undoneBy == back)
        #expect(story.steps.first { $0.event.id == accepted }?.before == Value("Bonjour"))
        #expect(story.steps.map(\.event.id) == story.steps.map(\.event.id).sorted())

        let text = try self.story(accepted)
        #expect(text.standing == .replaced)
        #expect(Set(text.steps.map(\.role)).isSuperset(of: [.before, .proposed, .acceptedEdited]))
        #expect(try self.story(later).standing == .undone(by: back))
        #expect(try self.story(back).standing == .counts)
        #expect(try roles(rejection) == [.proposed, .rejected, .reopened])
        #expect(try roles(rival).first == .proposed)
    }

    @Test func anEqualProposalIsClosedWithTheOtherOne() throws {
        let mine = try propose("Bonjour")
        let equal = try propose("Bonjour", guid: "h")
        try perform(.accept([mine], AcceptOptions()))
        #expect(try roles(equal) == [.proposed, .closed])
        #expect(try roles(mine) == [.proposed, .accepted])
    }

    @Test func aRenamedTextIsFollowed() throws {
        let unit = try workspace.read { try $0.model.unit(place.locale, place.string) }
        let old = try #require(unit.text?.id)
        let moved = StringID(section: place.string.section, key: "salutation")
        try perform(.renameString(place.string, to: moved))
        #expect(try roles(old).contains(.copied))
        let history = try workspace.read { try $0.history(place.locale, moved) }
        #expect(history.texts.map(\.string) == [moved, place.string])
        #expect(history.texts.last?.event.id == old)
        let row = try #require(
            try workspace.read { try $0.blame(place.locale, EntryFilter()).first })
        #expect(row.string == moved)
        #expect(row.event.copies == old)
    }

    @Test func theSourceChangesBetweenTheTexts() throws {
        sandbox.perform(["string edit greeting 'Hello there'"], in: "app")
        try perform(.setText(place.locale, place.string, Value("Salut à toi")))
        let steps = try workspace.read {
            try $0.history(
                place.locale, place.string)
        }.steps.map { step in
            switch step {
            case .text(let text): text.value?.plainText
            case .source(let change): change.value?.plainText
            }
        }
        #expect(steps == ["Salut à toi", "Hello there", "Salut", "Hello"])
    }

    @Test func languagesAndSettingsHaveStoriesToo() throws {
        try perform(.changeSetting(name: "inherit", value: .bool(false)))
        let second = try perform(.changeSetting(name: "inherit", value: .bool(true)))
        let story = try story(second)
        #expect(story.standing == .counts)
        #expect(story.steps.map(\.role) == [.before, .subject])
        let first = try #require(story.steps.first?.event.id)
        #expect(try self.story(first).standing == .replaced)
        #expect(try roles(first) == [.subject, .superseded])
    }

    @Test func whatPlainGitTookAwayIsSaid() throws {
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.git("revert", "--no-edit", "HEAD", in: "tree")
        let story = try workspace.read { try $0.commitStory("HEAD") }
        let changes = try #require(story.changes)
        #expect(changes.events.isEmpty)
        #expect(changes.lost.map(\.event.payload.typeName) == ["translation.set"])
        #expect(changes.difference.locales.first?.removed.count == 1)
    }
}
