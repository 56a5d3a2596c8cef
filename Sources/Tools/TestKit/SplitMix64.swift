/// A random number generator that produces the same sequence for a seed on every machine.
///
/// This is Sebastiano Vigna's SplitMix64, <https://prng.di.unimi.it/splitmix64.c>. It is good
/// enough for tests, and every seed is equally good.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence for a seed.
    public init(seed: some BinaryInteger) {
        state = UInt64(truncatingIfNeeded: seed)
    }

    /// Returns the next number of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns true with a probability of `part` in `whole`.
    public mutating func chance(_ part: Int, in whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &self) < part
    }

    /// Returns a number in the range.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Returns one of the elements; the array must not be empty.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}

extension SplitMix64 {
    /// Returns true with a probability of 1 in `n`.
    public mutating func oneIn(_ n: Int) -> Bool { chance(1, in: n) }

    /// Returns one of the elements, or `nil` if there is none.
    public mutating func any<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &self)
    }
}
