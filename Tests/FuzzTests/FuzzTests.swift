import Foundation
import Fuzzing
import Testing

/// Parsers keep their invariants on known inputs.
struct FuzzTests {
    private let corpus = Corpus(
        root: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path)

    @Test(arguments: FuzzTarget.all.map(\.name))
    func aReaderSurvives(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let run = try target.prepare()
        let seeds = (target.seeds + corpus.fixtures(for: target)).enumerated().map {
            (name: "seed \($0.offset)", input: $0.element)
        }
        var accepted = 0
        for (name, input) in corpus.checkedIn(for: target) + seeds {
            do {
                if try run(input) == .accepted { accepted += 1 }
            } catch {
                Issue.record("\(name): \(type(of: error)): \(error)")
            }
        }
        #expect(accepted > 0, "A target whose inputs are all refused checks no law.")
    }

    @Test func everyCheckedInInputBelongsToATarget() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: corpus.root + "/" + Corpus.directory)
        for name in names where name != "README.md" {
            let target = try #require(FuzzTarget.named(name), "\(name)")
            #expect(!corpus.checkedIn(for: target).isEmpty, "\(name)")
        }
    }
}
