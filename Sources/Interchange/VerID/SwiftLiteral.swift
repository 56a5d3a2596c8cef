/// What stands between the delimiters of a Swift string literal.
struct SwiftLiteral {
    let body: ArraySlice<UInt8>
    /// How many `#` the delimiters have, and with them each escape.
    let pounds: Int
    let isMultiline: Bool

    /// The text that the literal means; `nil` where Swift would refuse it.
    var text: String? {
        guard isMultiline else { return unescaped(body) }
        return withoutIndentation.flatMap { unescaped($0[...]) }
    }

    /// The lines without what the last one, which holds only the delimiter, begins with.
    private var withoutIndentation: [UInt8]? {
        var lines = Self.unifyingBreaks(body)
            .split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count >= 2, let first = lines.first, first.allSatisfy(ByteScanner.isSpace),
            let indentation = lines.popLast(), indentation.allSatisfy(ByteScanner.isSpace)
        else { return nil }
        var result: [[UInt8]] = []
        for line in lines.dropFirst() {
            if line.starts(with: indentation) {
                result.append(Array(line.dropFirst(indentation.count)))
            } else if line.allSatisfy(ByteScanner.isSpace) {
                result.append([])
            } else {
                return nil
            }
        }
        return Array(result.joined(separator: [0x0A]))
    }

    private static func unifyingBreaks(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var wasReturn = false
        for byte in bytes {
            if byte == 0x0D {
                result.append(0x0A)
            } else if byte != 0x0A || !wasReturn {
                result.append(byte)
            }
            wasReturn = byte == 0x0D
        }
        return result
    }

    private func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
        let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
        var scanner = ByteScanner(bytes)
        var result: [UInt8] = []
        while let byte = scanner.next {
            guard scanner.skip(escape) else {
                result.append(byte)
                _ = scanner.skip(byte)
                continue
            }
            guard let meaning = Self.meaning(&scanner) else { return nil }
            result.append(contentsOf: meaning)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads what follows a backslash.
    private static func meaning(_ scanner: inout ByteScanner) -> [UInt8]? {
        guard let byte = scanner.next else { return nil }
        if ByteScanner.isSpace(byte) {
            // At the end of a line: the line goes on with the next one.
            _ = scanner.take { $0 == 0x20 || $0 == 0x09 }
            return scanner.skip(0x0A) ? [] : nil
        }
        _ = scanner.skip(byte)
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "0"): return [0x00]
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): return [byte]
        case UInt8(ascii: "u"): return scalar(&scanner)
        default: return nil
        }
    }

    private static func scalar(_ scanner: inout ByteScanner) -> [UInt8]? {
        guard scanner.skip(UInt8(ascii: "{")) else { return nil }
        let digits = scanner.take { $0 != UInt8(ascii: "}") }
        guard scanner.skip(UInt8(ascii: "}")), (1...8).contains(digits.count),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return Array(String(scalar).utf8)
    }
}
