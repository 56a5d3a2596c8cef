import CICU

/// Unicode normalization for comparing texts.
///
/// Stored texts are never normalized.
public enum Normalization {
    /// Returns the text in Normalization Form C.
    ///
    /// Takes linear time.
    public static func nfc(_ text: String) -> String {
        normalized(text) { icu_unorm2_getNFCInstance(&$0) }
    }

    /// Returns the text in Normalization Form D, in which accents are separate from their letters.
    static func nfd(_ text: String) -> String {
        normalized(text) { icu_unorm2_getNFDInstance(&$0) }
    }

    private static func normalized(
        _ text: String, by instance: (inout ICUStatus) -> OpaquePointer?
    ) -> String {
        // ASCII is the same in all forms, and most keys and source texts are ASCII.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var status: ICUStatus = 0
        guard let normalizer = instance(&status), status.isSuccess else { return text }
        let units = Array(text.utf16)
        let normal = ICUBuffer.readText(capacity: units.count + 16) {
            icu_unorm2_normalize(normalizer, units, Int32(units.count), $0, $1, &$2)
        }
        return normal ?? text
    }

    /// Returns true if two texts look the same to a reader: their bytes in Form C are equal.
    public static func equalInNFC(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8) || nfc(left).utf8.elementsEqual(nfc(right).utf8)
    }
}
