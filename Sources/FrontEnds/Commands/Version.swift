import Machine
import Texts
import Workspace

/// What `--version` says.
enum Version {
    /// The release and the edition of CLDR that languages are judged by.
    static var text: String { "dragoman \(ProgramVersion.number) (CLDR \(CLDRTables.version))" }
}
