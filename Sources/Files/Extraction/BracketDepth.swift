/// The nesting depth of square brackets that directly contain each other.
///
/// The parser looks ahead at each bracket to see whether a type begins there, and again at those
/// inside, so its time doubles with each level. Nobody writes more than a few; a file with many
/// would occupy it for years.
enum BracketDepth {
    /// The maximum depth.
    static let maximum = 12

    /// The line on which they are deeper, counted from 1; `nil` where they are not.
    ///
    /// Counted are those with nothing between them that ends such a look ahead: no literal, block, assignment or comment.
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
