import ReadModel
import TestKit
import TestWorld
import Testing
import Translation
import Workspace

/// Blame, the history of texts, ranges of events and their commits, on random work.
@Suite struct HistoryTests {
    private static func project(seed: Int, commits: Int) throws -> (Sandbox, Workspace, [String]) {
        var random = SplitMix64(seed: seed + 900)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(["locale add fr fr-CA", "string add greeting Hello"], in: "app")
        let workspace = try sandbox.open("app")
        let made = try RandomWriter(workspace, guid: "g").work(commits: commits, using: &random)
        return (sandbox, workspace, made)
    }

    @Test(arguments: 0..<3)
    func blameExplainsEveryTextThatStands(seed: Int) throws {
        let (_, workspace, _) = try Self.project(seed: seed, commits: 40)
        try workspace.read { snapshot in
            for locale in try snapshot.locales() {
                let rows = try snapshot.blame(locale, EntryFilter())
                let texts = try snapshot.texts().filter { $0.key.locale == locale }
                #expect(rows.count == texts.values.compactMap(\.self).count)
                for row in rows {
                    let place = TextPlace(locale: locale, string: row.string)
                    #expect(texts[place].flatMap(\.self) == row.value)
                    #expect(row.event.payload.text == row.value)
                    let unit = try snapshot.model.unit(locale, row.string)
                    #expect(row.author == unit.text?.author)
                    let step = try snapshot.history(locale, row.string).texts
                        .first { $0.event.id == row.event.id }
                    #expect(step?.value == row.value)
                    #expect(step?.author == row.author)
                    #expect(step?.reviewer == row.reviewer)
                    #expect(step?.originalProposal == row.proposal)
                }
            }
        }
    }

    @Test(arguments: 0..<3)
    func aHistoryHasEachTextOnceAndNoneBeforeWhatItFollows(seed: Int) throws {
        let (_, workspace, _) = try Self.project(seed: seed, commits: 40)
        try workspace.read { snapshot in
            var count = 0
            for locale in try snapshot.locales() {
                for string in try snapshot.model.strings(in: locale) {
                    let unit = try snapshot.model.unit(locale, string)
                    let texts = try snapshot.history(locale, string).texts
                    let ids = texts.map(\.event.id)
                    #expect(Set(ids).count == ids.count)
                    #expect(Set(unit.register.heads).isSubset(of: ids))
                    #expect(texts.filter { $0.standing == .counts }.count <= 1)
                    for (index, text) in texts.enumerated() {
                        count += 1
                        for id in [text.event.base, text.event.copies].compactMap(\.self) {
                            let place = ids.firstIndex(of: id)
                            #expect(place.map { $0 > index } ?? true)
                        }
                    }
                    let own = Set(texts.filter { $0.string == string }.map(\.event.id))
                    let expected = unit.events.filter { event in
                        event.payload.text != nil || event.payload.typeName.hasSuffix(".removed")
                    }
                    #expect(own == Set(expected.map(\.id)))
                }
            }
            #expect(count > 20)
        }
    }

    @Test(arguments: 0..<2)
    func eachEventHasTheCommitThatBroughtIt(seed: Int) throws {
        let (sandbox, workspace, made) = try Self.project(seed: seed, commits: 12)
        var expected: [EventID: String] = [:]
        for commit in made {
            for stored in try #require(try workspace.read { try $0.commitStory(commit).changes })
                .events
            {
                #expect(expected.updateValue(commit, forKey: stored.event.id) == nil)
            }
        }
        let places = try workspace.read { try $0.model.events() }.map { ($0.path, $0.event.id) }
        let names = try workspace.commits(bringing: places, before: [.tip])
        #expect(names.count == places.count)
        for (id, commit) in expected { #expect(names[id]?.id == commit) }

        // Lines that were gathered into one file still belong to their original commits.
        try sandbox.clone("app", to: "work")
        try Self.gather("fr", in: "work", sandbox)
        let gathered = try sandbox.open("work")
        let moved = try gathered.read(at: .tip) { try $0.model.events() }.map {
            ($0.path, $0.event.id)
        }
        #expect(moved.contains { path, _ in path.hasPrefix("fr/s-") })
        #expect(try gathered.commits(bringing: moved, before: [.tip]) == names)
        #expect(sandbox.run(["log", "HEAD~1..HEAD"], in: "work").errors == "No events.\n")

        // Commits beyond the border of a shallow clone are not guessed.
        try sandbox.git(
            "clone", "-q", "--depth", "2", "file://\(sandbox.directory)/app", "shallow")
        let shallow = try sandbox.open("shallow")
        let few = try shallow.commits(bringing: places, before: [.tip])
        let last = try #require(made.last)
        #expect(Set(few.values.map(\.id)) == [last])
    }

    /// Moves all lines of a language into one file, as gathering does.
    private static func gather(_ folder: String, in directory: String, _ sandbox: Sandbox) throws {
        let files = try sandbox.git("ls-files", "events/\(folder)", in: directory)
            .split(separator: "\n").map(String.init).sorted()
        let text = try files.map { try sandbox.read("\(directory)/\($0)") }.joined()
        for file in files { try sandbox.git("rm", "-q", file, in: directory) }
        try sandbox.write(text, to: "\(directory)/events/\(folder)/s-0.jsonl")
        try sandbox.git("add", ".", in: directory)
        try sandbox.git("commit", "-q", "-m", "gather", in: directory)
    }

    @Test(arguments: 0..<2)
    func aRangeHasWhatOneSideLacks(seed: Int) throws {
        let (sandbox, workspace, made) = try Self.project(seed: seed, commits: 10)
        var random = SplitMix64(seed: seed)
        try sandbox.clone("app", to: "side")
        let side = try sandbox.open("side", guid: "other", skew: 3_600_000)
        _ = try RandomWriter(side, guid: "other").work(commits: 4, using: &random)
        sandbox.advanceClock(milliseconds: 60_000)
        _ = try RandomWriter(workspace, guid: "g").work(commits: 3, using: &random)
        try sandbox.git("fetch", "-q", "../side", "translations:side", in: "app")
        func ids(_ revision: String) throws -> Set<EventID> {
            Set(
                try workspace.read(at: .revision(revision)) { try $0.model.events() }.map(
                    \.event.id))
        }
        for (from, to) in [(made[2], made[7]), ("side", "translations"), ("translations", "side")] {
            let (before, after) = (try ids(from), try ids(to))
            func range(_ text: String) throws -> Set<EventID>? {
                try workspace.events(inRange: text).map { range in
                    Set(try range.events.read { try $0.events() }.map(\.event.id))
                }
            }
            #expect(try range("\(from)..\(to)") == after.subtracting(before))
            #expect(try range("\(from)...\(to)") == after.symmetricDifference(before))
            #expect(try range(from) == nil)
        }
        // A merge adds no events itself: the commits of both sides did.
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.git("merge", "-q", "--no-edit", "side", in: "tree")
        let merge = try sandbox.commit("HEAD", in: "tree")
        let places = try workspace.read(at: .tip) { try $0.model.events() }.map {
            ($0.path, $0.event.id)
        }
        let names = try workspace.commits(bringing: places, before: [.tip])
        #expect(names.count == places.count)
        #expect(!names.values.contains { $0.id == merge })
        let merged = try #require(try workspace.read { try $0.commitStory(merge).changes })
        let left = try ids("HEAD~1")
        #expect(try ids("side").subtracting(left) == Set(merged.events.map(\.event.id)))
    }
}
