import Foundation
import TestWorld
import Testing

/// Users who work at random on several clones of one project, and combine their work in every way.
///
/// Each round has its own seed, which failures name; `SEED=` begins with that round.
@Suite struct ClonesTests {
    private static let questions = [
        "conflicts", "proposals --state all", "todo --review", "status", "string carry", "log",
        "locale list", "list",
    ]

    @Test func clonesAgreeWhateverWasDoneInThem() throws {
        let rounds = Torture.rounds(short: 1, long: 30)
        let length = Torture.rounds(short: 60, long: 100)
        for seed in Torture.seed..<(Torture.seed + UInt64(rounds)) {
            print("torture: clones: SEED=\(seed)")
            let clones = try Clones(seed: seed)
            var work = RandomWork(in: clones, seed: seed)
            for _ in 0..<length { try work.step() }
            try clones.rest()
            try expectAgreement(clones)
            let verbs = clones.tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            print("torture: clones: \(length) steps, carried out: \(verbs.joined(separator: ", "))")
        }
    }

    /// Expects that all clones agree with a new clone, and that no acknowledged event is missing.
    private func expectAgreement(_ clones: Clones) throws {
        let fresh = try clones.freshClone()
        let digest = try clones.digest(fresh)
        let there = Set(clones.strings("id", of: "log", in: fresh))
        let lost = clones.acknowledged.filter { !there.contains($0) }
        clones.expect(lost.isEmpty, "acknowledged and lost: \(lost)")
        for question in Self.questions {
            let answer = clones.answer(question, in: fresh)
            for clone in clones.all {
                let other = clones.answer(question, in: clone)
                clones.expect(
                    other == answer,
                    "\(question) in \(clone.name): \(Self.difference(answer, other))")
            }
        }
        for clone in clones.all {
            clones.expect(try clones.digest(clone) == digest, "the digest of \(clone.name)")
            clones.expect(
                try clones.rebuiltDigest(clone) == digest, "the rebuilt digest of \(clone.name)")
            let objects = try clones.sandbox.git(
                "fsck", "--strict", "--no-progress", "--no-dangling", in: clone.name)
            clones.expect(objects == "", "git fsck of \(clone.name): \(objects)")
            if clone.hasWorkTree {
                let status = try clones.sandbox.git("status", "--porcelain", in: clone.name)
                clones.expect(status == "", "the work tree of \(clone.name): \(status)")
            }
        }
    }

    /// Returns the first lines in which two outputs differ.
    private static func difference(_ answer: String, _ other: String) -> String {
        let pairs = zip(
            answer.split(separator: "\n", omittingEmptySubsequences: false),
            other.split(separator: "\n", omittingEmptySubsequences: false))
        let first = pairs.first { $0 != $1 }
        return first.map { "“\($0)” is “\($1)”" } ?? "one is longer"
    }
}
