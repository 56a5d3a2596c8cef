import ReadModel
import TestKit
import TestWorld
import Testing
import Translation
import Workspace

/// Reverting in a real repository, across branches that plain Git merged.
@Suite struct RevertTests {
    @Test(arguments: 0..<4)
    func everythingSinceATagCanBeTakenBack(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(
            ["locale add fr fr-CA", "string add greeting Hello", "string add -s auth x y"],
            in: "app")
        try sandbox.clone("app", to: "mine")
        try sandbox.clone("app", to: "other")
        let workspace = try sandbox.open("mine", guid: "guid-of-ines")
        let other = try sandbox.open("other", guid: "guid-of-otto")
        func work(_ steps: Int) throws {
            for _ in 0..<steps {
                try RandomWriter(workspace, guid: "guid-of-ines").step(using: &random)
                try RandomWriter(other, guid: "guid-of-otto").step(using: &random)
                sandbox.advanceClock(milliseconds: Int64(random.number(in: 0...5000)))
            }
            try sandbox.git("fetch", "-q", "../other", "translations", in: "mine")
            try sandbox.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: "mine")
        }
        try work(12)
        try sandbox.git("tag", "v1", in: "mine")
        let then = try workspace.readings(at: .revision("v1"))
        try work(12)
        let now = try workspace.readings(at: .tip)

        try revert("v1..translations", in: workspace)
        #expect(try workspace.readings(at: .tip) == then)
        try revert("translations", in: workspace)
        #expect(try workspace.readings(at: .tip) == now)
        #expect(try workspace.rebuild().digest == workspace.foldedDigest(using: &random))
    }

    private func revert(_ name: String, in workspace: Workspace) throws {
        let events = try workspace.read { try $0.events(toRevert: .named([name])) }
        _ = try workspace.perform("revert", .revert(RevertOptions(events: events)))
    }
}

extension Workspace {
    /// Returns the visible state of every language: texts with author and review, and the open
    /// proposals.
    fileprivate func readings(at moment: Moment) throws -> [String] {
        try read(at: moment) { try $0.readings() }
    }
}

extension Snapshot {
    fileprivate func readings() throws -> [String] {
        let texts = try locales().flatMap { locale in
            try model.entries(locale: locale, chain: []).map { entry in
                let text = entry.text.map { text in
                    "\(text.value.json) \(text.author?.name ?? "-") \(text.isReviewed) \(text.isFlagged) \(text.isStale)"
                }
                return "\(locale) \(entry.string) \(entry.openProposals) \(text ?? "-")"
            }
        }
        let proposals = try model.proposals(ProposalFilter(states: [.open])).map { row in
            "\(row.id) \(row.endorsements)"
        }
        return texts + proposals
    }
}
