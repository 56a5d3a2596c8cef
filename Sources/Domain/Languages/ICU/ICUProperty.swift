import CICU

/// The properties of characters that Swift's library doesn't have.
enum ICUProperty {
    /// Returns the number that ICU has for a property's value.
    static func value(of scalar: Unicode.Scalar, _ property: Int) -> Int {
        Int(icu_u_getIntPropertyValue(Int32(bitPattern: scalar.value), UInt32(property)))
    }
}
