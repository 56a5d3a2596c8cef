import Foundation
import TestKit
import TestWorld
import Testing

/// Expects that a command was refused; if Dragoman refused it, with the given code, a sentence and
/// a hint.
func expectRefusal(
    _ result: Sandbox.Result, _ carriage: Carriage, _ reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard carriage != .plainGit else {
        #expect(result.status != 0, "\(result)", sourceLocation: sourceLocation)
        return
    }
    #expect(result.status == 2, "\(result)", sourceLocation: sourceLocation)
    let answer = result.errors.range(of: #"{"error""#).flatMap {
        try? JSONDecoder().decode(
            Refused.self, from: Data(result.errors[$0.lowerBound...].utf8))
    }
    #expect(answer?.error.code == reason, "\(result)", sourceLocation: sourceLocation)
    #expect(answer?.error.hint.isEmpty == false, sourceLocation: sourceLocation)
}

/// A refusal as JSON.
struct Refused: Decodable {
    struct Reason: Decodable {
        let code: String
        let message: String
        let hint: String
    }
    let error: Reason
}

/// The duration of the tests of broken lines and races, and their seed.
///
/// `DRAGOMAN_TORTURE=1` makes these tests long; `SEED` replays one.
enum Endurance {
    /// Whether all combinations are tested, instead of a sample.
    static let isLong = ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == "1"

    private static let seed: UInt64 =
        ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
        ?? (isLong ? UInt64.random(in: 0..<1_000_000) : 1)

    /// Returns the random choices of a test, and prints how to repeat them.
    static func choices(of test: String) -> SplitMix64 {
        print("\(test): SEED=\(seed)")
        // FNV-1a, so that tests make different choices.
        let hash = test.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return SplitMix64(seed: seed ^ hash)
    }

    /// The tested programs; the short form omits plain Git, which is not ours to test.
    static var carriages: [Carriage] { isLong ? Carriage.allCases : [.dragoman] }

    /// Returns the number of rounds.
    static func rounds(short: Int, long: Int) -> Int { isLong ? long : short }
}
