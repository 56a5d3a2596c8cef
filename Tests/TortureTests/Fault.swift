import Foundation
import TestWorld
import Testing

/// A fault in one of a command's system calls; see `FaultShim`.
struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let settings: [String: String]

    var testDescription: String { name }

    static let none = Fault(name: "none", settings: ["FAULT_AT": "0"])
    static let kill = Fault(name: "kill", settings: ["FAULT_DO": "kill"])
    static let torn = Fault(name: "torn write and kill", settings: ["FAULT_DO": "torn"])
    static let short = Fault(name: "short write", settings: ["FAULT_DO": "short"])

    /// Returns a fault that fails one call, or all calls from then on.
    static func failure(_ name: String, _ number: Int32, lasts: Bool) -> Fault {
        Fault(
            name: name + (lasts ? " from then on" : " once"),
            settings: [
                "FAULT_DO": "fail", "FAULT_ERRNO": "\(number)", "FAULT_LASTS": lasts ? "1" : "0",
            ])
    }

    /// The result of a command with a fault.
    struct Ending {
        let result: Sandbox.Result
        /// The faulty call: number, name and path.
        let hit: String?
        /// The number of calls, if the command finished; for several programs, the maximum of one.
        let total: Int?
    }

    /// Runs a command with a fault in its `number`th call, or in that of the programs named
    /// `program` that it starts.
    func disturb(
        _ words: [String], at number: Int, in scene: Scene, program: String = "dragoman"
    ) throws -> Ending {
        // The report is outside of the faulty directory.
        let report = scene.sandbox.directory + ".report"
        defer { try? FileManager.default.removeItem(atPath: report) }
        var environment = settings
        environment["LD_PRELOAD"] = try Torture.shim
        if settings["FAULT_AT"] == nil { environment["FAULT_AT"] = "\(number)" }
        environment["FAULT_REPORT"] = report
        environment["FAULT_ROOT"] = scene.sandbox.directory
        environment["FAULT_IN"] = program
        let result = try scene.execute(words, environment: environment)
        try scene.acknowledge(result)
        let lines = ((try? String(contentsOfFile: report, encoding: .utf8)) ?? "")
            .split(separator: "\n")
        let hit = lines.first { $0.hasPrefix("hit ") }.map { scene.sandbox.anonymous(String($0)) }
        let total = lines.filter { $0.hasPrefix("total ") }.compactMap { Int($0.dropFirst(6)) }
            .max()
        return Ending(result: result, hit: hit, total: total)
    }
}
