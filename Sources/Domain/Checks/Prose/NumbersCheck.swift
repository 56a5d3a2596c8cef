import Translation

/// Finds numbers that a text lost or changed.
///
/// Digits from all scripts are equivalent, and so are all ways to group them. A one-digit number
/// may be written as a word, so it is reported only if another number replaces it. Numbers inside
/// words, such as “UTF-8”, are ignored.
struct NumbersCheck: TextCheck {
    let info = CheckInfo.numbers
    private let spelling: @Sendable (Int) -> String?

    /// Creates the check with a function that spells out a number in the target language, or
    /// returns nil if it cannot.
    init(spelling: @escaping @Sendable (Int) -> String? = { _ in nil }) {
        self.spelling = spelling
    }

    /// Returns the findings, in the order of the texts in the target.
    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.compactMap { pair in
            guard pair.source.hasASCIIDigit else { return nil }
            let source = NumberReader.numbers(in: pair.source)
            guard !source.isEmpty else { return nil }
            let target = NumberReader.numbers(in: pair.target, takingParts: true)
            let difference = MultisetDifference(from: source, to: target) { $0 }
            let own = Set(source)
            let changed = difference.extra.filter { !own.contains($0) }
            let said = Set(target)
            var missing = difference.missing.filter { !said.contains($0) }
            if pair.isPluralForm || changed.isEmpty { missing.removeAll { $0.count < 2 } }
            // 10,000 is “1万”, and 2 years are “24 months”: converted quantities are not mistakes.
            if NumberReader.countsByLargeUnits(pair.target) {
                return nil
            }
            missing.removeAll { NumberReader.isJoined($0, from: target) }
            if changed.isEmpty { missing.removeAll { isSaid($0, in: pair.target) } }
            guard !missing.isEmpty else { return nil }
            let lost = Wording.list(missing.map(NumberReader.quoted))
            guard !changed.isEmpty else {
                return finding("The text lacks \(lost) from the source.", at: pair.path)
            }
            let found = Wording.list(changed.map(NumberReader.quoted))
            return finding(
                "The text lacks \(lost) from the source, but has \(found).", at: pair.path)
        }
    }
}

extension NumbersCheck {
    /// The maximum number of digits in a number that is written in words.
    private static let mostDigits = 4

    /// Returns whether a text spells out a number.
    ///
    /// Words are inflected, so only the beginning of a word must match.
    private func isSaid(_ number: NumberReader.Number, in text: ScannedText) -> Bool {
        guard number.count <= Self.mostDigits,
            let spelled = spelling(number.reduce(0) { $0 * 10 + Int($1) })
        else { return false }
        let letters = spelled.lowercased().unicodeScalars.filter { $0.value != 0xAD }
        let word = letters.split { !$0.properties.isAlphabetic }.first.map(Array.init) ?? []
        guard !word.isEmpty else { return false }
        let stem = word.prefix(max(3, word.count * 3 / 5))
        let isTogether = word.allSatisfy { $0.properties.isIdeographic }
        let prose = String(decoding: text.prose, as: UTF8.self).lowercased().unicodeScalars
        let words = prose.split { !$0.properties.isAlphabetic }
        return words.contains { said in
            isTogether
                ? String(said).contains(String(String.UnicodeScalarView(word)))
                : said.starts(with: stem)
        }
    }
}

/// Reads the numbers in a text as digits without separators.
enum NumberReader {
    /// The digits of a number.
    typealias Number = [UInt8]

