import CICU

/// The ICU library and the CLDR data that this module uses.
public enum CLDR {
    /// The version of the CLDR data, such as `42`; `unknown` if ICU can't read its data.
    public static var version: String {
        ResourceBundle(named: "supplementalData")?.text("cldrVersion") ?? "unknown"
    }

    /// The version of the linked ICU library, such as `72.1`.
    public static var libraryVersion: String {
        var numbers: [UInt8] = [0, 0, 0, 0]
        icu_u_getVersion(&numbers)
        return "\(numbers[0]).\(numbers[1])"
    }

    /// The tags of all languages that CLDR has data for, sorted by their bytes.
    ///
    /// ICU's `en_US_POSIX` is listed as `en-US-u-va-posix`.
    public static var availableTags: [String] {
        (0..<icu_uloc_countAvailable()).compactMap { index in
            guard let identifier = icu_uloc_getAvailable(index) else { return nil }
            return ICUBuffer.readASCII { icu_uloc_toLanguageTag(identifier, $0, $1, 0, &$2) }
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
