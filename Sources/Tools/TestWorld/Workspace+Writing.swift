package import Sync
import Texts
import Translation
package import Workspace

extension Workspace {
    /// Defines a string in the default section, in a separate commit.
    package func define(_ key: String) throws {
        _ = try perform(
            "define",
            .addString(
                StringID(section: "default", key: key), Definition(value: Value("x"))))
    }

    /// Gathers and pushes without asking for confirmation.
    package func gather(
        olderThan age: Int64 = Gatherer.defaultAge, isDryRun: Bool = false
    ) throws -> GatherReport {
        let gatherer = Gatherer(self)
        return try gatherer.gather(olderThan: age, isDryRun: isDryRun) { try gatherer.push($0) }
    }
}
