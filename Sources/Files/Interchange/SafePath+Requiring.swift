import Texts
import Translation

extension SafePath {
    /// Throws an error if a name is not a safe path relative to its directory.
    static func require(_ path: String, called what: String) throws(InterchangeError) {
        guard !isSafe(path) else { return }
        throw InterchangeError(
            "The \(what) “\(path)” cannot be used as a file name.",
            hint: "Rename it, or export it in another format.")
    }
}