    /// Returns the numbers in order.
    ///
    /// With `takingParts`, includes numbers inside words.
    static func numbers(in text: ScannedText, takingParts: Bool = false) -> [Number] {
        guard text.hasASCIIDigit || !text.isASCII else { return [] }
        var numbers: [Number] = []
        /// The digits of the current number, split at its separators.
        var groups: [Number] = []
        var isPart = false
        var isRaised = false
        /// The kind of the previous character.
        var last = Last.other
        func end() {
            if !groups.isEmpty, takingParts || !isPart {
                numbers += joined(groups)
            }
            groups = []
        }
        for scalar in String(decoding: text.prose, as: UTF8.self).unicodeScalars {
            if let digit = digit(of: scalar) {
                // The exponent of 2⁴⁸ and the base of log₁₀ are separate numbers.
                if digit.isRaised != isRaised { end() }
                isRaised = digit.isRaised
                if groups.isEmpty { isPart = last == .letter }
                if groups.isEmpty || last == .separator { groups.append([]) }
                groups[groups.count - 1].append(digit.value)
                last = .digit
            } else if last == .digit, isSeparator(scalar) {
                last = .separator
            } else if last == .digit, scalar.value < 0x80, scalar.properties.isAlphabetic {
                isPart = true
                end()
                last = .letter
            } else {
                if last == .separator || last == .digit { end() }
                // Numbers in settings such as “level:3” and “a=1” are ignored, like the number in
                // “UTF-8”.
                let isJoint = scalar.value < 0x80 && "-_:=".unicodeScalars.contains(scalar)
                if !(isJoint && last == .letter) {
                    last = scalar.properties.isAlphabetic && scalar.value < 0x80 ? .letter : .other
                }
            }
        }
        end()
        return numbers
    }

    private enum Last { case digit, separator, letter, other }

    /// Joins the groups of a number.
    ///
    /// The parts of a date or list, such as 30.12.1899, stay separate.
    ///
    /// In a grouped number, every group except for the first group and the fraction has three
    /// digits.
    private static func joined(_ groups: [Number]) -> [Number] {
        // “1.0” is 1, but “1.000” may be a thousand.
        if groups.count == 2, groups[1].count < 3, groups[1].allSatisfy({ $0 == 0 }) {
            return [groups[0]]
        }
        let isOne = groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
        return groups.count > 1 && isOne ? [groups.flatMap(\.self)] : groups.map(withoutZeros)
    }

    /// Returns a day or month without the leading zero that some languages write: 01 becomes 1.
    private static func withoutZeros(_ number: Number) -> Number {
        number.count == 2 && number[0] == 0 ? [number[1]] : number
    }

    /// Returns the value of a decimal digit in any script, and whether the digit is a superscript
    /// or subscript.
    private static func digit(of scalar: Unicode.Scalar) -> (value: UInt8, isRaised: Bool)? {
        if scalar.value < 0x80 {
            guard (0x30...0x39).contains(scalar.value) else { return nil }
            return (UInt8(scalar.value - 0x30), false)
        }
        let type = scalar.properties.numericType
        // Circled digits and the like are symbols, not digits.
        let isRaised =
            scalar == "²" || scalar == "³" || scalar == "¹"
            || (0x2070...0x2089).contains(scalar.value)
        guard type == .decimal || isRaised, let number = scalar.properties.numericValue
        else { return nil }
        return (UInt8(number), isRaised)
    }

    /// Returns whether a character, such as a point, comma or no-break space, can separate the
    /// digits of a number.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2C, 0x2E, 0x27, 0xA0, 0x2019, 0x202F, 0x2009, 0x066B, 0x066C: true
        default: false
        }
    }

    /// Returns whether a number is written as several numbers: groups of three digits, separated by
    /// ordinary spaces.
    static func isJoined(_ number: Number, from numbers: [Number]) -> Bool {
        numbers.indices.contains { start in
            var rest = number[...]
            for group in numbers[start...] {
                guard rest.starts(with: group) else { return false }
                rest = rest.dropFirst(group.count)
                if rest.isEmpty { return true }
                guard rest.count % 3 == 0 else { return false }
            }
            return false
        }
    }

    /// Returns whether a text counts in ten thousands or hundred millions, as in East Asia: “1万”,
    /// “10만”.
    static func countsByLargeUnits(_ text: ScannedText) -> Bool {
        guard !text.isASCII else { return false }
        var isAfterDigit = false
        for scalar in text.string.unicodeScalars {
            if scalar.properties.isIdeographic, (scalar.properties.numericValue ?? 0) >= 10_000 {
                return true
            }
            // The Hangul syllables 만 and 억, which have no numeric value in Unicode.
            if isAfterDigit, scalar.value == 0xB9CC || scalar.value == 0xC5B5 { return true }
            isAfterDigit = digit(of: scalar) != nil
        }
        return false
    }

    /// Returns a number for display, without its separators.
    static func quoted(_ number: Number) -> String {
        Wording.quoted(String(decoding: number.map { $0 + 0x30 }, as: UTF8.self))
    }
}
