import JSON

extension I18nextLookup {
    /// Replaces references such as `$t(key, {"count": 2})` with other texts.
    ///
    /// `key` is the first key in the lookup that returned the text.
    mutating func nest(
        _ units: [UInt16], key: String, _ values: [String: Argument], parent: String?, _ depth: Int
    ) -> Answer {
        var units = units
        while !budget.isSpent,
            let match = syntax.nesting.firstMatch(in: units, from: nestingIndex)
        {
            let isFromStart = nestingIndex == 0
            nestingIndex = match.whole.upperBound
            budget.texts -= 1
            let whole = Array(units[match.whole])
            var inner = Array(units[match.content]).text
            var formats: [String]?
            if whole.text.containsBytes(of: syntax.formatSeparator), !Self.hasBraces(inner) {
                var parts = inner.parts(separatedBy: syntax.formatSeparator)
                    .map(JavaScript.trimmed)
                inner = parts.removeFirst()
                formats = parts
            }
            var own = values
            own["defaultValue"] = nil
            let reference = target(of: JavaScript.trimmed(inner), options: &own)
            // Like i18next, this detects only cycles of two texts.
            let isCircle = parent == reference && context(values) == nil
            let answer =
                isCircle || depth >= Budget.maximumDepth
                ? Answer(text: "") : translate([reference], own, parent: key, depth: depth + 1)
            if !answer.isText, whole.count == units.count { return answer }
            var text = answer.text
            if let formats, !text.isEmpty {
                text = JavaScript.text(
                    format(.text(JavaScript.trimmed(text)), formats, values))
            }
            let place =
                isFromStart
                ? match.whole.lowerBound
                : units.firstIndex(of: whole, from: 0) ?? match.whole.lowerBound
            let range = place..<place + whole.count
            let replacement = Self.substituted(Array(text.utf16), for: range, in: units)
            budget.codeUnits -= replacement.count
            units.replaceSubrange(range, with: replacement)
        }
        nestingIndex = 0
        return Answer(text: units.text)
    }

    /// Returns true if a reference has options: `/{.*}/`.
    private static func hasBraces(_ text: String) -> Bool {
        guard let start = text.utf8.firstIndex(of: UInt8(ascii: "{")) else { return false }
        return text.utf8[start...].contains(UInt8(ascii: "}"))
    }

    /// Returns the key in a reference, and adds the reference's options to the lookup's options.
    ///
    /// If the options are not valid JSON, the whole reference is the key.
    private mutating func target(
        of reference: String, options: inout [String: Argument]
    ) -> String {
        let separator = syntax.nestingOptionsSeparator
        guard reference.containsBytes(of: separator) else { return reference }
        let parts = Self.splitOptions(reference, separator)
        let key = parts[0]
        var units = Array(("{" + (parts.count > 1 ? parts[1] : "undefined")).utf16)
        interpolate(&units, options, isWhole: false)
        let single = units.count { $0 == UInt16(UInt8(ascii: "'")) }
        let double = units.count { $0 == UInt16(UInt8(ascii: "\"")) }
        if single > 0 && single % 2 == 0 && double == 0 || double % 2 != 0 {
            units = units.map {
                $0 == UInt16(UInt8(ascii: "'")) ? UInt16(UInt8(ascii: "\"")) : $0
            }
        }
        let text = units.text
        guard let parsed = try? JSONValue.parse(Array(text.utf8)), case .object(let object) = parsed
        else { return key + separator + text }
        for member in object.members { options[member.key] = Argument(member.value) }
        options["defaultValue"] = nil
        return key
    }

    /// Splits at a separator that is followed by spaces and a brace.
    private static func splitOptions(_ text: String, _ separator: String) -> [String] {
        var parts: [String] = []
        for (index, piece) in text.parts(separatedBy: separator).enumerated() {
            let content = piece.utf8.drop { $0 == UInt8(ascii: " ") }
            if index == 0 {
                parts.append(piece)
            } else if content.first == UInt8(ascii: "{") {
                parts.append(String(Substring(content.dropFirst())))
            } else {
                parts[parts.count - 1] += separator + piece
            }
        }
        return parts
    }

    /// Expands a replacement like JavaScript's `replace`.
    ///
    /// In a nested text, `$$` stands for a dollar sign, `$&` for the reference, `` $` `` for the text
    /// before it, and `$'` for the text after it.
    private static func substituted(
        _ replacement: [UInt16], for range: Range<Int>, in units: [UInt16]
    ) -> [UInt16] {
        let dollar = UInt16(UInt8(ascii: "$"))
        guard replacement.contains(dollar) else { return replacement }
        var result: [UInt16] = []
        var index = 0
        while index < replacement.count {
            let next = index + 1 < replacement.count ? UInt8(exactly: replacement[index + 1]) : nil
            guard replacement[index] == dollar, let next, "$&`'".utf8.contains(next) else {
                result.append(replacement[index])
                index += 1
                continue
            }
            switch next {
            case UInt8(ascii: "$"): result.append(dollar)
            case UInt8(ascii: "&"): result += units[range]
            case UInt8(ascii: "`"): result += units[..<range.lowerBound]
            default: result += units[range.upperBound...]
            }
            index += 2
        }
        return result
    }
}

extension Argument {
    /// Converts a JSON value.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let truth): self = .bool(truth)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .string(let text): self = .text(text)
        case .array(let values): self = .list(values.map { Argument($0) })
        case .object(let object):
            self = .object(
                Dictionary(
                    object.members.map { ($0.key, Argument($0.value)) }, uniquingKeysWith: { $1 }))
        }
    }
}
