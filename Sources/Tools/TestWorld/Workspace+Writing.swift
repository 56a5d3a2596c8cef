import Texts
import Translation
import Workspace

extension Workspace {
    /// Defines a string of the default section, in a commit of its own.
    func define(_ key: String) throws {
        _ = try perform(
            "define",
            .addString(
                StringID(section: "default", key: key), Definition(value: Value("x"))))
    }

    /// Gathers, and pushes with nobody to ask.
    func gather(
        olderThan age: Int64 = gatheringAge, isDryRun: Bool = false
    ) throws -> GatherReport {
        try gather(olderThan: age, isDryRun: isDryRun) { try push($0) }
    }
}
