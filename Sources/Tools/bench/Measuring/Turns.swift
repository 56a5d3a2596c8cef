/// One of the alternatives that are measured side by side.
struct Side {
    /// The name in the report.
    let name: String
    /// Runs the side once in the numbered round, and returns the measured seconds.
    let run: (Int) throws -> Double
}

/// The times of alternatives that ran in turns.
struct Turns: Equatable {
    /// The seconds for each side, with one number per round.
    private(set) var times: [String: [Double]]

    init(times: [String: [Double]]) { self.times = times }

    /// Runs each side once per round, in a different order each time, so that slow phases of the
    /// machine affect all sides.
    ///
    /// The first `warmUps` rounds are not counted. After `budget` seconds, no further round begins.
    static func take(
        _ rounds: Int, warmUps: Int = 1, budget: Double = 60, _ sides: [Side]
    ) throws -> Turns {
        var turns = Turns(times: [:])
        let begin = ContinuousClock.now
        for round in 0..<rounds + warmUps {
            if round > warmUps, (ContinuousClock.now - begin).inSeconds > budget { break }
            for place in sides.indices {
                let side = sides[(place + round) % sides.count]
                let seconds = try side.run(round)
                if round >= warmUps { turns.times[side.name, default: []].append(seconds) }
            }
        }
        return turns
    }

    /// The number of rounds that were counted.
    var rounds: Int { times.values.map(\.count).min() ?? 0 }

    /// The median of each side.
    var medians: [String: Double] { times.mapValues { Self.median($0) } }

    /// Returns the median of a side; 0 if it did not run.
    func median(_ side: String) -> Double { Self.median(times[side] ?? []) }

    /// Returns the ratio of a side's time to the time of `other`: the median of the rounds' ratios.
    func ratio(_ side: String, to other: String) -> Double { ratio(side, to: [other]) }

    /// Returns the ratio of a side's time to the total time of others that run one after another.
    func ratio(_ side: String, to others: [String]) -> Double {
        let own = times[side] ?? []
        let rounds = own.indices.map { round in
            own[round] / others.reduce(0) { $0 + (times[$1]?[round] ?? 0) }
        }
        return Self.median(rounds)
    }

    /// Returns the middle of the sorted numbers; 0 if there are none.
    static func median(_ numbers: [Double]) -> Double {
        let sorted = numbers.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Returns the time that `body` takes, in seconds.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body).inSeconds
    }
}
