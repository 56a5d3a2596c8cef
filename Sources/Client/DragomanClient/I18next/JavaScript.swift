/// Converts values to text like JavaScript.
enum JavaScript {
    /// Returns a value as JavaScript inserts it into a text.
    ///
    /// `null` and `undefined` become an empty text.
    static func text(_ value: Argument) -> String {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): text(number)
        case .bool(let truth): truth ? "true" : "false"
        case .null: ""
        case .list(let values): values.map(text).joined(separator: ",")
        case .object: "[object Object]"
        }
    }

    /// Returns a number as formatted by JavaScript (ECMA-262, `Number::toString`).
    static func text(_ number: Double) -> String {
        guard number.isFinite else {
            return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
        }
        guard number != 0 else { return "0" }
        let decimal = Decimal(number)
        let (digits, point) = (decimal.digits, decimal.point)
        let sign = decimal.isNegative ? "-" : ""
        if (-5...21).contains(point) { return sign + decimal.plain }
        let exponent = point - 1
        let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
        return "\(sign)\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
    }

    /// A number as `0.digits × 10^point`, with the fewest digits that identify it.
    struct Decimal {
        var isNegative: Bool
        var digits: String
        var point: Int

        /// Converts a finite number.
        init(_ number: Double) {
            // “12.5”, “1e-05” or “1.5e+20”.
            let halves = number.magnitude.description.split(separator: "e")
            let parts = (halves.first ?? "0").split(separator: ".")
            let whole = parts.first.map(String.init) ?? "0"
            let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
            let exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
            let all = whole + fraction
            let significant = all.drop { $0 == "0" }
            isNegative = number < 0
            point = whole.count + exponent - (all.count - significant.count)
            digits = String(significant)
            while digits.last == "0" { digits.removeLast() }
            if digits.isEmpty { (digits, point) = ("0", 1) }
        }

        /// Rounds to a number of digits after the decimal point, with halves away from zero.
        mutating func round(toFraction count: Int) {
            let kept = point + count
            guard kept < digits.count else { return }
            guard kept >= 0 else { return (digits, point) = ("0", 1) }
            var numerals = digits.utf8.map { $0 - 48 }
            let isUp = numerals[kept] >= 5
            numerals.removeSubrange(kept...)
            if isUp {
                var index = kept - 1
                while index >= 0, numerals[index] == 9 {
                    numerals[index] = 0
                    index -= 1
                }
                if index >= 0 {
                    numerals[index] += 1
                } else {
                    numerals.insert(1, at: 0)
                    point += 1
                }
            }
            while numerals.last == 0 { numerals.removeLast() }
            digits = String(decoding: numerals.map { $0 + 48 }, as: UTF8.self)
            if digits.isEmpty { (digits, point) = ("0", 1) }
        }

        /// The number in plain notation, without its sign.
        var plain: String {
            if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
            if digits.count <= point {
                return digits + String(repeating: "0", count: point - digits.count)
            }
            return digits.prefix(point) + "." + digits.dropFirst(point)
        }
    }

    // MARK: White space

    /// Removes white space from both ends of a text (`String.prototype.trim`).
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.drop { isSpace($0) }
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }

    /// Returns true for white space and line terminators as defined by ECMA-262.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
            0x3000, 0xFEFF:
            true
        default: false
        }
    }
}
