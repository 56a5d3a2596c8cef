import JSON
import ReadModel
public import Translation

extension Snapshot {
    /// Returns the roles of people in the project, from its settings.
    public func roles() throws -> Roles {
        var values: [String: JSONValue] = [:]
        for setting in Roles.settings {
            values[setting.name] = try model.setting(setting.name).value
        }
        return Roles(values)
    }
}

/// The display names of people: the name, with the address if the name alone is ambiguous.
public struct People: Sendable {
    private let names: BoundNames
    /// The normalized names that several people with different addresses share.
    private let ambiguous: Set<String>
    private let showsAddresses: Bool
    /// The words around names.
    package private(set) var words: Words

    /// The words around names, in the language of the reader.
    package struct Words: Sendable {
        /// Returns the name of an app's tester by the short name.
        package let tester: @Sendable (String) -> String
        /// Returns a name that is marked as unconfirmed.
        package let unconfirmed: @Sendable (String) -> String
        /// The name for an unknown author.
        package let unknown: String

        package init(
            tester: @escaping @Sendable (String) -> String,
            unconfirmed: @escaping @Sendable (String) -> String, unknown: String
        ) {
            self.tester = tester
            self.unconfirmed = unconfirmed
            self.unknown = unknown
        }

        /// The words in English.
        package static let english = Words(
            tester: { HashedGuid.displayName(of: $0) }, unconfirmed: { $0 + " (unconfirmed)" },
            unknown: "Unknown")
    }

    /// Creates display names from the project's bound names and the people who are shown together.
    ///
    /// If `showsAddresses` is false, for readers who may not see addresses, an ambiguous name is
    /// marked as unconfirmed instead.
    public init(
        _ names: BoundNames, among people: some Sequence<Actor> = [], showsAddresses: Bool = true
    ) {
        self.init(names, among: people, showsAddresses: showsAddresses, words: .english)
    }

    /// Creates display names with words in another language.
    package init(
        _ names: BoundNames, among people: some Sequence<Actor> = [], showsAddresses: Bool,
        words: Words
    ) {
        self.words = words
        self.names = names
        self.showsAddresses = showsAddresses
        var addresses: [String: Set<MailAddress>] = [:]
        for person in people {
            addresses[BoundNames.folded(person.name), default: []].insert(person.address)
        }
        ambiguous = Set(addresses.filter { $0.value.count > 1 }.keys)
    }

    /// Returns the same names with words in another language.
    package func with(_ words: Words) -> People {
        var people = self
        people.words = words
        return people
    }

    /// Returns the name of a person, with the address if the name is bound to another address or
    /// shared by several people.
    public func name(of person: Actor) -> String {
        let isAmbiguous =
            names.belongsToOthers(person)
            || ambiguous.contains(BoundNames.folded(person.name)) && !names.isBound(person)
        guard isAmbiguous else { return person.name }
        return showsAddresses
            ? "\(person.name) <\(person.email)>" : words.unconfirmed(person.name)
    }

    /// Returns the name of a person, or otherwise of an app's tester, or `nil` if there is neither.
    public func name(of person: Actor?, or tester: HashedGuid?) -> String? {
        person.map(name) ?? (tester?.shortName).map(words.tester)
    }

    /// Returns the name of a proposal's author.
    public func name(of proponent: Proponent) -> String {
        switch proponent {
        case .person(let person): name(of: person)
        case .tester(let guid): words.tester(guid.shortName)
        }
    }
}

extension Snapshot {
    /// Returns the names that the project binds to addresses.
    public func boundNames() throws -> BoundNames {
        BoundNames(try model.setting(Setting.names.name).value)
    }
}

extension Workspace {
    /// Returns the display names of people, by the project's current settings.
    public func people() throws -> People {
        try read(at: .tip) { People(try $0.boundNames()) }
    }
}
