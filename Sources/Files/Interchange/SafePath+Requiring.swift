import Texts
import Translation

extension SafePath {
    /// Refuses a name that is no path below its directory.
    static func require(_ path: String, called what: String) throws(InterchangeError) {
        guard !isSafe(path) else { return }
        throw InterchangeError(
            "The \(what) “\(path)” cannot be the name of a file.",
            hint: "Rename it, or export it in another format.")
    }
}
