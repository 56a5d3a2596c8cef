import Cicuchecks

/// Spells out numbers with ICU's rules for a language.
enum NumberWords {
    private static let capacity = 128

    /// Returns a number in words, such as “zwanzig”, or nil if ICU has no rules for the language.
    ///
    /// Takes about a millisecond, so call it only before reporting a finding.
    static func spelling(of number: Int, in locale: String) -> String? {
        let units = [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = Int(cicuchecks_spell(locale, Int64(number), base, Int32(capacity)))
        }
        return units.isEmpty ? nil : String(decoding: units, as: UTF16.self)
    }
}
