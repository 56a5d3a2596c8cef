import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// The output of `diff`, compared with the two states.
@Suite struct DifferenceTests {
    @Test(arguments: 0..<6)
    func aDifferenceLeadsFromOneStateToTheOther(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let (workspace, commits) = try Self.history(seed: seed, using: &random)
        for _ in 0..<4 {
            let (a, b) = (random.pick(commits), random.pick(commits))
            try Self.expectDifference(from: a, to: b, in: workspace)
            try Self.expectDifference(from: b, to: a, in: workspace)
        }
    }

    /// Returns a history of two branches, one of which is only partly merged, and all of its
    /// commits.
    private static func history(
        seed: Int, using random: inout SplitMix64
    ) throws -> (Workspace, [String]) {
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(
            ["locale add fr fr-CA", "string add greeting Hello", "set fr greeting Salut"],
            in: "app")
        try sandbox.clone("app", to: "work")
        try sandbox.clone("app", to: "other")
        let workspace = try sandbox.open("work")
        let writer = RandomWriter(workspace, guid: "guid-of-ines")
        let other = RandomWriter(try sandbox.open("other", guid: "o"), guid: "o")
        _ = try writer.work(commits: 5, using: &random)
        _ = try other.work(commits: 4, using: &random)
        try sandbox.git("fetch", "-q", "../other", "translations", in: "work")
        try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: "work")
        _ = try writer.work(commits: 3, using: &random)
        _ = try other.work(commits: 3, using: &random)
        try sandbox.git("fetch", "-q", "../other", "translations:other", in: "work")
        let commits = try sandbox.git("rev-list", "--all", in: "work")
            .split(separator: "\n").map(String.init)
        return (workspace, commits)
    }

    /// Expects that the difference leads from one state to the other, text by text and proposal by
    /// proposal.
    static func expectDifference(
        from a: String, to b: String, in workspace: Workspace
    ) throws {
        let difference = try workspace.read { try $0.difference("\(a)..\(b)") }
        let (before, old) = try workspace.read(at: .revision(a)) {
            (try $0.texts(), try states(in: $0.model))
        }
        let (after, new) = try workspace.read(at: .revision(b)) {
            (try $0.texts(), try states(in: $0.model))
        }
        var texts = before
        let source = workspace.project.source
        // The source text shown beside a text is the newest one of the two states.
        let sources = before.merging(after) { $1 }
        func expectSource(_ definition: Definition?, of string: StringID) {
            #expect(definition?.value == sources[TextPlace(locale: source, string: string)])
        }
        for change in difference.locales {
            func place(_ string: StringID) -> TextPlace {
                TextPlace(locale: change.locale, string: string)
            }
            #expect(!change.isEmpty)
            for text in change.added {
                expectSource(text.definition, of: text.string)
                #expect(texts.updateValue(text.value, forKey: place(text.string)) == nil)
            }
            for text in change.changed {
                expectSource(text.definition, of: text.string)
                #expect(text.before != text.after)
                #expect(
                    texts.updateValue(text.after, forKey: place(text.string)) == text.before)
            }
            for text in change.removed {
                expectSource(text.definition, of: text.string)
                #expect(texts.removeValue(forKey: place(text.string)) == text.value)
            }
        }
        #expect(texts == after, "\(a)..\(b)")

        let moved = new.filter { old[$0.key] != $0.value }
        for change in difference.proposals {
            expectSource(change.definition, of: change.string)
        }
        let said = difference.proposals.map {
            (
                PlacedProposal(id: $0.proposal.id, locale: $0.locale, string: $0.string),
                $0.proposal.state
            )
        }
        #expect(Dictionary(said) { $1 } == moved)
        #expect(said.count == moved.count)
        try workspace.read(at: .revision(b)) { after in
            for change in difference.proposals {
                let unit = try after.model.unit(change.locale, change.string)
                #expect(change.proposal.proposer == unit.proposal(change.proposal.id)?.proposer)
            }
        }
        #expect(difference.isEmpty == (difference.locales.isEmpty && moved.isEmpty))
    }

    /// A proposal and its string: an id may later belong to another string, if files were edited by
    /// hand.
    private struct PlacedProposal: Hashable {
        let id: EventID
        let locale: LanguageTag
        let string: StringID
    }

    private static func states(in model: ReadModel) throws -> [PlacedProposal: Proposal.State] {
        let proposals = try model.proposals().map {
            (PlacedProposal(id: $0.id, locale: $0.locale, string: $0.string), $0.state)
        }
        return Dictionary(proposals) { $1 }
    }

    @Test func aRevisionAloneIsComparedWithTheTip() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Salut"], in: "app")
        let workspace = try sandbox.open("app")
        let first = try sandbox.commit("translations~1", in: "app")
        for range in [first, "\(first)..", "\(first)..translations", "\(first)...translations"] {
            let difference = try workspace.read { try $0.difference(range) }
            #expect(difference.locales.map(\.locale.rawValue) == ["fr"], "\(range)")
            #expect(difference.locales.first?.added.map(\.value) == [Value("Salut")])
        }
        #expect(try workspace.read { try $0.difference("translations").isEmpty })
        #expect(try workspace.read { try $0.difference("..").isEmpty })
    }

    @Test func threeDotsCompareFromTheMergeBase() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add greeting Hello"], in: "app")
        try sandbox.git("branch", "topic", "translations", in: "app")
        sandbox.perform(
            ["set fr greeting Salut", "--branch topic string add farewell Goodbye"], in: "app")
        let workspace = try sandbox.open("app")
        let own = try workspace.read { try $0.difference("translations...topic") }
        #expect(own.locales.map(\.locale.rawValue) == ["en"])
        let both = try workspace.read { try $0.difference("translations..topic") }
        #expect(both.locales.map(\.locale.rawValue) == ["en", "fr"])
        #expect(both.locales.last?.removed.map(\.value) == [Value("Salut")])
    }
}
