import Foundation
import TestWorld
import Testing

/// What is done to a command at one of its system calls; see `FaultShim`.
struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let settings: [String: String]

    var testDescription: String { name }

    static let none = Fault(name: "none", settings: ["FAULT_AT": "0"])
    static let kill = Fault(name: "kill", settings: ["FAULT_DO": "kill"])
    static let torn = Fault(name: "torn write and kill", settings: ["FAULT_DO": "torn"])
    static let short = Fault(name: "short write", settings: ["FAULT_DO": "short"])

    /// A call that fails, or all calls from then on.
    static func failure(_ name: String, _ number: Int32, lasts: Bool) -> Fault {
        Fault(
            name: name + (lasts ? " from then on" : " once"),
            settings: [
                "FAULT_DO": "fail", "FAULT_ERRNO": "\(number)", "FAULT_LASTS": lasts ? "1" : "0",
            ])
    }

    /// How a disturbed command ended.
    struct Ending {
        let result: Sandbox.Result
        /// The call that was disturbed: number, name and path.
        let hit: String?
        /// How many calls there were, where the command came to its end; of several programs, the most that one made.
        let total: Int?
    }

    /// Disturbs the `number`th call of a command, or of the programs that it starts, if `program` is their name.
    func disturb(
        _ words: [String], at number: Int, in scene: Scene, program: String = "dragoman"
    ) throws -> Ending {
        // Beside what is disturbed.
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
