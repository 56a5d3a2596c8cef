import Cicuchecks
import Translation

/// Finds invisible or broken characters: control characters, zero-width spaces, unclosed direction
/// marks, and replacement characters.
///
/// Characters that also occur in the source are intended. Joiners shape letters and emoji, so they
/// are reported only if they join nothing. A zero-width space separates words in Thai, Khmer and
/// other scripts that are written without spaces. In other scripts, it is reported.
struct CharactersCheck: TextCheck {
    let info = CheckInfo.characters
    /// Whether the language is written in Chinese or Japanese characters.
    ///
    /// In such a language, a zero-width space is legitimate except between letters.
    private let isWithoutSpaces: Bool

    /// Whether the language is written from right to left.
    private let isRightToLeft: Bool

    init(_ language: LanguageProfile) {
        isRightToLeft = ["Arab", "Hebr", "Syrc", "Thaa", "Nkoo"].compactMap { Script(code: $0) }
            .contains(where: language.scripts.contains)
        isWithoutSpaces = ["Hani", "Hira", "Kana"].compactMap { Script(code: $0) }
            .contains { language.scripts.contains($0) && language.language != "ko" }
    }

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.flatMap { pair -> [Finding] in
            guard Self.mayHaveFaults(pair.target.bytes) else { return [] }
            let scalars = Array(pair.target.string.unicodeScalars)
            let isTogether = scalars.contains(where: Self.isWrittenTogether)
            var seen: Set<Unicode.Scalar> = []
            var findings: [Finding] = []
            for (index, scalar) in scalars.enumerated() {
                guard let fault = Self.fault(at: index, in: scalars),
                    !(isTogether && scalar == Self.spaceWithoutWidth),
                    !(isWithoutSpaces && scalar == Self.spaceWithoutWidth
                        && !Self.isBetweenLetters(index, in: scalars)),
                    seen.insert(scalar).inserted,
                    !pair.source.string.unicodeScalars.contains(scalar)
                else { continue }
                findings.append(finding("The text contains \(fault).", at: pair.path))
            }
            if let unbalanced = unbalanced(scalars) {
                findings.append(finding(unbalanced, at: pair.path))
            }
            return findings
        }
    }

    /// Returns whether the bytes contain anything unusual.
    ///
    /// Scanning bytes is many times faster than scanning characters.
    private static func mayHaveFaults(_ bytes: [UInt8]) -> Bool {
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x09, 0x0A, 0x0D: continue
            case 0x00...0x1F, 0x7F, 0xEE, 0xEF, 0xF3...0xFF: return true
            // The next byte exists, because texts are valid UTF-8.
            case 0xC2 where bytes[index + 1] < 0xA0: return true
            case 0xE1 where bytes[index + 1] == 0xA0 && bytes[index + 2] == 0x8E: return true
            case 0xE2 where bytes[index + 1] == 0x80:
                let last = bytes[index + 2]
                if (0x8B...0x8D).contains(last) || (0xA8...0xAE).contains(last) { return true }
            case 0xE2 where bytes[index + 1] == 0x81:
                if bytes[index + 2] >= 0xA0 { return true }
            default: continue
            }
        }
        return false
    }

    /// Returns a description of the problem with a character, or nil if it is fine.
    private static func fault(at index: Int, in scalars: [Unicode.Scalar]) -> String? {
        let scalar = scalars[index]
        let value = scalar.value
        func neighbour(_ offset: Int) -> Unicode.Scalar? {
            scalars.indices.contains(index + offset) ? scalars[index + offset] : nil
        }
        // Covers the letters of most scripts with a few comparisons.
        if value >= 0x20, value < 0x7F || (0xA0...0x1FFF).contains(value) && value != 0x180E {
            return nil
        }
        switch value {
        case 0x09, 0x0A, 0x0D:
            return nil
        case 0x00...0x1F, 0x7F...0x9F:
            return "the control character \(code(value))"
        case 0x200C, 0x200D:
            let joins =
                [-1, 1].allSatisfy { side in
                    neighbour(side).map { !$0.properties.isWhitespace && !isJoiner($0) } ?? false
                } || (value == 0x200D && neighbour(-1)?.properties.isEmoji == true)
                // At the end of a word in Persian or Sinhala, a joiner preserves the form of the
                // last letter.
                || neighbour(-1).map { $0.properties.isAlphabetic || isMark($0) } ?? false
            return joins ? nil : "a joiner (\(code(value))) that joins nothing"
        case 0x200B:
            return "a zero-width space (U+200B)"
        case 0xFEFF: return "a byte-order mark (U+FEFF)"
        case 0x2060, 0x180E: return "an invisible character (\(code(value)))"
        case 0x2028, 0x2029: return "a line separator that few programs support (\(code(value)))"
        case 0xFFFD: return "a replacement character (U+FFFD), a sign of broken text"
        case 0xE000...0xF8FF, 0xF0000...0x10FFFF:
            return "a private-use character (\(code(value)))"
        default:
            return (value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value))
                ? "\(code(value)), which is not a character" : nil
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        (0x200C...0x200D).contains(scalar.value)
    }

    /// The zero-width space, which separates words in scripts without spaces.
    private static let spaceWithoutWidth: Unicode.Scalar = "\u{200B}"

    /// Scripts that are written without spaces but are missing from ICU's dictionaries.
    private static let otherScripts = ["Java", "Bali", "Tibt"].compactMap { Script(code: $0) }

    private static func isWrittenTogether(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xE00
            && (cicuchecks_needs_dictionary(scalar.value) != 0
                || otherScripts.contains(Script(of: scalar)))
    }

    private static func isBetweenLetters(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        [index - 1, index + 1].allSatisfy {
            scalars.indices.contains($0) && scalars[$0].properties.isAlphabetic
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Returns whether a right-to-left text begins with a direction mark that stays open to the
    /// end.
    private func opensAll(_ scalars: [Unicode.Scalar]) -> Bool {
        guard isRightToLeft, let first = scalars.first, scalars.last.map(Self.isEnd) == false
        else { return false }
        return [0x202B, 0x2067, 0x2068].contains(first.value)
    }

    private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x202C || scalar.value == 0x2069
    }

    private static func code(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Returns a description of a direction mark that is unclosed or was never opened.
    ///
    /// Each line is checked separately, according to UAX #9. A right-to-left text may begin with an
    /// unclosed mark that covers the whole text.
    private func unbalanced(_ scalars: [Unicode.Scalar]) -> String? {
        var open: [UInt32] = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case _ where index == 0 && opensAll(scalars): break
            case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068: open.append(scalar.value)
            case 0x202C, 0x2069:
                let isIsolate = scalar.value == 0x2069
                guard let last = open.popLast(), isIsolate == (last >= 0x2066) else {
                    return
                        "A direction mark is closed (\(Self.code(scalar.value))) but was never opened."
                }
            case 0x0A where !open.isEmpty:
                return "A direction mark (\(Self.code(open[0]))) is not closed on its line."
            default: break
            }
        }
        return open.first.map { "A direction mark (\(Self.code($0))) is not closed." }
    }
}
