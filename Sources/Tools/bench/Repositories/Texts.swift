import Texts
import Translation

/// Random numbers that are the same in every run: SplitMix64,
/// <https://prng.di.unimi.it/splitmix64.c>.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`; faster than the library's method, and uniform enough for
    /// texts.
    mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

    /// Returns an id with the given time in milliseconds.
    mutating func id(at milliseconds: UInt64) -> EventID {
        EventID(
            milliseconds: milliseconds,
            random: (UInt16(truncatingIfNeeded: next()), next()))
    }
}

/// Texts that compress like real ones: recurring words, in sentences that do not recur.
struct Texts {
    private let words: [String]

    init(random: inout SeededRandom) {
        let letters = Array("aeioubcdfglmnprst")
        words = (0..<3000).map { _ in
            String((0..<2 + random.below(8)).map { _ in letters[random.below(letters.count)] })
        }
    }

    /// Returns one to six words.
    func sentence(_ random: inout SeededRandom) -> Value {
        var text = words[random.below(words.count)]
        for _ in 0..<random.below(6) { text += " " + words[random.below(words.count)] }
        return Value(text)
    }

    /// Returns one of three people.
    func person(_ random: inout SeededRandom) -> Actor { Self.people[random.below(3)] }

    private static let people = ["Ines", "Mara", "Otto"].map {
        Actor(name: $0, email: "\($0.lowercased())@example.org")
    }
}
