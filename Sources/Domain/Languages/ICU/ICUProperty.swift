import CICU

/// Character properties that Swift's standard library lacks.
enum ICUProperty {
    /// Returns ICU's number for the value of a property.
    static func value(of scalar: Unicode.Scalar, _ property: Int) -> Int {
        Int(icu_u_getIntPropertyValue(Int32(bitPattern: scalar.value), UInt32(property)))
    }
}
