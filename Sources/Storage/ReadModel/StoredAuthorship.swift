import Translation

extension Authorship {
    /// The authorship as stored in the database, or `nil` for a text by people.
    var stored: String? {
        switch self {
        case .people: nil
        case .machine(let name): Self.machinePrefix + name
        case .edited: "edited"
        }
    }

    /// Reads the stored form.
    init(stored: String?) {
        guard let stored else {
            self = .people
            return
        }
        self =
            stored.utf8.starts(with: Self.machinePrefix.utf8)
            ? .machine(String(Substring(stored.utf8.dropFirst(Self.machinePrefix.utf8.count))))
            : .edited
    }

    private static let machinePrefix = "machine:"

    /// Returns the SQL condition that a column contains a machine's authorship.
    static func isMachine(_ column: String) -> String { "\(column) GLOB '\(machinePrefix)*'" }
}
