public import JSON

/// The names that the project's setting `names` binds to mail addresses.
///
/// When names are compared, case, spaces and invisible characters are ignored, because readers
/// overlook them.
public struct BoundNames: Sendable {
    private let owners: [String: Set<MailAddress>]

    /// Reads the setting's value, and ignores everything in it that is not a name.
    public init(_ setting: JSONValue?) {
        var owners: [String: Set<MailAddress>] = [:]
        for (email, names) in setting?.objectValue?.members ?? [] {
            for name in names.arrayValue?.compactMap(\.stringValue) ?? [] {
                owners[Self.folded(name), default: []].insert(MailAddress(email))
            }
        }
        self.owners = owners
    }

    /// Returns true if the person's name is bound only to other people's addresses.
    public func belongsToOthers(_ person: Actor) -> Bool {
        guard !owners.isEmpty, let owners = owners[Self.folded(person.name)] else { return false }
        return !owners.contains(person.address)
    }

    /// Returns true if the person's name is bound to the person's address.
    public func isBound(_ person: Actor) -> Bool {
        owners[Self.folded(person.name)]?.contains(person.address) ?? false
    }

    /// Returns a name in the form used for comparisons.
    public static func folded(_ name: String) -> String {
        let visible = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        return String(String.UnicodeScalarView(visible)).lowercased()
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
