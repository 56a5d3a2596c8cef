import ReadModel
public import Translation

/// The strings that a section and a key mean together: all of a section, one string, or those with keys like a
/// pattern.
public struct KeyChoice {
    /// The section, where one is named.
    public private(set) var section: String?
    /// The string, where one is named.
    public private(set) var string: StringID?
    /// The pattern, where `*` stands in the key and no string has it as its name.
    public private(set) var pattern: String?

    /// Looks the key up; one that nobody has ever had is refused, unless it is a pattern.
    public init(
        section: String?, key: String?, in snapshot: Snapshot
    ) throws {
        self.section = section.map(snapshot.section)
        guard let key else { return }
        let string = try snapshot.string(KeyArgument(key, section: section))
        if try snapshot.model.hasEvents(of: string) {
            self.string = string
        } else if key.utf8.contains(UInt8(ascii: "*")) {
            pattern = string.key
            // The section that stands before the first colon counts; the default one only where it was named.
            if !string.key.hasSameBytes(as: key) { self.section = string.section }
        } else {
            try snapshot.requireString(string)
        }
    }
}
