import CICU

/// Distinguishes invisible characters that shape their neighbours from other invisible characters.
enum Joiner {
    /// The maximum distance to search for neighbours, which bounds the cost of hostile text.
    ///
    /// No sequence that affects shaping is longer (UAX #15 allows 30 marks in a row).
    private static let reach = 32

    /// Returns true if the character at `position` changes how the text around it is drawn.
    ///
    /// For the joiners U+200C and U+200D, applies the rules in RFC 5892, appendices A.1 and A.2,
    /// and allows U+200D between emoji. For tag characters, applies the rules for flags in
    /// <https://www.unicode.org/reports/tr51/>.
    static func isShaping(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard position > 0 else { return false }
        switch scalars[position] {
        case "\u{200C}":
            return followsVirama(position, scalars) || stopsJoining(position, scalars)
        case "\u{200D}":
            return followsVirama(position, scalars) || joinsEmoji(position, scalars)
        case "\u{E0020}"..."\u{E007F}":
            return endsFlag(position, scalars)
        default:
            return false
        }
    }

    private static func preceding(
        _ position: Int, _ scalars: [Unicode.Scalar]
    ) -> ArraySlice<Unicode.Scalar> {
        scalars[..<position].suffix(reach)
    }

    /// Returns true if a virama precedes the joiner, so that the joiner selects the virama's form.
    private static func followsVirama(_ position: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        scalars[position - 1].properties.canonicalCombiningClass == .virama
    }

    /// Returns true if letters on both sides would otherwise be joined.
    ///
    /// Marks between them are skipped.
    private static func stopsJoining(_ position: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        let before = preceding(position, scalars).last {
            joiningType($0) != ICU_JOINING_TRANSPARENT
        }
        let after = scalars[(position + 1)...].prefix(reach).first {
            joiningType($0) != ICU_JOINING_TRANSPARENT
        }
        guard let before, let after else { return false }
        return [ICU_JOINING_LEFT, ICU_JOINING_DUAL].contains(joiningType(before))
            && [ICU_JOINING_RIGHT, ICU_JOINING_DUAL].contains(joiningType(after))
    }

    private static func joiningType(_ scalar: Unicode.Scalar) -> Int {
        ICUProperty.value(of: scalar, ICU_PROPERTY_JOINING_TYPE)
    }

    /// Returns true if the joiner is between two pictures, so that both are drawn as one emoji.
    private static func joinsEmoji(_ position: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard position + 1 < scalars.count, isPicture(scalars[position + 1]) else { return false }
        let before = preceding(position, scalars).last {
            !$0.properties.isVariationSelector && !$0.properties.isEmojiModifier
        }
        return before.map(isPicture) ?? false
    }

    /// Returns true if the character belongs to a flag that is spelled with tags, such as
    /// Scotland's.
    ///
    /// Between the black flag and the character, only tags are allowed.
    private static func endsFlag(_ position: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        let before = preceding(position, scalars).last { !("\u{E0020}"..."\u{E007F}").contains($0) }
        return before == "\u{1F3F4}"
    }

    /// Returns true if the character is an emoji that can be part of a sequence.
    ///
    /// Digits do not count.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && scalar.value > 0xFF
    }
}
