import EventStore
import Git
import GitEventStore
import TestWorld
import Testing

/// Lines that a branch has lost; a line `id=text` has an identity, others have none.
@Suite struct LostEventTests {
    private let scratch: LogScratch

    init() throws {
        scratch = try LogScratch(
            identity: LineIdentity { line in
                let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1)
                return parts.count == 2 ? String(decoding: parts[0], as: UTF8.self) : nil
            })
    }

    /// Returns the losses as short texts.
    private func lost(_ old: Position, _ new: Position) throws -> [String] {
        try scratch.store.lostEvents(from: old, to: new).map(text)
    }

    private func lost(before tip: Position, since old: Position? = nil) throws -> [String] {
        try scratch.store.lostEvents(inHistoryFrom: old, to: tip).map(text)
    }

    private func text(_ event: LostEvent) -> String {
        "\(event.kind) \(String(decoding: event.line, as: UTF8.self)) of \(event.path)"
    }

    @Test func whatGrowsLosesNothing() throws {
        let old = try scratch.commit(["events/fr/a.jsonl": "a=1\n"])
        let new = try scratch.commit(["events/fr/b.jsonl": "b=1\n"], on: old)
        #expect(try lost(old, new) == [])
        #expect(try lost(new, old) == ["lost b=1 of fr/b.jsonl"])
        #expect(try scratch.store.lostEvents(from: new, to: old).map(\.id) == ["b"])
        #expect(try lost(before: new) == [])
        // Files outside of the log do not count.
        let readme = try scratch.commit(["events/README": "x\n", "a.jsonl": "a=2\n"], on: old)
        #expect(try lost(readme, old) == [])
    }

    @Test func aLineThatMovedIsNotLost() throws {
        let old = try scratch.commit([
            "events/fr/a.jsonl": "a=1\nb=1\n", "events/fr/c.jsonl": "c=1\nd=1",
            "events/fr/s-0.jsonl": "x\nc=1\n",
        ])
        let new = try scratch.commit(
            ["events/de/s-1.jsonl": "b=1\na=1\n"], on: old,
            removing: ["events/fr/a.jsonl", "events/fr/c.jsonl"])
        #expect(try lost(old, new) == ["lost d=1 of fr/c.jsonl"])
    }

    @Test func otherBytesUnderOneIdentityAreAnAlteration() throws {
        let old = try scratch.commit(["events/fr/a.jsonl": "a=2\nb=2\nmalformed\n\n"])
        for (content, losses) in [
            ("a=1\nb=2\nmalformed\n", ["altered a=2"]), ("a=3\nb=2\nmalformed\n", ["altered a=2"]),
            ("b=2\nmalformed\n", ["lost a=2"]), ("a=2\nb=2\nmalforme\n", ["lost malformed"]),
            ("b=2\nmalformed\na=2\n", []), ("a=1\na=2\nb=2\nmalformed\n", []),
        ] {
            let new = try scratch.commit(["events/fr/a.jsonl": content], on: old)
            #expect(try lost(old, new) == losses.map { "\($0) of fr/a.jsonl" })
            #expect(try lost(before: new) == losses.map { "\($0) of fr/a.jsonl" })
        }
    }

    /// Among lines with the same identity, the smallest counts; removing another changes nothing.
    @Test func aContradictionMayBeTakenAway() throws {
        let old = try scratch.commit([
            "events/fr/a.jsonl": "a=1\n", "events/fr/b.jsonl": "a=2\n",
            "events/fr/c.jsonl": "c=1\n",
        ])
        let mended = try scratch.commit([:], on: old, removing: ["events/fr/b.jsonl"])
        #expect(try lost(old, mended) == [])
        #expect(try lost(before: mended) == [])
        let altered = try scratch.commit([:], on: old, removing: ["events/fr/a.jsonl"])
        #expect(try lost(old, altered) == ["altered a=1 of fr/a.jsonl"])
        #expect(try lost(before: altered) == ["altered a=1 of fr/a.jsonl"])
    }

    /// The original line may replace an alteration of it.
    @Test(arguments: ["a=1\n", "a=3\n"]) func anAlterationMayBeTakenBack(forged: String) throws {
        let old = try scratch.commit(["events/fr/a.jsonl": "a=2\n"])
        let altered = try scratch.commit(["events/fr/a.jsonl": forged], on: old)
        #expect(try lost(before: altered) == ["altered a=2 of fr/a.jsonl"])
        let reverted = try scratch.commit(["events/fr/a.jsonl": "a=2\n"], on: altered)
        #expect(try lost(before: reverted) == [])
        let restored = try scratch.commit(["events/fr/s-1.jsonl": "a=2\n"], on: altered)
        #expect(try lost(before: restored) == [])
        let mended = try scratch.commit([:], on: restored, removing: ["events/fr/a.jsonl"])
        #expect(try lost(before: mended) == [])
        // This holds between any two states: history shows which line was first.
        #expect(try lost(altered, reverted) == [])
        #expect(try lost(before: mended, since: altered) == [])
    }

    /// Two branches may independently have different lines with one identity; their bytes show no
    /// order.
    @Test(arguments: ["a=1\n", "a=3\n"]) func whatDidNotKnowEachOtherIsUndecided(
        other: String
    ) throws {
        let base = try scratch.commit(["events/fr/b.jsonl": "b=1\n"])
        let main = try scratch.commit(["events/fr/a.jsonl": "a=2\n"], on: base)
        let topic = try scratch.commit(["events/fr/x.jsonl": other], on: base)
        let ours = try scratch.commit([:], on: [main, topic])
        #expect(try lost(before: ours) == ["undecided \(other.dropLast()) of fr/x.jsonl"])
        // Compared with the previous state, the newcomer is not missed; in the other direction, the
        // first line is.
        #expect(try lost(before: ours, since: main) == [])
        let theirs = try scratch.commit(
            ["events/fr/x.jsonl": other], on: [main, topic], removing: ["events/fr/a.jsonl"])
        #expect(try lost(main, theirs) == ["undecided a=2 of fr/a.jsonl"])
        #expect(try lost(before: theirs) == ["undecided a=2 of fr/a.jsonl"])
        // Removing one of two present lines is a decision with knowledge of both.
        let both = try scratch.commit(["events/fr/x.jsonl": other], on: [main, topic])
        let settled = try scratch.commit([:], on: both, removing: ["events/fr/a.jsonl"])
        #expect(try lost(before: settled) == [])
        #expect(try lost(before: settled, since: main) == ["undecided a=2 of fr/a.jsonl"])
        let contradictions = try scratch.store.contradictions(of: ["a", "b"], at: both)
        #expect(contradictions.map(\.id) == ["a"] && contradictions.first?.first == nil)
    }

    /// If all lines of an identity are gone, the first is missed.
    @Test(arguments: ["a=1\n", "a=3\n"]) func onlyTheFirstIsMissed(forged: String) throws {
        let old = try scratch.commit(["events/fr/a.jsonl": "a=2\n"])
        let altered = try scratch.commit(["events/fr/a.jsonl": forged], on: old)
        let gone = try scratch.commit([:], on: altered, removing: ["events/fr/a.jsonl"])
        #expect(try lost(before: gone) == ["lost a=2 of fr/a.jsonl"])
        let both = try scratch.commit(["events/de/s.jsonl": "x\na=2\n"], on: altered)
        let contradiction = try #require(
            try scratch.store.contradictions(of: ["a"], at: both).first)
        #expect(contradiction.first?.path == "de/s.jsonl" && contradiction.first?.number == 2)
        #expect(contradiction.others.map(\.path) == ["fr/a.jsonl"])
    }

    /// An alteration is detected, whatever else was added or removed in between.
    @Test(arguments: ["a=1\n", "a=3\n"]) func anAlterationCannotBeHidden(forged: String) throws {
        let old = try scratch.commit(["events/fr/a.jsonl": "a=2\n"])
        let both = try scratch.commit(["events/fr/b.jsonl": forged], on: old)
        let altered = try scratch.commit([:], on: both, removing: ["events/fr/a.jsonl"])
        let gone = try scratch.commit([:], on: altered, removing: ["events/fr/b.jsonl"])
        let again = try scratch.commit(["events/fr/c.jsonl": forged], on: gone)
        for tip in [altered, again] {
            for losses in [
                try lost(old, tip), try lost(before: tip), try lost(before: tip, since: old),
            ] {
                #expect(losses == ["altered a=2 of fr/a.jsonl"])
            }
        }
    }

    @Test func aSquashMustHaveWhatItSaysToHave() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "a=1\n"])
        let one = try scratch.commit(["events/fr/b.jsonl": "b=1\n"], on: base)
        let two = try scratch.commit(["events/fr/c.jsonl": "c=1\n"], on: one)
        let message =
            "Squashed commit of the following:\n\ncommit \(two.commit)\nAuthor: Ines\n\n    x\n\n"
            + "commit \(one.commit)\ncommit 7777777777777777777777777777777777777777\ncommit it\n"
        let partial = try scratch.commit(
            ["events/fr/c.jsonl": "c=1\n"], on: base, message: message)
        let losses = try scratch.store.lostEvents(inHistoryFrom: nil, to: partial)
        #expect(losses.map(\.id) == ["b"])
        #expect(losses.map(\.commit) == [partial.commit])
        let whole = try scratch.commit(
            ["events/fr/s.jsonl": "c=1\nb=1\n"], on: base, message: message)
        #expect(try lost(before: whole) == [])
    }

    @Test func whatALaterCommitBringsBackIsNotLost() throws {
        let old = try scratch.commit(["events/fr/a.jsonl": "a=1\n"])
        let added = try scratch.commit(["events/fr/b.jsonl": "b=1\nb2=1\n"], on: old)
        let reverted = try scratch.commit([:], on: added, removing: ["events/fr/b.jsonl"])
        let restored = try scratch.commit(["events/fr/c.jsonl": "b=1\n"], on: reverted)
        #expect(try lost(old, restored) == [])
        #expect(try lost(before: restored, since: old) == ["lost b2=1 of fr/b.jsonl"])
        let event = try #require(
            try scratch.store.lostEvents(inHistoryFrom: old, to: restored).first)
        #expect(event.commit == reverted.commit)
        #expect(event.lastSeen == added.commit)
        #expect(try lost(before: restored, since: reverted) == [])
    }

    @Test func theBranchThatTookAwayIsNamedAndNotTheMerge() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "a=1\n"])
        let topic = try scratch.commit([:], on: base, removing: ["events/fr/a.jsonl"])
        let main = try scratch.commit(["events/fr/b.jsonl": "b=1\n"], on: base)
        let merge = try scratch.commit(
            [:], on: [main, topic], removing: ["events/fr/a.jsonl"])
        let named = try scratch.store.lostEvents(inHistoryFrom: nil, to: merge).map(\.commit)
        #expect(named == [topic.commit])
        // If only the merge is in the range, it is named.
        let since = try scratch.store.lostEvents(inHistoryFrom: topic, to: merge)
        #expect(since.map(\.commit) == [merge.commit])

        // A merge is named if it drops one side's events, or events of both sides.
        let ours = try scratch.commit([:], on: [base, main])
        #expect(
            try scratch.store.lostEvents(inHistoryFrom: nil, to: ours).map(\.commit)
                == [ours.commit])
        let evil = try scratch.commit(
            ["events/fr/c.jsonl": "c=1\n"], on: [main, ours],
            removing: ["events/fr/a.jsonl"])
        let losses = try scratch.store.lostEvents(inHistoryFrom: nil, to: evil)
        #expect(losses.map(\.commit) == [evil.commit])
        #expect(losses.map(\.id) == ["a"])
    }

    @Test func aPushIsJudgedByTheOldTipToo() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "a=1\n"])
        let old = try scratch.commit(["events/fr/b.jsonl": "b=1\n"], on: base)
        let forced = try scratch.commit(["events/fr/c.jsonl": "c=1\n"], on: base)
        #expect(try lost(before: forced, since: old) == ["lost b=1 of fr/b.jsonl"])
    }

    @Test func aShallowHistoryIsLookedAtToItsBorder() throws {
        let base = try scratch.commit(["events/fr/a.jsonl": "a=1\n"])
        let reverted = try scratch.commit([:], on: base, removing: ["events/fr/a.jsonl"])
        let tip = try scratch.commit(["events/fr/b.jsonl": "b=1\n"], on: reverted)
        try scratch.move("translations", to: tip)
        let shallow = try scratch.shallowClone("shallow", depth: 2)
        #expect(try shallow.store.lostEvents(inHistoryFrom: nil, to: tip).isEmpty)
        #expect(try lost(before: tip) == ["lost a=1 of fr/a.jsonl"])
    }
}
