/// Combines source files into the files that browsers load, without comments and indentation.
///
/// A browser then needs one request for all scripts, and common words are compressed together.
enum AssetBundle {
    /// Combines modules into one script.
    ///
    /// The modules share one scope, so their top-level names must differ. A module comes after those
    /// whose constants it needs when it is loaded. Lines inside template literals lose their
    /// indentation.
    static func script(_ modules: [[UInt8]]) -> [UInt8] {
        var script = ""
        for module in modules {
            // The end of a comment or an import of several lines.
            var skippedThrough: String?
            for line in String(decoding: module, as: UTF8.self).split(separator: "\n") {
                let line = line.drop { $0 == " " }
                if let end = skippedThrough {
                    if line.hasSuffix(end) { skippedThrough = nil }
                } else if line.hasPrefix("import ") {
                    if !line.hasSuffix(";") { skippedThrough = ";" }
                } else if line.hasPrefix("/*") {
                    if !line.hasSuffix("*/") { skippedThrough = "*/" }
                } else if !line.hasPrefix("//") {
                    script += line.hasPrefix("export ") ? line.dropFirst(7) : line
                    script += "\n"
                }
            }
        }
        return Array(script.utf8)
    }

    /// Combines style sheets into one.
    static func style(_ sheets: [[UInt8]]) -> [UInt8] {
        var style: [UInt8] = []
        let source = Array(sheets.joined(separator: [space]))
        var index = source.startIndex
        var quote: UInt8?
        while index < source.endIndex {
            let byte = source[index]
            index += 1
            if let end = quote {
                style.append(byte)
                if byte == end { quote = nil }
            } else if byte == UInt8(ascii: "/"), source[index...].first == UInt8(ascii: "*") {
                repeat {
                    index += 1
                } while index < source.endIndex
                    && source[(index - 1)...index] != [UInt8(ascii: "*"), UInt8(ascii: "/")]
                index += 1
            } else if byte == space || byte == UInt8(ascii: "\n") {
                // A space before a colon separates selectors.
                if let last = style.last, last != space, last != UInt8(ascii: ":"),
                    !separators.contains(last)
                {
                    style.append(space)
                }
            } else {
                if separators.contains(byte), style.last == space { style.removeLast() }
                if byte == UInt8(ascii: "}"), style.last == UInt8(ascii: ";") { style.removeLast() }
                if byte == UInt8(ascii: "\"") { quote = byte }
                style.append(byte)
            }
        }
        return style
    }

    private static let space = UInt8(ascii: " ")
    /// The characters around which spaces have no meaning.
    private static let separators = Set("{};,>".utf8)
}
