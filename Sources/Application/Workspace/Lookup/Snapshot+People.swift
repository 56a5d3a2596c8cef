import JSON
import ReadModel
public import Translation

extension Snapshot {
    /// Who may do what in the project, as its settings say.
    public func roles() throws -> Roles {
        var values: [String: JSONValue] = [:]
        for setting in Roles.settings {
            values[setting.name] = try model.setting(setting.name).value
        }
        return Roles(values)
    }
}

/// How people are called: by name, or by name and address where the name alone could mean somebody else.
public struct People: Sendable {
    private let names: BoundNames
    /// The compared forms of names that people with several addresses have.
    private let ambiguous: Set<String>
    private let showsAddresses: Bool

    /// Takes the names that the project binds, and the people who are shown together.
    ///
    /// Without `showsAddresses`, for readers who may see none, a name of somebody else is marked as unconfirmed instead.
    public init(
        _ names: BoundNames, among people: some Sequence<Actor> = [], showsAddresses: Bool = true
    ) {
        self.names = names
        self.showsAddresses = showsAddresses
        var addresses: [String: Set<MailAddress>] = [:]
        for person in people {
            addresses[BoundNames.folded(person.name), default: []].insert(person.address)
        }
        ambiguous = Set(addresses.filter { $0.value.count > 1 }.keys)
    }

    /// Returns the name of a person, with the address if the name is bound to another one or several people here have it.
    public func name(of person: Actor) -> String {
        let isAmbiguous =
            names.belongsToOthers(person)
            || ambiguous.contains(BoundNames.folded(person.name)) && !names.isBound(person)
        guard isAmbiguous else { return person.name }
        return person.name + (showsAddresses ? " <\(person.email)>" : " (unconfirmed)")
    }
}

extension Snapshot {
    /// The names that the project binds to addresses.
    public func boundNames() throws -> BoundNames {
        BoundNames(try model.setting(Setting.names.name).value)
    }
}

extension Workspace {
    /// How people are called in the project as it is now.
    public func people() throws -> People {
        try read(at: .tip) { People(try $0.boundNames()) }
    }
}
