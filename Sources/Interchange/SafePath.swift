/// Paths made of names that people choose, which must not leave their directory.
enum SafePath {
    /// Refuses a section that is no path below its directory.
    ///
    /// Parts may be divided by `/`. Refused are empty parts, `.` and `..`, control characters, `\`, `:`
    /// and other characters that Windows does not take, its reserved names, and parts that end in a dot or a space.
    static func require(_ path: String, called what: String) throws(InterchangeError) {
        // By bytes: a combining mark after a separator makes another Character of both.
        let parts = path.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts where !isSafe(Substring(part)) {
            throw InterchangeError(
                "The \(what) “\(path)” cannot be the name of a file.",
                hint: "Rename it, or export it in another format.")
        }
    }

    private static let reserved: Set<String> = {
        let ports = (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
        return Set(["aux", "con", "prn", "nul"] + ports)
    }()

    private static func isSafe(_ part: Substring) -> Bool {
        guard !part.isEmpty, part != ".", part != "..", part.utf8.count <= 200,
            part.utf8.last != UInt8(ascii: "."), part.utf8.last != UInt8(ascii: " ")
        else { return false }
        let stem = Substring(part.utf8.prefix { $0 != UInt8(ascii: ".") }).lowercased()
        return !reserved.contains(stem)
            && part.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 && scalar.value != 0x7F
                    && !#"\:*?"<>|"#.unicodeScalars.contains(scalar)
            }
    }
}
