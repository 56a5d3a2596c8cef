import Foundation
import Fuzzing
import TestWorld
import Testing

/// Readers survive what is thrown at them: each in a process of its own, with limits of time, memory and stack.
struct FuzzTests {
    /// Seconds for each target where the environment asks for a long run.
    private static let long = 20

    /// The kept inputs come first, so that what was mended stays mended.
    @Test(arguments: FuzzTarget.all.map(\.name))
    func aReaderSurvives(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let isLong = ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == "1"
        let amount = isLong ? ["--time", "\(Self.long)"] : ["--count", "\(target.shortCount)"]
        let result = try FuzzProgram.run(
            ["--target", name, "--root", FuzzProgram.root, "--seed", "1", "--patience", "60"]
                + amount, in: try Sandbox())
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("\(name): "), "\(result.output)")
    }

    /// What is looked for is found: an input of each kind is put among the known ones.
    @Test(arguments: [
        ("a crash ", "crash", "crashed"), ("hang", "hang", "took longer than 2 seconds"),
        ("swell", "swell", "crashed"), ("recurse", "recurse", "crashed"),
        ("much before a lie and after it", "lie", "Readers tell the truth."),
        ("toss it", "toss", "which is no refusal"),
    ])
    func aFaultIsFoundAndMadeSmall(_ input: String, word: String, said: String) throws {
        let sandbox = try Sandbox()
        try sandbox.write(input, to: "\(Corpus.directory)/self-test/a")
        let result = try FuzzProgram.run(
            [
                "--target", "self-test", "--count", "0", "--patience", word == "hang" ? "2" : "60",
                "--root",
                sandbox.directory, "--failures", sandbox.directory + "/failures",
            ], in: sandbox)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains("FAILURE self-test: "), "\(result.output)")
        #expect(result.output.contains(said), "\(result.output)")
        #expect(result.output.contains("input: \"\(word)\"\n"), "\(result.output)")
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/failures")
        #expect(try kept.map { try sandbox.read("failures/" + $0) } == [word])
    }

    @Test func mutationsFindWhatNobodyWroteDown() throws {
        var source = InputSource(
            target: try #require(FuzzTarget.named("self-test")), kept: [], known: [], seed: 1)
        let body = try #require(FuzzTarget.named("self-test")).prepare()
        // Those that the test itself would not survive are not run.
        let deadly = ["crash", "hang", "swell", "recurse"]
        var kinds: Set<String> = []
        for _ in 0..<2000 {
            let input = source.next()
            let text = String(decoding: input, as: UTF8.self)
            guard !deadly.contains(where: text.contains) else { continue }
            do { _ = try body(input) } catch { kinds.insert(FuzzFailure.kind(of: error)) }
        }
        #expect(kinds.count == 2, "\(kinds)")
    }

    @Test func everyKeptInputBelongsToATarget() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: FuzzProgram.root + "/" + Corpus.directory)
        for name in names where name != "README.md" {
            let target = try #require(FuzzTarget.named(name), "\(name)")
            #expect(!Corpus(root: FuzzProgram.root).found(for: target).isEmpty, "\(name)")
        }
    }

    @Test func wrongWordsAreRefused() throws {
        let sandbox = try Sandbox()
        for words in [["--target", "x"], ["--seed"], ["--time", "-1"], ["--what"]] {
            #expect(try FuzzProgram.run(words, in: sandbox).status == 64, "\(words)")
        }
    }
}
