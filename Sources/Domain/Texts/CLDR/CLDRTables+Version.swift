// Written by `make cldr` from CLDR 42, by ICU 72.1. Do not edit.

extension CLDRTables {
    /// The version of CLDR's data that the tables are from.
    package static let version = "42"

    /// The version of the ICU that the tables were read from.
    package static let icuVersion = "72.1"
}
