import TestKit

/// The inputs of one run, the same for the same seed and outcomes: those that once failed, then others that are known
/// and mutations in turn, then mutations alone.
public struct InputSource {
    private var mutator: Mutator
    private let kept: [[UInt8]]
    private let known: [[UInt8]]
    private var pool: [[UInt8]]
    private var count = 0
    private static let poolSize = 1024

    /// Begins with inputs that once failed, a target's own ones, and others that are known.
    public init(target: FuzzTarget, kept: [[UInt8]], known: [[UInt8]], seed: UInt64) {
        self.kept = kept
        let all = target.seeds + known
        self.known = all.isEmpty ? [[]] : all
        pool = self.known + kept
        mutator = Mutator(
            random: SplitMix64(seed: seed), words: target.words, maximumSize: target.maximumSize)
    }

    /// Returns the next input.
    public mutating func next() -> [UInt8] {
        defer { count += 1 }
        guard count >= kept.count else { return kept[count] }
        let turn = count - kept.count
        if turn % 2 == 0, turn / 2 < known.count { return known[turn / 2] }
        let first = mutator.random.pick(mutator.random.chance(1, in: 2) ? known : pool)
        let second = mutator.random.pick(pool)
        return mutator.mutated(first, with: second)
    }

    /// Takes note of what became of an input: mutations of accepted ones go deeper.
    public mutating func learn(_ input: [UInt8], _ outcome: FuzzOutcome) {
        guard outcome == .accepted, mutator.random.chance(1, in: 8) else { return }
        if pool.count < Self.poolSize {
            pool.append(input)
        } else {
            pool[mutator.random.number(in: 0...(pool.count - 1))] = input
        }
    }
}
