/// A text as interpreted by strftime: `%H:%M`, `%-d %B %Y`.
///
/// The letters, flags and widths are those of
/// [POSIX](https://pubs.opengroup.org/onlinepubs/9799919799/functions/strftime.html) and the GNU C
/// library. Each language chooses and orders the fields in its own way, so they are not compared
/// one by one.
package struct TimePattern {
    /// The number of fields.
    package private(set) var fields = 0
    /// The `%` signs that do not begin a field, each with its flags and the character after them.
    package private(set) var others: [String] = []
    /// The number of fields that exist in no other notation and are separate from words and
    /// numbers.
    private var telling = 0

    /// Whether the text is certainly such a pattern: it has a field unknown to printf, and no other
    /// `%` signs.
    package var isCertain: Bool { telling > 0 && others.isEmpty }

    private static let letters = "aAbBcCdDeFgGhHIjklmMnNpPrRStTuUVwWxXyYzZ".utf8
    /// Letters that are neither printf conversions nor length modifiers.
    private static let tellingLetters = "BbHIkMPRTUVWyY".utf8

    /// Parses a text in linear time.
    package init(_ bytes: [UInt8]) {
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
            var end = start + 1
            func skip(_ isWanted: (UInt8) -> Bool) {
                while end < bytes.count, isWanted(bytes[end]) { end += 1 }
            }
            if end < bytes.count, bytes[end] == UInt8(ascii: "%") {
                index = end + 1
                continue
            }
            skip { "-_^#:".utf8.contains($0) || PlaceholderScanner.isDigit($0) }
            let isModified = end + 1 < bytes.count && "EO".utf8.contains(bytes[end])
            if isModified, PlaceholderScanner.isLetter(bytes[end + 1]) { end += 1 }
            guard end < bytes.count, Self.letters.contains(bytes[end]) else {
                let rest = bytes[start..<min(end + 1, bytes.count)]
                others.append(String(decoding: rest.prefix { $0 < 0x80 }, as: UTF8.self))
                index = end
                continue
            }
            // “%20b” may be part of a URL.
            let isApart =
                !bytes[start..<end].contains(where: PlaceholderScanner.isDigit)
                && !(start > 0 && PlaceholderScanner.isDigit(bytes[start - 1]))
                && !(end + 1 < bytes.count && PlaceholderScanner.isLetter(bytes[end + 1]))
            fields += 1
            if isApart, Self.tellingLetters.contains(bytes[end]) { telling += 1 }
            index = end + 1
        }
    }
}
