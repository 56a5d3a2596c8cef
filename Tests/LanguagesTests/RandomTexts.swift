/// A small seeded generator, so that a failing case can be run again.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Returns up to 40 characters below a code point.
func randomText(_ random: inout SplitMix64, below limit: UInt32) -> String {
    let count = Int(random.next() % 40)
    var scalars = String.UnicodeScalarView()
    for _ in 0..<count {
        // Half of the characters are small, where most special ones are.
        let bound = random.next() % 2 == 0 ? min(limit, 0x3100) : limit
        if let scalar = Unicode.Scalar(UInt32(random.next() % UInt64(bound))) {
            scalars.append(scalar)
        }
    }
    return String(scalars)
}
