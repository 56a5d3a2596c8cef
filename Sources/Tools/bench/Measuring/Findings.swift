/// What a case found.
struct Findings: Codable, Equatable {
    /// How many rounds were counted.
    var rounds = 0
    /// Medians in seconds, by what was measured.
    var seconds: [String: Double] = [:]
    /// Ratios, rates and sizes, of which some have a limit.
    var measures: [String: Double] = [:]
    /// What could not be measured, and why.
    var notes: [String] = []

    /// Takes over what sides took, with the number of rounds.
    mutating func add(_ turns: Turns, named prefix: String = "") {
        rounds = max(rounds, turns.rounds)
        for (side, median) in turns.medians { seconds[prefix + side] = median }
    }
}
