import Foundation

/// The limit of a measure.
struct Limit: Codable, Equatable {
    /// The maximum value.
    var atMost: Double?
    /// The minimum value.
    var atLeast: Double?

    /// Returns true if a value is within the limit.
    func allows(_ value: Double) -> Bool {
        value.isFinite && atMost.map { value <= $0 } ?? true && atLeast.map { value >= $0 } ?? true
    }

    /// The limit in readable form.
    var text: String {
        [atMost.map { "≤ \(Number.limit($0))" }, atLeast.map { "≥ \(Number.limit($0))" }]
            .compactMap { $0 }.joined(separator: " ")
    }
}

/// The limits for each case: `docs/internals/benchmarks/thresholds.json`.
struct Thresholds: Equatable {
    /// The limits by case and measure.
    let limits: [String: [String: Limit]]

    /// Reads the file.
    ///
    /// Throws if a limit has no bound, a case has no limit, or a limit belongs to an unknown case.
    init(json: [UInt8], cases: [String]) throws {
        limits = try JSONDecoder().decode([String: [String: Limit]].self, from: Data(json))
        for (name, measures) in limits {
            for (measure, limit) in measures where limit.atMost == nil && limit.atLeast == nil {
                throw Fault(description: "\(name).\(measure) has neither atMost nor atLeast")
            }
        }
        if let name = cases.first(where: { limits[$0]?.isEmpty ?? true }) {
            throw Fault(description: "case “\(name)” has no threshold")
        }
        if let name = limits.keys.sorted().first(where: { !cases.contains($0) }) {
            throw Fault(description: "unknown case “\(name)” with a threshold")
        }
    }

    /// Returns the thresholds in the file that was compiled into the program.
    static func builtIn() throws -> Thresholds {
        try Thresholds(
            json: PackageResources.thresholds_json, cases: Cases.all.map { $0.name })
    }

    /// The error thrown when the file is invalid.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }
}

/// The result for one threshold.
struct ThresholdResult: Codable, Equatable {
    let measure: String
    /// The value; `nil` if it could not be measured.
    let value: Double?
    /// The limit of the measure.
    let limit: Limit
    /// Whether the threshold holds; false if the value is missing.
    let holds: Bool
}

/// A case with its results and verdicts, written as a line of JSON.
struct Report: Codable, Equatable {
    let name: String
    /// The number of events used instead of a million.
    let events: Int
    let findings: Findings
    /// The results for the case's thresholds, sorted by measure.
    let verdicts: [ThresholdResult]
    /// Whether all thresholds hold.
    var holds: Bool { verdicts.allSatisfy(\.holds) }

    /// Compares a case's results with its thresholds.
    init(name: String, events: Int, findings: Findings, thresholds: Thresholds) {
        self.name = name
        self.events = events
        self.findings = findings
        verdicts = (thresholds.limits[name] ?? [:]).sorted { $0.key < $1.key }.map {
            measure, limit in
            let value = findings.measures[measure]
            return ThresholdResult(
                measure: measure, value: value, limit: limit,
                holds: value.map(limit.allows) ?? false)
        }
    }

    /// Returns the exit status of a run: 1 if a threshold does not hold.
    static func status(of reports: [Report]) -> Int32 { reports.allSatisfy(\.holds) ? 0 : 1 }

    /// Returns the report as one line of JSON, with sorted members.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Returns the reports in the output of a run.
    static func read(_ text: String) throws -> [Report] {
        try text.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
            try JSONDecoder().decode(Report.self, from: Data($0.utf8))
        }
    }

    private enum CodingKeys: String, CodingKey {
        case name = "case"
        case events, rounds, seconds, measures, notes, verdicts, holds
    }

    /// Writes the line's members.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(name, forKey: .name)
        try members.encode(events, forKey: .events)
        try members.encode(findings.rounds, forKey: .rounds)
        try members.encode(findings.seconds, forKey: .seconds)
        try members.encode(findings.measures, forKey: .measures)
        try members.encode(findings.notes, forKey: .notes)
        try members.encode(verdicts, forKey: .verdicts)
        try members.encode(holds, forKey: .holds)
    }

    /// Reads the line's members.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        events = try members.decode(Int.self, forKey: .events)
        verdicts = try members.decode([ThresholdResult].self, forKey: .verdicts)
        findings = Findings(
            rounds: try members.decode(Int.self, forKey: .rounds),
            seconds: try members.decode([String: Double].self, forKey: .seconds),
            measures: try members.decode([String: Double].self, forKey: .measures),
            notes: try members.decode([String].self, forKey: .notes))
    }
}
