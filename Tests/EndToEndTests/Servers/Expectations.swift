import Foundation
import TestKit
import TestWorld
import Testing

/// Expects that something was refused; for this reason, with a sentence and a hint, if Dragoman did it.
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

/// What programs read of a refusal.
struct Refused: Decodable {
    struct Reason: Decodable {
        let code: String
        let message: String
        let hint: String
    }
    let error: Reason
}

/// How long the tests of broken lines and races run, and from which seed.
///
/// `DRAGOMAN_TORTURE=1` makes the same tests long; `SEED` replays one.
enum Endurance {
    /// Whether everything is tried that can be, and not a part of it.
    static let isLong = ProcessInfo.processInfo.environment["DRAGOMAN_TORTURE"] == "1"

    private static let seed: UInt64 =
        ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
        ?? (isLong ? UInt64.random(in: 0..<1_000_000) : 1)

    /// The random choices of a test; says how to make them again.
    static func choices(of test: String) -> SplitMix64 {
        print("\(test): SEED=\(seed)")
        // FNV-1a, so that tests do not make the same choices.
        let hash = test.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return SplitMix64(seed: seed ^ hash)
    }

    /// Who carries: in the short form not plain Git, whose own care is not ours to test.
    static var carriages: [Carriage] { isLong ? Carriage.allCases : [.dragoman] }

    /// One number or another.
    static func rounds(short: Int, long: Int) -> Int { isLong ? long : short }
}
