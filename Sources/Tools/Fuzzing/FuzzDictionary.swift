/// Difficult input for any reader of text.
enum FuzzDictionary {
    /// Boundary values, characters that hide or reorder others, and byte order marks.
    static let all: [[UInt8]] = texts.map { Array($0.utf8) } + bytes

    private static let texts: [String] =
        numbers + unicode + structure + [
            "../", "/", "\\", "..", "...", "@{", "}", "~", "^", ":", "-", "--", "=", "%d", "%1$@",
            "%*.*f", "{{count}}", "%#@v@", "\u{1B}[31m", "\u{1B}[200~", "\u{1B}[201~", "\r\n", "\r",
        ]

    /// Invalid UTF-8, and the byte order marks of UTF-16 and UTF-32.
    private static let bytes: [[UInt8]] = [
        [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80],
        [0xF4, 0x90, 0x80, 0x80],
        [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98], [0x80], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE],
        [0xFE, 0xFF], [0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0x1F, 0x8B], [0x50, 0x4B, 3, 4],
    ]

    private static let numbers = [
        "0", "-0", "-1", "1", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "4294967296", "2147483648", "1e309",
        "1e-400",
        "0.1", "1E5", "01", "0x10", "NaN", "99999999999999999999999999999999999999999999",
    ]

    private static let unicode = [
        "e\u{301}", "\u{E9}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200D}", "\u{200B}",
        "\u{FEFF}",
        "\u{2028}", "\u{85}", "\u{7F}", "\u{0}", "\u{FFFF}", "\u{10FFFF}",
        "\u{1F469}\u{200D}\u{1F467}",
        "\u{1F1E9}\u{1F1EA}", "\u{0130}", "\u{DF}", "\u{FB01}", "\u{0644}\u{0627}", "\u{E0001}",
        "\u{110BD}", "\u{FFF9}", "a\u{300}\u{301}\u{302}\u{303}\u{304}", "\u{1100}\u{1161}\u{11A8}",
    ]

    private static let structure = [
        "{", "}", "[", "]", "\"", ":", ",", "null", "true", "false", "{}", "[]", "\"\"", "\\u0000",
        "\\ud800", "\\udc00", "\\ud83d\\ude00", "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[",
        "]]>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&amp;", "&#0;", "&#x110000;", "&#13;", "&b;",
        "<?xml version=\"1.0\" encoding=\"utf-16\"?>", "xmlns:a=\"b\"",
    ]
}
