import Texts

/// Detects placeholders for numbers in i18next texts.
///
/// This includes texts in apps that use `printf` placeholders or a custom notation.
enum I18nextCounts {
    private static let names = ["{count", "__count__", ":count"]

    /// Returns true if a text shows a count.
    ///
    /// The text can contain an i18next placeholder, or a `printf` integer such as `%d` and `%1$d`.
    static func areShown(_ text: String) -> Bool {
        if names.contains(where: text.contains) { return true }
        let bytes = Array(text.utf8)
        return bytes.indices.contains { bytes[$0] == UInt8(ascii: "%") && isInteger(bytes, $0 + 1) }
    }

    /// Returns true if the rest of a placeholder is an integer specifier.
    ///
    /// It consists of digits, `$`, flags, lengths, and `d`, `i` or `u`.
    private static func isInteger(_ bytes: [UInt8], _ start: Int) -> Bool {
        let rest = bytes[start...].drop { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "$+-,lh".utf8.contains(byte)
        }
        guard let sign = rest.first, "diu".utf8.contains(sign) else { return false }
        // “100%discount” does not contain a placeholder.
        let next = rest.dropFirst().first ?? 0
        return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
    }
}
