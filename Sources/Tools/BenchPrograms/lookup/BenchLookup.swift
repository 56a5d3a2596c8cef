import DragomanClient
import Foundation
import JSON

/// Looks up plain keys in the client's texts and in a dictionary, taking turns.
///
/// Usage: `bench-lookup KEYS ROUNDS`. Prints JSON: for each side the seconds of each round. A program of its own, since the bench has the Swift
/// runtime inside, into which the networking of Foundation does not link.
@main struct BenchLookup {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard words.count == 2, let count = words.first, let rounds = words.last, rounds > 0 else {
            throw Failure.usage
        }
        let keys = (0..<count).map { "screen_\($0 / 20)_item_\($0)" }
        let members = keys.map { (key: $0, value: JSONValue.string("The text of \($0)")) }
        let dictionary = Dictionary(
            uniqueKeysWithValues: keys.map { ($0, "The text of \($0)") })
        var texts = I18nextTexts()
        texts.setNamespace(
            "translation", language: "en", to: .object(JSONObject(uniqueMembers: members)))

        var seconds: [String: [Double]] = [:]
        func measure(_ side: String, _ find: (String) -> String?) throws {
            var length = 0
            let time = ContinuousClock().measure {
                for key in keys { length += find(key)?.utf8.count ?? 0 }
            }
            // What is found is looked at, so that nobody leaves the lookup out.
            guard length == dictionary.values.reduce(0, { $0 + $1.utf8.count }) else {
                throw Failure.otherTexts(side)
            }
            seconds[side, default: []].append(time / .seconds(1))
        }
        // The first round warms up.
        for round in 0...rounds {
            if round == 1 { seconds = [:] }
            let sides = [
                { try measure("texts") { texts.text($0, language: "en") } },
                { try measure("dictionary") { dictionary[$0] } },
            ]
            for side in round.isMultiple(of: 2) ? sides : sides.reversed() { try side() }
        }
        let output = try JSONEncoder().encode(seconds)
        FileHandle.standardOutput.write(output + Data("\n".utf8))
    }

    enum Failure: Error {
        case usage
        case otherTexts(String)
    }
}
