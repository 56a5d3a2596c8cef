import Foundation

/// Formats a text like `String(format:)`, but with arguments of known types.
///
/// An argument with the wrong type for its conversion is inserted unformatted. A translation can
/// therefore neither read arbitrary memory nor crash the app. A conversion without an argument is
/// left unchanged. See
/// <https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Strings/Articles/formatSpecifiers.html>.
enum PrintfFormat {
    /// The maximum number of digits in a width or a precision.
    ///
    /// Conversions with more digits are left unchanged.
    private static let maximumDigits = 3

    /// Inserts arguments into a text.
    ///
    /// `%1$@` refers to an argument by position.
    static func format(_ template: String, _ arguments: [Argument]) -> String {
        guard !arguments.isEmpty, template.utf8.contains(UInt8(ascii: "%")) else { return template }
        var result = ""
        var rest = template[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            guard let conversion = Conversion(&rest) else {
                result += "%"
                rest = rest.dropFirst()
                continue
            }
            if conversion.type == "%" {
                result += "%"
                continue
            }
            var number = conversion
            if number.takesWidth {
                guard next < arguments.count, case .integer(let width) = arguments[next],
                    (-999...999).contains(width)
                else {
                    result += conversion.spelling
                    continue
                }
                number.width = String(width)
                next += 1
            }
            let index = conversion.position.map { $0 - 1 } ?? next
            if conversion.position == nil { next += 1 }
            result +=
                arguments.indices.contains(index)
                ? number.text(of: arguments[index]) : conversion.spelling
        }
        return result + rest
    }

    /// One conversion, such as `%-5.2f`.
    private struct Conversion {
        let spelling: String
        var position: Int?
        var flags = ""
        var width = ""
        var takesWidth = false
        var precision = ""
        var type: Character = "%"

        /// Parses a conversion at the start of a text.
        ///
        /// If there is none, returns nil and consumes nothing.
        init?(_ text: inout Substring) {
            var rest = text.dropFirst()
            func digits() -> String {
                let found = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest.dropFirst(found.count)
                return String(found)
            }
            let number = digits()
            if !number.isEmpty, rest.first == "$", let position = Int(number), position > 0 {
                self.position = position
                rest = rest.dropFirst()
            } else {
                rest = text.dropFirst()
            }
            let found = rest.prefix { "-+ #0'".contains($0) }
            rest = rest.dropFirst(found.count)
            flags = String(found)
            if rest.first == "*" {
                takesWidth = true
                rest = rest.dropFirst()
            } else {
                width = digits()
            }
            if rest.first == "." {
                rest = rest.dropFirst()
                precision = "." + digits()
            }
            rest = rest.dropFirst(rest.prefix { "hlqLztj".contains($0) }.count)
            guard let type = rest.first, "@dDiuUxXoOfFeEgGaAcCsSp%".contains(type),
                width.count <= maximumDigits, precision.count <= maximumDigits + 1
            else { return nil }
            self.type = type
            rest = rest.dropFirst()
            spelling = String(text[..<rest.startIndex])
            text = rest
        }

        func text(of argument: Argument) -> String {
            let start = "%\(flags)\(width)\(precision)"
            switch type {
            case "d", "D", "i", "u", "U":
                if let number = integer(argument) { return String(format: start + "lld", number) }
            case "x", "X", "o", "O":
                if let number = integer(argument) {
                    return String(format: start + "ll\(type == "O" ? "o" : type)", number)
                }
            case "f", "F", "e", "E", "g", "G", "a", "A":
                if let number = real(argument) { return String(format: "\(start)\(type)", number) }
            case "c", "C":
                if case .integer(let number) = argument, let code = UInt32(exactly: number),
                    let scalar = Unicode.Scalar(code)
                {
                    return padded(String(scalar))
                }
            default: break
            }
            return padded(cut(argument.description))
        }

        private func integer(_ argument: Argument) -> Int64? {
            switch argument {
            case .integer(let number): number
            case .bool(let flag): flag ? 1 : 0
            default: nil
            }
        }

        private func real(_ argument: Argument) -> Double? {
            switch argument {
            case .real(let number): number
            case .integer(let number): Double(number)
            default: nil
            }
        }

        private func cut(_ text: String) -> String {
            guard let limit = Int(precision.dropFirst()) else { return text }
            return String(text.prefix(limit))
        }

        private func padded(_ text: String) -> String {
            guard let size = Int(width), text.count < abs(size) else { return text }
            let space = String(repeating: " ", count: abs(size) - text.count)
            return flags.contains("-") || size < 0 ? text + space : space + text
        }
    }
}

extension Argument: CustomStringConvertible {
    /// The argument as text for a placeholder: numbers without grouping, lists with commas.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number):
            Int64(exactly: number).map { String($0) } ?? "\(number)"
        case .bool(let flag): String(flag)
        case .null: ""
        case .list(let items): items.map(\.description).joined(separator: ",")
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
                .joined(separator: ", ") + "}"
        }
    }
}
