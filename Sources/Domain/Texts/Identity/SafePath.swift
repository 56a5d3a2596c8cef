/// Names that people choose and that become names of files, such as sections.
///
/// One rule for what is defined and for what is written, so that nothing is defined that no export can write.
public enum SafePath {
    /// Returns whether a name is a path below its directory that every system can have.
    ///
    /// Parts may be divided by `/`. None may be empty, `.`, `..` or `.git`, have control characters, `\`, `:` or
    /// another character that Windows does not take, be one of its reserved names, end in a dot or a space, or
    /// have more than 200 bytes.
    public static func isSafe(_ path: String) -> Bool {
        // By bytes: a combining mark after a separator makes another Character of both.
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { isSafePart(Substring($0)) }
    }

    private static let reserved: Set<String> = {
        let ports = (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
        return Set(["aux", "con", "prn", "nul"] + ports)
    }()

    private static func isSafePart(_ part: Substring) -> Bool {
        guard !part.isEmpty, part != ".", part != "..", part.utf8.count <= 200,
            part.utf8.last != UInt8(ascii: "."), part.utf8.last != UInt8(ascii: " "),
            part.lowercased() != ".git"
        else { return false }
        let stem = Substring(part.utf8.prefix { $0 != UInt8(ascii: ".") }).lowercased()
        return !reserved.contains(stem)
            && part.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 && scalar.value != 0x7F
                    && !#"\:*?"<>|"#.unicodeScalars.contains(scalar)
            }
    }
}
