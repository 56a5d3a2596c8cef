extension PlaceholderScanner {
    /// ICU's argument types.
    ///
    /// Without one of these types, as in `{red, green}`, the braces are text.
    ///
    /// See <https://unicode-org.github.io/icu/userguide/format_parse/messages/>.
    private static let argumentTypes: Set<String> = [
        "number", "date", "time", "spellout", "ordinal", "duration", "list", "choice", "plural",
        "select", "selectordinal",
    ]

    private static let branchingTypes: Set<String> = ["plural", "select", "selectordinal"]

    /// Reads a construct that begins with a brace.
    ///
    /// Returns the position where scanning continues.
    package mutating func scanBrace(
        at start: Int, before end: Int, depth: Int, into found: inout [Placeholder]
    ) -> Int {
        if let placeholder = interpolation(at: start, before: end) {
            found.append(placeholder)
            return placeholder.range.upperBound
        }
        // Python, C# and others escape a brace by doubling it.
        if !families.contains(.templates), byte(at: start + 1, before: end) == bytes[start] {
            return start + 2
        }
        guard families.contains(.braces), closing[start] >= 0, closing[start] < end,
            let (placeholder, argumentEnd) = brace(at: start)
        else { return start + 1 }
        found.append(placeholder)
        if Self.branchingTypes.contains(placeholder.format), depth < Self.maximumDepth {
            found += alternatives(from: argumentEnd, before: closing[start], depth: depth)
        }
        return placeholder.range.upperBound
    }

    /// Reads i18next's `{{name}}`, `{{- name}}` or `{{name, format}}`.
    private func interpolation(at start: Int, before end: Int) -> Placeholder? {
        guard families.contains(.templates), byte(at: start + 1, before: end) == UInt8(ascii: "{")
        else { return nil }
        let close = closing[start + 1]
        guard close >= 0, close + 1 < end, closing[start] == close + 1,
            var inner = trimmed((start + 2)..<close),
            // A name that contains tags is an example of the notation. A name with `$1` is a
            // MediaWiki call, such as `{{lcfirst:$1}}`.
            !bytes[inner].contains(where: { "{|<>$".utf8.contains($0) })
        else { return nil }
        let range = start..<(close + 2)
        if let placeholder = wiki(inner, range) { return placeholder }
        var format = ""
        if bytes[inner.lowerBound] == UInt8(ascii: "-") {
            guard let rest = trimmed((inner.lowerBound + 1)..<inner.upperBound) else { return nil }
            inner = rest
            format = "-"
        }
        if let comma = bytes[inner].firstIndex(of: UInt8(ascii: ",")) {
            guard let name = trimmed(inner.lowerBound..<comma) else { return nil }
            format += trimmed((comma + 1)..<inner.upperBound).map(string) ?? ""
            inner = name
        }
        return Placeholder(
            kind: .interpolation, name: string(inner), format: format, text: string(range),
            range: range)
    }

    /// Reads `{}`, `{name}`, `{name:format}` or `{name, type…}`.
    ///
    /// Also returns the end of the type.
    private func brace(at start: Int) -> (Placeholder, Int)? {
        let close = closing[start]
        func placeholder(_ name: Range<Int>, _ format: String) -> Placeholder {
            let range = start..<(close + 1)
            return Placeholder(
                kind: .brace, name: string(name), format: format, text: string(range),
                range: range)
        }
        guard close > start + 1 else { return (placeholder(close..<close, ""), close) }
        let nameStart = skippingSpace(from: start + 1, before: close)
        guard let name = identifier(at: nameStart, before: close) else { return nil }
        let next = skippingSpace(from: name.upperBound, before: close)
        guard next < close else { return (placeholder(name, ""), close) }
        switch bytes[next] {
        case UInt8(ascii: ","):
            let typeStart = skippingSpace(from: next + 1, before: close)
            guard let type = identifier(at: typeStart, before: close),
                Self.argumentTypes.contains(string(type))
            else { return nil }
            let typeEnd = skippingSpace(from: type.upperBound, before: close)
            guard typeEnd == close || bytes[typeEnd] == UInt8(ascii: ",") else { return nil }
            let shown =
                Self.branchingTypes.contains(string(type)) ? type : typeStart..<close
            return (placeholder(name, string(trimmed(shown) ?? type)), typeEnd)
        case UInt8(ascii: ":"), UInt8(ascii: "!"):
            // This is a format, as in `{0:N2}` or `{name!r}`. With a space, a brace, a bar or a
            // dollar sign, it is more likely code or prose.
            let inner = bytes[(start + 1)..<close]
            guard next + 1 < close,
                !inner.contains(where: { Self.isSpace($0) || "{|$".utf8.contains($0) })
            else { return nil }
            return (placeholder(name, string((next + 1)..<close)), close)
        default:
            return nil
        }
    }

    /// Returns the placeholders in the branches of a plural or select, whose type ends at `comma`.
    ///
    /// Each placeholder is returned as many times as in the branch where it is most frequent.
    private mutating func alternatives(
        from comma: Int, before end: Int, depth: Int
    ) -> [Placeholder] {
        var merged: [Placeholder] = []
        var counts: [Placeholder.Identity: Int] = [:]
        for branch in branches(from: comma, before: end) {
            var seen: [Placeholder.Identity: Int] = [:]
            for placeholder in scan(branch, depth: depth + 1) {
                let count = seen[placeholder.identity, default: 0] + 1
                seen[placeholder.identity] = count
                guard count > counts[placeholder.identity, default: 0] else { continue }
                counts[placeholder.identity] = count
                merged.append(placeholder)
            }
        }
        return merged
    }

    /// Returns the ranges inside the braces after an index: the branches of a plural or select.
    private func branches(from start: Int, before end: Int) -> [Range<Int>] {
        var branches: [Range<Int>] = []
        var index = start
        while index < end, let open = bytes[index..<end].firstIndex(of: UInt8(ascii: "{")),
            closing[open] >= 0, closing[open] < end
        {
            branches.append((open + 1)..<closing[open])
            index = closing[open] + 1
        }
        return branches
    }

    /// Returns the branches and the end of the choice that begins with the brace at an index.
    ///
    /// A choice is an ICU plural or select, or MediaWiki's `{{PLURAL:$1|…|…}}`. If no choice begins
    /// at the index, the result is nil.
    package func choice(at start: Int) -> (branches: [Range<Int>], end: Int)? {
        guard bytes[start] == UInt8(ascii: "{"), closing[start] > start else { return nil }
        let end = closing[start] + 1
        if let (placeholder, typeEnd) = brace(at: start) {
            guard Self.branchingTypes.contains(placeholder.format) else { return nil }
            return (branches(from: typeEnd, before: closing[start]), end)
        }
        guard let head = wikiChoiceHead(at: start) else { return nil }
        let inner = closing[start + 1]
        var branches: [Range<Int>] = []
        var first = head.upperBound
        var depth = 0
        for index in head.upperBound..<inner {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "|") where depth == 0:
                branches.append(first..<index)
                first = index + 1
            default: break
            }
        }
        return (branches + [first..<inner], end)
    }
}
