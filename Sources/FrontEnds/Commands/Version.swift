import Machine
import Texts
import Workspace

/// The output of `--version`.
enum Version {
    /// The release, and the version of CLDR that provides the language data.
    static var text: String { "dragoman \(ProgramVersion.number) (CLDR \(CLDRTables.version))" }
}
