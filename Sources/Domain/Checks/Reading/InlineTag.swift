import Texts

/// XLIFF inline elements, which are identified by name and `id`.
///
/// Attributes such as `equiv-text` and `disp` are hints for translators. Tools omit or change them
/// between versions (XLIFF 1.2, section 2.4; XLIFF 2.1, section 4.3.1). Android's `example` is also
/// such a hint.
enum InlineTag {
    private static let names: Set<String> = [
        "bpt", "bx", "cp", "ec", "em", "ept", "ex", "g", "it", "mrk", "pc", "ph", "sc", "sm", "x",
    ]

    private static let hintNames: Set<String> = [
        "ctype", "disp", "dispEnd", "dispStart", "equiv", "equiv-text", "equivEnd", "equivStart",
        "example",
    ]

    /// Returns a text with its hints replaced by spaces, so that all other parts keep their UTF-8
    /// offsets.
    ///
    /// Takes linear time. Returns a text without hints unchanged.
    static func withoutHints(_ text: String) -> String {
        var bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "<")), bytes.contains(UInt8(ascii: "=")) else {
            return text
        }
        var isChanged = false
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            let name = self.name(in: bytes[...], at: index)
            guard !name.isEmpty else { continue }
            let element = String(decoding: bytes[name], as: UTF8.self)
            index = name.upperBound
            guard names.contains(element) || element == "xliff:g" else { continue }
            for attribute in attributes(in: bytes[name.upperBound...]) {
                index = attribute.range.upperBound
                guard hintNames.contains(attribute.name) else { continue }
                for place in attribute.range { bytes[place] = UInt8(ascii: " ") }
                isChanged = true
            }
        }
        return isChanged ? String(decoding: bytes, as: UTF8.self) : text
    }

    /// Returns the `id` of an XLIFF inline element, given the bytes of its tag; nil for other
    /// elements.
    static func id(in tag: ArraySlice<UInt8>, name: String) -> String? {
        guard names.contains(name) else { return nil }
        let rest = tag.dropFirst(name.utf8.count + 1)
        return attributes(in: rest).first { $0.name == "id" }.map {
            String(decoding: tag[$0.value], as: UTF8.self)
        }
    }

    private struct Attribute {
        let name: String
        let value: Range<Int>
        let range: Range<Int>
    }

    /// Reads quoted attributes, and stops at anything else.
    private static func attributes(in bytes: ArraySlice<UInt8>) -> [Attribute] {
        var found: [Attribute] = []
        var index = bytes.startIndex
        func skipSpace() {
            while index < bytes.endIndex, PlaceholderScanner.isSpace(bytes[index]) { index += 1 }
        }
        while true {
            skipSpace()
            let start = index
            let name = self.name(in: bytes, at: start)
            index = name.upperBound
            skipSpace()
            guard !name.isEmpty, index < bytes.endIndex, bytes[index] == UInt8(ascii: "=") else {
                return found
            }
            index += 1
            skipSpace()
            guard index < bytes.endIndex, "\"'".utf8.contains(bytes[index]),
                let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
            else { return found }
            found.append(
                Attribute(
                    name: String(decoding: bytes[name], as: UTF8.self), value: (index + 1)..<end,
                    range: start..<(end + 1)))
            index = end + 1
        }
    }

    private static func name(
        in bytes: ArraySlice<UInt8>, at start: Int
    ) -> Range<Int> {
        var end = start
        while end < bytes.endIndex,
            PlaceholderScanner.isLetterOrDigit(bytes[end]) || "-_.:".utf8.contains(bytes[end])
        {
            end += 1
        }
        return start..<end
    }
}
