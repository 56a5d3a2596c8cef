import DragomanClient
import Foundation
import JSON
import Testing

/// Random lookups return the same texts as Debian's i18next.
@Suite struct I18nextDifferentialTests {
    @Test(.enabled(if: NodeI18next.obstacle == nil, "nodejs or node-i18next is not installed"))
    func answersEqualThoseOfI18next() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["SEED"].flatMap { Int($0) } ?? 30
        let count = environment["DRAGOMAN_TORTURE"] == nil ? 100 : 500
        let worlds = (seed..<seed + count).map { I18nextWorld(seed: $0, lookups: 60) }
        print("SEED=\(seed): \(count) worlds of 60 lookups")
        var (compared, thrown, differences) = (0, 0, 0)
        for (world, answers) in zip(worlds, try NodeI18next.answers(to: worlds)) {
            let texts = I18nextTexts(world.resources, options: world.options)
            for (lookup, expected) in zip(world.lookups, answers) {
                // i18next ran out of stack, or does not survive the input.
                guard let expected else {
                    thrown += 1
                    continue
                }
                compared += 1
                let answer: JSONValue =
                    lookup.isExistence
                    ? .bool(
                        texts.exists(
                            lookup.keys, language: lookup.language, arguments: lookup.values))
                    : .string(
                        texts.text(lookup.keys, language: lookup.language, arguments: lookup.values)
                    )
                guard answer != expected else { continue }
                differences += 1
                if differences <= 10 {
                    Issue.record(
                        "SEED=\(world.seed) \(lookup): \(answer) instead of \(expected)")
                }
            }
        }
        print("\(compared) answers compared, \(differences) differ; i18next threw \(thrown) times")
        #expect(differences == 0)
        #expect(compared > count * 50)
    }
}
