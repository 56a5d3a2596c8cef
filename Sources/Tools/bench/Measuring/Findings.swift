/// The results of a case.
struct Findings: Codable, Equatable {
    /// The number of rounds that were counted.
    var rounds = 0
    /// Medians in seconds, by measured side.
    var seconds: [String: Double] = [:]
    /// Ratios, rates and sizes, some of which have a limit.
    var measures: [String: Double] = [:]
    /// Measures that could not be taken, with reasons.
    var notes: [String] = []

    /// Adds the medians of the sides' times, and the number of rounds.
    mutating func add(_ turns: Turns, named prefix: String = "") {
        rounds = max(rounds, turns.rounds)
        for (side, median) in turns.medians { seconds[prefix + side] = median }
    }
}
