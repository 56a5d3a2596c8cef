import Texts
import Translation

/// Finds leading and trailing spaces that differ from the source, and double spaces.
///
/// Concatenated texts, such as “Page ” and a number, need the space. Most other differences are
/// mistakes.
struct SpacesCheck: TextCheck {
    let info = CheckInfo.spaces

    func findings(in compared: ComparedTexts) -> [Finding] {
        compared.pairs.flatMap { findings(in: $0) }
    }

    private func findings(in pair: TextPair) -> [Finding] {
        let source = pair.source.bytes
        let target = pair.target.bytes
        // A text that consists only of spaces, such as a separator between two words, depends on
        // the language.
        guard source.contains(where: { !Self.isBlank($0) }),
            target.contains(where: { !Self.isBlank($0) })
        else { return [] }
        var findings: [Finding] = []
        for (place, source, target, next) in [
            ("begins", Self.startsWithSpace(source), Self.startsWithSpace(target), target[...]),
            ("ends", Self.endsWithSpace(source), Self.endsWithSpace(target), []),
        ] where source != target {
            let scalar =
                place == "begins"
                ? String(decoding: next.prefix(4), as: UTF8.self).unicodeScalars.first
                : pair.target.string.unicodeScalars.last
            if target {
                findings.append(
                    finding(
                        "The text \(place) with a space, but the source does not.", at: pair.path))
            } else if !(scalar.map(Self.isWideScript) ?? false) {
                findings.append(
                    finding(
                        "The source \(place) with a space, but the text does not.", at: pair.path))
            }
        }
        if Self.hasDoubleSpace(target), !Self.hasDoubleSpace(source) {
            findings.append(
                finding("The text has two spaces in a row.", at: pair.path, severity: .info))
        }
        return findings
    }

    private static func isBlank(_ byte: UInt8) -> Bool { PlaceholderScanner.isSpace(byte) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns whether the text begins with a space or a no-break space (bytes C2 A0).
    private static func startsWithSpace(_ bytes: [UInt8]) -> Bool {
        bytes.first.map(isSpace) ?? false || bytes.starts(with: [0xC2, 0xA0])
    }

    private static func endsWithSpace(_ bytes: [UInt8]) -> Bool {
        bytes.last.map(isSpace) ?? false || bytes.suffix(2).elementsEqual([0xC2, 0xA0])
    }

    /// Returns whether exactly two spaces occur between other characters in a line.
    ///
    /// Indentation and table columns do not count.
    private static func hasDoubleSpace(_ bytes: [UInt8]) -> Bool {
        var run = 0
        var follows = false
        for byte in bytes {
            if byte == 0x20 {
                run += 1
            } else {
                if run == 2, follows, !isBlank(byte) { return true }
                follows = !isBlank(byte)
                run = 0
            }
        }
        return false
    }

    /// Returns whether a character belongs to a script written without spaces: Chinese or Japanese.
    private static func isWideScript(_ scalar: Unicode.Scalar) -> Bool {
        // Swift's library has no property for kana or for the shared punctuation.
        scalar.properties.isIdeographic || (0x3001...0x30FF).contains(scalar.value)
            || (0xFF01...0xFF60).contains(scalar.value)
    }
}
