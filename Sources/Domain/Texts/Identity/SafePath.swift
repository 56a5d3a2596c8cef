/// Validates user-chosen names that become file names, such as section names.
///
/// Definitions and exports share one rule, so that every defined name can be exported.
public enum SafePath {
    /// Returns whether a name is a valid relative path on every system.
    ///
    /// Parts may be separated by `/`. No part may be:
    /// - empty, `.`, `..` or `.git`
    /// - one of Windows's reserved names
    /// - longer than 200 bytes
    ///
    /// No part may contain control characters, `\`, `:` or other characters that Windows forbids,
    /// or end in a dot or space.
    public static func isSafe(_ path: String) -> Bool {
        // Splits bytes, because a combining mark after a separator forms a single Character with
        // it.
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
