/// Finds placeholders whose notation could also be prose.
struct NotationScanner {
    private let scanner: PlaceholderScanner
    private let notations: PlaceholderNotations
    private var bytes: [UInt8] { scanner.bytes }

    /// Prepares to scan a text.
    init(_ scanner: PlaceholderScanner, _ notations: PlaceholderNotations) {
        self.scanner = scanner
        self.notations = notations
    }

    /// Returns the placeholders of the text in order, without overlaps.
    func scan() -> [Placeholder] {
        var found: [Placeholder] = []
        var index = 0
        while index < bytes.count {
            if let placeholder = own(at: index) ?? named(at: index) {
                found.append(placeholder)
                index = placeholder.range.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    private func own(at start: Int) -> Placeholder? {
        for pattern in notations.patterns {
            guard let end = pattern.match(in: bytes, at: start) else { continue }
            return make(.own, scanner.string(start..<end), start..<end)
        }
        return nil
    }

    private func named(at start: Int) -> Placeholder? {
        func has(_ notation: PlaceholderNotation) -> Bool { notations.notations.contains(notation) }
        switch bytes[start] {
        case UInt8(ascii: "%"):
            return (has(.symfony) ? symfony(at: start) : nil)
                ?? (has(.drupal) && !notations.isImplied ? drupal(at: start) : nil)
                ?? (has(.ruby) ? ruby(at: start) : nil) ?? (has(.qt) ? qt(at: start) : nil)
        case UInt8(ascii: ":"): return has(.laravel) ? laravel(at: start) : nil
        case UInt8(ascii: "@"): return has(.drupal) ? drupal(at: start) : nil
        case UInt8(ascii: "!"):
            return has(.drupal) && !notations.isImplied ? drupal(at: start) : nil
        case UInt8(ascii: "{"):
            return (has(.fluent) ? fluent(at: start) : nil)
                ?? (has(.jinja) ? jinja(at: start) : nil)
        default: return nil
        }
    }

    private func make(
        _ notation: PlaceholderNotation, _ name: String, _ range: Range<Int>,
        type: String = "", format: String = "", isAttached: Bool = false
    ) -> Placeholder {
        Placeholder(
            kind: .notation(notation), name: name, type: type, format: format,
            isAttached: isAttached, text: scanner.string(range), range: range)
    }

    private func byte(_ index: Int) -> UInt8? { scanner.byte(at: index, before: bytes.count) }

    /// Returns the range of the ASCII word at an index, or an empty range if there is none.
    ///
    /// A word begins with a letter or `_`. After the first character, it can also contain `signs`.
    private func word(at start: Int, besides signs: StaticString = "") -> Range<Int> {
        let signs = signs.description.utf8
        let word = bytes[min(start, bytes.count)...].prefix {
            PlaceholderScanner.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") || signs.contains($0)
        }
        guard let first = word.first, !PlaceholderScanner.isDigit(first), !signs.contains(first)
        else { return start..<start }
        return word.indices
    }

    /// Reads `%name%`, unless both `%` signs begin printf conversions, as in `%dx%d`, or belong to
    /// a URL, as in `%E2%80`.
    private func symfony(at start: Int) -> Placeholder? {
        let name = word(at: start + 1, besides: ".-")
        // `%d.%m.%Y` is a date.
        guard name.count > 1, !".-".utf8.contains(bytes[name.upperBound - 1]),
            byte(name.upperBound) == UInt8(ascii: "%"),
            start == 0 || bytes[start - 1] != UInt8(ascii: "%")
        else { return nil }
        func isPrintf(_ index: Int) -> Bool {
            PrintfConversion(at: index, before: bytes.count, in: bytes) != nil
        }
        let isEscaped = byte(name.upperBound + 1) == UInt8(ascii: "%")
        if isPrintf(start), isEscaped || isPrintf(name.upperBound) { return nil }
        let isHexadecimal = bytes[name].allSatisfy {
            PlaceholderScanner.isDigit($0) || (0x61...0x66).contains($0 | 0x20)
        }
        if name.count == 2, isHexadecimal { return nil }
        return make(.symfony, scanner.string(name), start..<(name.upperBound + 1))
    }

    /// Reads `%<name>d`, with the flags, width and precision of printf, except for the space flag.
    ///
    /// `%<PRIu64>` is a C macro in gettext's spelling; it has no conversion letter.
    private func ruby(at start: Int) -> Placeholder? {
        guard byte(start + 1) == UInt8(ascii: "<") else { return nil }
        let name = word(at: start + 2)
        guard !name.isEmpty, byte(name.upperBound) == UInt8(ascii: ">"),
            !bytes[name].starts(with: "PRI".utf8)
        else { return nil }
        var index = name.upperBound + 1
        while let sign = byte(index),
            "-+#.".utf8.contains(sign) || PlaceholderScanner.isDigit(sign)
        {
            index += 1
        }
        guard let conversion = byte(index), "aAbBcdeEfgGiopsuxX".utf8.contains(conversion)
        else { return nil }
        return make(
            .ruby, scanner.string(name), start..<(index + 1),
            type: scanner.string(index..<(index + 1)))
    }

    /// Reads `%1` to `%99`, `%L1` and `%n`.
    ///
    /// If the project chose this notation, `%1s` is `%1` followed by a letter; otherwise it is a
    /// printf conversion with a width.
    private func qt(at start: Int) -> Placeholder? {
        let conversion = scanner.conversion(at: start, before: bytes.count)
        guard
            conversion == nil
                || !notations.isImplied && byte(start + 1).map(PlaceholderScanner.isDigit) == true
        else { return nil }
        var index = start + 1
        if byte(index) == UInt8(ascii: "L") { index += 1 }
        if byte(index) == UInt8(ascii: "n"),
            !(byte(index + 1).map(PlaceholderScanner.isLetterOrDigit) ?? false)
        {
            return make(.qt, "n", start..<(index + 1))
        }
        let digits = bytes[min(index, bytes.count)...].prefix(while: PlaceholderScanner.isDigit)
        guard (1...2).contains(digits.count), digits.first != UInt8(ascii: "0"),
            byte(digits.endIndex) != UInt8(ascii: "$")
        else { return nil }
        return make(.qt, scanner.string(digits.indices), start..<digits.endIndex)
    }

    /// Returns whether a placeholder selects a Laravel plural form, such as `{1}` at the beginning
    /// of a form.
    ///
    /// The result is true only if the project chose the notation.
    func isSelector(_ placeholder: Placeholder) -> Bool {
        guard notations.notations.contains(.laravel), !notations.isImplied,
            placeholder.kind == .brace, placeholder.name.utf8.allSatisfy(PlaceholderScanner.isDigit)
        else { return false }
        let before = bytes[..<placeholder.range.lowerBound].last { $0 != UInt8(ascii: " ") }
        return before == nil || before == UInt8(ascii: "|")
    }

    /// Reads `:name`, which Laravel also writes as `:Name` and `:NAME`.
    ///
    /// `:smile:` and `a::b` are not placeholders.
    private func laravel(at start: Int) -> Placeholder? {
        let name = word(at: start + 1)
        guard name.count > 1, byte(name.upperBound) != UInt8(ascii: ":") else { return nil }
        if start > 0, ":{".utf8.contains(bytes[start - 1]) { return nil }
        // `[:name` contains a placeholder only after a range, as in `]1,Inf[:count weeks`. If the
        // project did not choose the notation, it is an address or a list.
        if start > 0, bytes[start - 1] == UInt8(ascii: "["), notations.isImplied { return nil }
        let isCapital = (0x41...0x5A).contains(bytes[name.lowerBound])
        return make(
            .laravel, scanner.string(name).lowercased(), start..<name.upperBound,
            isAttached: isCapital || isAttached(at: start) && !isAfterSelector(start))
    }

    /// Returns whether a form's selector ends directly before an index, as in `{1}:count`.
    private func isAfterSelector(_ start: Int) -> Bool {
        !notations.isImplied && start > 0 && "}]".utf8.contains(bytes[start - 1])
    }

    /// Reads `@name`, and also `%name` and Drupal 7's `!name` if the project chose the notation.
    private func drupal(at start: Int) -> Placeholder? {
        let name = word(at: start + 1)
        guard name.count > 1 else { return nil }
        if start > 0, "@%$!".utf8.contains(bytes[start - 1]) { return nil }
        return make(
            .drupal, scanner.string(name), start..<name.upperBound,
            isAttached: isAttached(at: start))
    }

    /// Returns whether the character before an index is a letter, a digit or part of an address.
    private func isAttached(at start: Int) -> Bool {
        guard start > 0 else { return false }
        let before = bytes[start - 1]
        return before >= 0x80 || PlaceholderScanner.isLetterOrDigit(before)
            || "._)]}".utf8.contains(before)
    }

    /// Reads `{$name}` and `{ $name :number }`.
    private func fluent(at start: Int) -> Placeholder? {
        let close = scanner.closing[start]
        guard close > start, let inner = scanner.trimmed((start + 1)..<close),
            bytes[inner.lowerBound] == UInt8(ascii: "$")
        else { return nil }
        let name = word(at: inner.lowerBound + 1, besides: ".-")
        guard !name.isEmpty else { return nil }
        var format = ""
        if let rest = scanner.trimmed(name.upperBound..<inner.upperBound) {
            guard bytes[rest.lowerBound] == UInt8(ascii: ":"), rest.lowerBound > name.upperBound
            else { return nil }
            format = scanner.string(rest)
        }
        return make(.fluent, scanner.string(name), start..<(close + 1), format: format)
    }

    /// Reads `{{ name|filter }}`, with or without spaces.
    ///
    /// A placeholder without spaces could be a MediaWiki template, so it counts only if the project
    /// chose this notation.
    private func jinja(at start: Int) -> Placeholder? {
        guard byte(start + 1) == UInt8(ascii: "{") else { return nil }
        let close = scanner.closing[start + 1]
        guard close >= 0, scanner.closing[start] == close + 1 else { return nil }
        let inside = scanner.skippingSpace(from: start + 2, before: close)
        // Searching for the bar would take quadratic time in nested braces.
        guard let name = scanner.identifier(at: inside, before: close) else { return nil }
        let bar = scanner.skippingSpace(from: name.upperBound, before: close)
        guard bytes[bar] == UInt8(ascii: "|"),
            let filter = scanner.trimmed((bar + 1)..<close),
            PlaceholderScanner.isLetter(bytes[filter.lowerBound]),
            !notations.isImplied || filter.lowerBound > bar + 1
                || bytes[(start + 2)..<bar].contains(UInt8(ascii: " ")),
            !bytes[filter].contains(where: { "{}<>".utf8.contains($0) })
        else { return nil }
        return make(
            .jinja, scanner.string(name), start..<(close + 2), format: scanner.string(filter))
    }
}
