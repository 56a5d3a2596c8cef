import Texts

/// A digest of the values in a file that are not texts, used to detect concurrent changes.
public enum KeptMark {
    /// Returns the digest of named values, or `nil` if there are no values.
    ///
    /// The order of the values does not matter.
    public static func mark(of values: [(name: String, value: String)]) -> String? {
        guard !values.isEmpty else { return nil }
        var hash = FNV1a()
        let sorted = values.sorted { a, b in
            a.name.hasSameBytes(as: b.name)
                ? a.value.precedesInBytes(b.value) : a.name.precedesInBytes(b.name)
        }
        for (name, value) in sorted {
            hash.add(name)
            hash.add(0x1E)
            hash.add(value)
            hash.add(0x1D)
        }
        return hash.text
    }
}
