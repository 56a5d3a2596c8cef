/// The nesting depth of directly nested square brackets.
///
/// At each bracket, the parser looks ahead for a type, and again at the brackets inside, so its
/// time doubles with each level. Real code has only a few levels. A file with many levels would
/// take years to parse.
enum BracketDepth {
    /// The maximum depth.
    static let maximum = 12

    /// Returns the first line where the brackets exceed the maximum, counted from 1; `nil` if there
    /// is none.
    ///
    /// Brackets count if nothing between them ends the lookahead: no literal, block, assignment or
    /// comment.
    static func lineOfExcess(in text: String) -> Int? {
        var depth = 0
        var line = 1
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "["):
                depth += 1
                if depth > maximum { return line }
            case UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"),
                UInt8(ascii: "="), UInt8(ascii: "/"):
                depth = 0
            default: break
            }
        }
        return nil
    }
}
