import CICU

/// ICU's own locale identifiers, such as `zh_Hant_HK` or `de@x=formal`.
enum ICULocale {
    /// Returns ICU's identifier for a BCP 47 tag.
    ///
    /// If there is none, returns an empty string, which identifies the root locale.
    static func identifier(of tag: String) -> String {
        var parsed: Int32 = 0
        let identifier = ICUBuffer.readASCII { buffer, capacity, status in
            icu_uloc_forLanguageTag(tag, buffer, capacity, &parsed, &status)
        }
        return identifier ?? ""
    }
}
