import EventStore
import Git
import GitEventStore
import TestKit
import Testing

/// The result of merging two branches.
@Suite struct UnitingTests {
    private let scratch: LogScratch

    init() throws { scratch = try LogScratch() }

    @Test func whatOneSideAddedIsThere() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "1\n"])
        let ours = try scratch.commit(["events/fr/b.jsonl": "2\n"], on: base)
        let theirs = try scratch.commit(
            ["events/de/c.jsonl": "3\n", "README.md": "new\n"], on: base)
        let result = try scratch.unite(ours, theirs)
        #expect(
            try scratch.files(result) == [
                "dragoman.json": "{}\n", "README.md": "new\n", "events/fr/a.jsonl": "1\n",
                "events/fr/b.jsonl": "2\n", "events/de/c.jsonl": "3\n",
            ])
        #expect(try scratch.parents(result) == [ours.commit, theirs.commit])
    }

    @Test func whatContainsTheOtherIsTheResult() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "1\n"])
        let next = try scratch.commit(["events/fr/b.jsonl": "2\n"], on: base)
        #expect(try scratch.unite(base, next) == next)
        #expect(try scratch.unite(next, base) == next)
        #expect(try scratch.unite(next, next) == next)
    }

    @Test func aRevertedFileComesBackAndAGatheredOneDoesNot() throws {
        let base = try scratch.commit([
            "events/fr/a.jsonl": "1\n", "events/fr/b.jsonl": "2\n", "events/fr/c.jsonl": "3\n",
        ])
        let ours = try scratch.commit(["events/fr/d.jsonl": "4\n"], on: base)
        let theirs = try scratch.commit(
            ["events/fr/s-1.jsonl": "1\n2\n"], on: base,
            removing: ["events/fr/a.jsonl", "events/fr/b.jsonl", "events/fr/c.jsonl"])
        #expect(
            try scratch.log(scratch.unite(ours, theirs)) == [
                "events/fr/s-1.jsonl": "1\n2\n", "events/fr/c.jsonl": "3\n",
                "events/fr/d.jsonl": "4\n",
            ])
    }

    /// Both sides gathered: no file may be dropped as gathered because of one that the merge drops
    /// too.
    @Test func twoGatheringsDoNotTakeEachOthersFilesAway() throws {
        let base = try scratch.commit([
            "events/fr/a.jsonl": "1\n", "events/fr/b.jsonl": "2\n", "events/fr/c.jsonl": "3\n",
        ])
        let ours = try scratch.commit(
            ["events/fr/s-12.jsonl": "1\n2\n"], on: base,
            removing: ["events/fr/a.jsonl", "events/fr/b.jsonl"])
        let theirs = try scratch.commit(
            ["events/fr/s-23.jsonl": "2\n3\n"], on: base,
            removing: ["events/fr/b.jsonl", "events/fr/c.jsonl"])
        #expect(
            try scratch.log(scratch.unite(ours, theirs)) == [
                "events/fr/s-12.jsonl": "1\n2\n", "events/fr/s-23.jsonl": "2\n3\n",
            ])
    }

    /// The lines of a removed file may be in one that both sides always had.
    @Test func theRestOfTheLogIsSearchedToo() throws {
        let base = try scratch.commit([
            "events/fr/a.jsonl": "1\n", "events/fr/s-1.jsonl": "1\n0\n",
        ])
        let ours = try scratch.commit(["events/fr/d.jsonl": "4\n"], on: base)
        let theirs = try scratch.commit([:], on: base, removing: ["events/fr/a.jsonl"])
        #expect(
            try scratch.log(scratch.unite(ours, theirs)) == [
                "events/fr/s-1.jsonl": "1\n0\n", "events/fr/d.jsonl": "4\n",
            ])
    }

    @Test func ofTwoFilesWithOnePathBothAreKept() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "5\n"])
        let ours = try scratch.commit(["events/fr/a.jsonl": "5\n7\n"], on: base)
        let theirs = try scratch.commit(["events/fr/a.jsonl": "5\n6\n8\n"], on: base)
        let expected = [
            "events/fr/a.jsonl": "5\n6\n8\n",
            // sha256 of "7\n"
            "events/fr/s-10159baf262b43a92d95db59dae1f72c645127301661e0a3ce4e38b295a97c58.jsonl":
                "7\n",
        ]
        #expect(try scratch.log(scratch.unite(ours, theirs)) == expected)
        #expect(try scratch.log(scratch.unite(theirs, ours)) == expected)
    }

    @Test func historiesWithoutACommonBeginningAreUnited() throws {
        let ours = try scratch.commit(["events/fr/a.jsonl": "1\n", "README.md": "ours\n"])
        let theirs = try scratch.commit(["events/fr/b.jsonl": "2\n", "README.md": "theirs\n"])
        var overwritten: [String] = []
        let result = try scratch.store.unite(
            ours, with: theirs, message: "unite\n", author: scratch.author
        ) { overwritten.append($0) }
        #expect(overwritten == ["README.md"])
        #expect(
            try scratch.files(result) == [
                "dragoman.json": "{}\n", "README.md": "theirs\n", "events/fr/a.jsonl": "1\n",
                "events/fr/b.jsonl": "2\n",
            ])
    }

    @Test func anotherProjectIsRefused() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "1\n"])
        let ours = try scratch.commit(["events/fr/b.jsonl": "1\n"], on: base)
        let changed = try scratch.commit(["dragoman.json": "{\"format\":1}\n"], on: base)
        let code = try scratch.commit(
            ["main.swift": "\n"], on: nil, removing: ["dragoman.json"])
        for other in [changed, code] {
            #expect(throws: AnotherProject.self) { try scratch.unite(ours, other) }
            #expect(throws: AnotherProject.self) { try scratch.unite(other, ours) }
        }
        // If the file is deleted by hand, the project stays the same, and the file is restored.
        let deleted = try scratch.commit([:], on: base, removing: ["dragoman.json"])
        for result in [try scratch.unite(ours, deleted), try scratch.unite(deleted, ours)] {
            #expect(try scratch.files(result)["dragoman.json"] == "{}\n")
        }
    }

    @Test func theSideThatChangedAnotherFileWins() throws {
        let base = try scratch.commit([
            "a.txt": "0\n", "b.txt": "0\n", "c.txt": "0\n", "gone.txt": "0\n", "kept.txt": "0\n",
        ])
        let ours = try scratch.commit(
            ["a.txt": "ours\n", "c.txt": "ours\n", "ours/x": "1\n"], on: base,
            removing: ["gone.txt", "kept.txt"])
        let theirs = try scratch.commit(
            ["b.txt": "theirs\n", "c.txt": "theirs\n", "kept.txt": "1\n", "ours": "file\n"],
            on: base)
        var overwritten: [String] = []
        let result = try scratch.store.unite(
            ours, with: theirs, message: "unite\n", author: scratch.author
        ) { overwritten.append($0) }
        #expect(
            try scratch.files(result) == [
                "dragoman.json": "{}\n", "a.txt": "ours\n", "b.txt": "theirs\n",
                "c.txt": "theirs\n", "kept.txt": "1\n", "ours": "file\n",
            ])
        #expect(overwritten == ["c.txt", "kept.txt", "ours/x"])
    }

    @Test func aFileAndADirectoryOfOneNameAreBothKept() throws {
        let base = try scratch.commit(["events/fr/0.jsonl": "0\n"])
        let ours = try scratch.commit(["events/fr/a.jsonl": "1\n", "events/de": "x\n"], on: base)
        let theirs = try scratch.commit(
            ["events/fr/a.jsonl/b.jsonl": "2\n", "events/de/c.jsonl": "3\n"], on: base)
        for result in [try scratch.unite(ours, theirs), try scratch.unite(theirs, ours)] {
            let lines = try scratch.log(result).values.flatMap { $0.split(separator: "\n") }
            #expect(lines.sorted() == ["0", "1", "2", "3"])
        }
    }

    @Test func aShallowCloneUnitesWithWhatItFetches() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "1\n"])
        let cut = try scratch.commit(["events/fr/b.jsonl": "2\n"], on: base)
        try scratch.move("translations", to: cut)
        let shallow = try scratch.shallowClone("shallow", depth: 1)
        let ours = try shallow.commit(["events/fr/c.jsonl": "3\n"], on: cut)
        // One side starts from a commit that the clone has, the other from one beyond its shallow
        // border.
        let near = try scratch.commit(
            ["events/fr/s-12.jsonl": "1\n2\n", "events/fr/d.jsonl": "4\n"], on: cut,
            removing: ["events/fr/a.jsonl", "events/fr/b.jsonl"])
        let far = try scratch.commit(["events/fr/e.jsonl": "5\n"], on: base)
        try scratch.move("near", to: near)
        try shallow.fetch("near")
        try scratch.move("far", to: far)
        try shallow.fetch("far", depth: 1)
        #expect(try shallow.store.repository.isShallow())
        #expect(
            try shallow.log(shallow.unite(ours, near)) == [
                "events/fr/s-12.jsonl": "1\n2\n", "events/fr/c.jsonl": "3\n",
                "events/fr/d.jsonl": "4\n",
            ])
        #expect(
            try shallow.log(shallow.unite(ours, far)) == [
                "events/fr/a.jsonl": "1\n", "events/fr/b.jsonl": "2\n",
                "events/fr/c.jsonl": "3\n", "events/fr/e.jsonl": "5\n",
            ])
        #expect(try shallow.store.repository.mergeBases(shallow.id(ours), shallow.id(far)) == [])
        #expect(try shallow.unite(cut, ours) == ours)
        #expect(try shallow.unite(ours, cut) == ours)
    }

    /// Branches that diverged by commits, gatherings, reverts and hand edits, and with crosswise
    /// merges before.
    @Test(arguments: 0..<40)
    func unitingLosesNothingAndDoesNotCareForTheSide(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        var tips = Array(
            repeating: try scratch.commit(["events/fr/0.jsonl": "0\n", "README.md": "0\n"]),
            count: 3)
        for _ in 0..<random.number(in: 4...24) {
            let index = random.number(in: 0...2)
            if random.chance(1, in: 4) {
                tips[index] = try scratch.unite(tips[index], random.pick(tips))
            } else {
                tips[index] = try scratch.randomChange(on: tips[index], using: &random)
            }
        }
        for (ours, theirs) in [(0, 1), (1, 2), (2, 0)] {
            let result = try scratch.unite(tips[ours], tips[theirs])
            let mirrored = try scratch.unite(tips[theirs], tips[ours])
            #expect(result.tree == mirrored.tree)
            let isMerge = ![tips[ours], tips[theirs]].contains(result)
            for tip in [tips[ours], tips[theirs]] where isMerge {
                #expect(try scratch.lines(tip).isSubset(of: scratch.lines(result)))
                #expect(try scratch.store.lostEvents(from: tip, to: result).isEmpty)
            }
            if isMerge {
                #expect(
                    try scratch.lines(result)
                        == scratch.lines(tips[ours]).union(scratch.lines(tips[theirs])))
            }
        }
        try scratch.expectSoundObjects()
    }
}
