/// A conversion in a printf or Apple format, with rules that distinguish it from prose.
///
/// The grammar comes from
/// <https://pubs.opengroup.org/onlinepubs/9799919799/functions/fprintf.html>, with Apple's `@` and
/// `%#@name@`, and with `%(name)s` and `%r` from
/// [Python](https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting). The
/// space flag requires a name, because “100% sure” would match otherwise. Widths and rare
/// conversions are text if a letter follows, because Turkish writes “%50si” and addresses contain
/// `%E2`.
package struct PrintfConversion {
    /// The parsed placeholder.
    package let placeholder: Placeholder

    /// Reads the conversion that begins with the `%` at an index, or returns `nil` if it is text.
    ///
    /// If placeholders are numbered as in `%1` and `%2`, `%1x` is such a number followed by a
    /// letter, not a width.
    package init?(
        at start: Int, before end: Int, in bytes: [UInt8], isNumbered: Bool = false
    ) {
        var reader = Reader(bytes: bytes, end: end, index: start + 1)
        func make(
            _ kind: Placeholder.Kind, _ name: String, type: String = "", position: Int? = nil,
            widthArguments: Int = 0
        ) -> Placeholder {
            Placeholder(
                kind: kind, name: name, type: type, position: position,
                widthArguments: widthArguments,
                text: String(decoding: bytes[start..<reader.index], as: UTF8.self),
                range: start..<reader.index)
        }

        var name = ""
        var position: Int?
        if let text = reader.parenthesized() {
            name = text
        } else {
            position = reader.position()
            if let variable = reader.variable() {
                placeholder = make(.substitution, variable, position: position)
                return
            }
            if reader.word("arg") {
                placeholder = make(.argument, "arg")
                return
            }
        }
        let isNamed = !name.isEmpty
        let flags = reader.take {
            "-+#0'I".utf8.contains($0) || (isNamed && $0 == UInt8(ascii: " "))
        }
        let width = reader.size()
        var precision: Reader.Size?
        if reader.take(UInt8(ascii: ".")) {
            guard let size = reader.size() else { return nil }
            precision = size
        }
        let widthArguments = (width == .argument ? 1 : 0) + (precision == .argument ? 1 : 0)
        if let macro = reader.macro() {
            placeholder = make(
                .printf, name, type: macro, position: position, widthArguments: widthArguments)
            return
        }
        let length = reader.take { "hlqjztLZ".utf8.contains($0) }
        guard let conversion = reader.next(), let type = Self.type(of: conversion, length: length)
        else { return nil }

        // Only numbers have an alternative form (`#`) and grouped digits (`'`).
        guard
            !flags.contains(where: { "#'".utf8.contains($0) })
                || !"@sScCpr".utf8.contains(conversion)
        else { return nil }
        // `I` is the GNU C library's flag for localized digits.
        guard !flags.contains(UInt8(ascii: "I")) || "diufFgG".utf8.contains(conversion) else {
            return nil
        }
        let isMarked = position != nil || isNamed || precision != nil
        if (flags.contains(UInt8(ascii: "-")) || flags.contains(UInt8(ascii: "0"))) && width == nil
            && precision == nil
        {
            return nil
        }
        let isBeforeLetter = reader.peek.map(PlaceholderScanner.isLetter) ?? false
        // Python allows any name. A name that contains spaces or signs, or precedes a space, may be
        // prose.
        let isUsual = name.utf8.allSatisfy(Reader.isUsualInName)
        if isNamed, isBeforeLetter, !isUsual || flags.contains(UInt8(ascii: " ")) { return nil }
        if !isMarked {
            let isAfterDigit = start > 0 && PlaceholderScanner.isDigit(bytes[start - 1])
            if isAfterDigit && isBeforeLetter { return nil }
            if flags.isEmpty, case .digits? = width {
                if isNumbered { return nil }
                guard !isBeforeLetter, "dsifux@".utf8.contains(conversion) else { return nil }
            }
            if length.isEmpty, "aAeEGFoCSpXr".utf8.contains(conversion) {
                guard !(reader.peek.map(PlaceholderScanner.isLetterOrDigit) ?? false) else {
                    return nil
                }
            }
        }
        placeholder = make(
            .printf, name, type: type, position: position,
            widthArguments: widthArguments)
    }

    /// Returns the type of the argument, or `nil` if the letter is not a conversion.
    private static func type(of conversion: UInt8, length: ArraySlice<UInt8>) -> String? {
        let isLong = length.contains { "lqjztZ".utf8.contains($0) }
        switch conversion {
        case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"):
            return isLong ? "long integer" : "integer"
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            return isLong ? "long hexadecimal" : "hexadecimal"
        case UInt8(ascii: "o"):
            return isLong ? "long octal" : "octal"
        case _ where "aAeEfFgG".utf8.contains(conversion):
            return length.contains(UInt8(ascii: "L")) ? "long float" : "float"
        case UInt8(ascii: "s"), UInt8(ascii: "S"):
            return isLong || conversion == UInt8(ascii: "S") ? "wide string" : "string"
        case UInt8(ascii: "c"), UInt8(ascii: "C"):
            return "character"
        case UInt8(ascii: "r") where length.isEmpty:
            return "representation"
        case UInt8(ascii: "@") where length.isEmpty:
            return "object"
        case UInt8(ascii: "p") where length.isEmpty:
            return "pointer"
        default:
            return nil
        }
    }

    /// Reads the parts of a conversion in order.
    private struct Reader {
        /// A width or precision.
        enum Size { case digits, argument }

        let bytes: [UInt8]
        let end: Int
        var index: Int

        var peek: UInt8? { index < end ? bytes[index] : nil }

        mutating func next() -> UInt8? {
            defer { index += 1 }
            return peek
        }

        mutating func take(_ byte: UInt8) -> Bool {
            guard peek == byte else { return false }
            index += 1
            return true
        }

        mutating func take(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let taken = bytes[index..<end].prefix(while: matches)
            index = taken.endIndex
            return taken
        }

        /// Reads `12$`.
        mutating func position() -> Int? {
            let start = index
            let digits = take(while: PlaceholderScanner.isDigit)
            guard (1...3).contains(digits.count), take(UInt8(ascii: "$")),
                let number = Int(String(decoding: digits, as: UTF8.self)), number > 0
            else {
                index = start
                return nil
            }
            return number
        }

        /// Reads `12`, `*` or `*1$`.
        mutating func size() -> Size? {
            if take(UInt8(ascii: "*")) {
                _ = position()
                return .argument
            }
            return take(while: PlaceholderScanner.isDigit).isEmpty ? nil : .digits
        }

        /// Reads a C macro as written by gettext, `<PRIu64>`.
        mutating func macro() -> String? {
            let start = index
            guard take(UInt8(ascii: "<")) else { return nil }
            let name = take(while: PlaceholderScanner.isLetterOrDigit)
            guard name.starts(with: "PRI".utf8), take(UInt8(ascii: ">")) else {
                index = start
                return nil
            }
            return String(decoding: name, as: UTF8.self)
        }

        /// Reads `#@name@`.
        mutating func variable() -> String? {
            let start = index
            guard take(UInt8(ascii: "#")), take(UInt8(ascii: "@")) else {
                index = start
                return nil
            }
            let name = take {
                !"@%".utf8.contains($0) && !PlaceholderScanner.isSpace($0)
            }
            guard !name.isEmpty, take(UInt8(ascii: "@")) else {
                index = start
                return nil
            }
            return String(decoding: name, as: UTF8.self)
        }

        /// Returns whether a byte is usual in a conversion's name.
        static func isUsualInName(_ byte: UInt8) -> Bool {
            PlaceholderScanner.isLetterOrDigit(byte) || "_.".utf8.contains(byte)
        }

        /// The maximum length of a name, in bytes, which keeps a scan linear.
        private static let longestName = 100

        /// Reads `(name)`.
        mutating func parenthesized() -> String? {
            let start = index
            guard take(UInt8(ascii: "(")) else { return nil }
            let limit = index + Self.longestName
            let rest = bytes[index..<min(end, limit)]
            let name = rest.prefix { $0 >= 0x20 && !"()%".utf8.contains($0) }
            index = name.endIndex
            guard name.contains(where: { !PlaceholderScanner.isSpace($0) }), take(UInt8(ascii: ")"))
            else {
                index = start
                return nil
            }
            return String(decoding: name, as: UTF8.self)
        }

        /// Reads a word that is not followed by a letter or digit.
        mutating func word(_ word: StaticString) -> Bool {
            let start = index
            let taken = take(while: PlaceholderScanner.isLetterOrDigit)
            if taken.elementsEqual(word.description.utf8) { return true }
            index = start
            return false
        }
    }
}
