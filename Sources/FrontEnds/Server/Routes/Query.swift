import Languages

/// The parameters of a query, decoded, in the order in which they were sent.
public struct Query: Sendable, Equatable {
    /// Names and values.
    public let items: [Item]

    /// A parameter.
    public struct Item: Sendable, Equatable {
        /// The name.
        public let name: String
        /// The value; empty without `=`.
        public let value: String
    }

    /// Takes parameters that are decoded already.
    package init(_ items: [(name: String, value: String)]) {
        self.items = items.map { Item(name: $0.name, value: $0.value) }
    }

    /// Reads a query, in which `+` is a space.
    ///
    /// Throws `usage` for bad escapes, bad UTF-8 and NUL. `isLenient` takes a `%` without digits for itself, as clients send it that encode
    /// nothing.
    package init(_ text: some StringProtocol, isLenient: Bool) throws(Problem) {
        var items: [Item] = []
        for part in text.split(separator: "&") {
            let halves = part.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map {
                PercentDecoding.text(of: $0, plusIsSpace: true, isLenient: isLenient)
            }
            guard let name = decoded[0], let value = decoded.count == 1 ? "" : decoded[1],
                !name.utf8.contains(0), !value.utf8.contains(0)
            else {
                throw Problem(
                    .usage, "The query of the address is not valid percent-encoded UTF-8.",
                    hint: "Encode the name and the value of each parameter.")
            }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }

    /// The first value of a parameter.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// All values of a parameter.
    public func values(of name: String) -> [String] {
        items.filter { $0.name == name }.map(\.value)
    }

    /// Throws `usage` unless every parameter is one of those of a route, none is repeated that may not be, and none is missing.
    func check(against route: Route) throws(Problem) {
        let known = route.parameters.filter { $0.place == .query }
        for item in items where !known.contains(where: { $0.name == item.name }) {
            let names = known.map(\.name)
            throw Problem(
                .usage, "Unknown query parameter “\(Visible.escaping(item.name))”.",
                hint: names.isEmpty
                    ? "Remove it: this address has no query parameters."
                    : "Known parameters: \(names.joined(separator: ", ")).")
        }
        for parameter in known {
            let count = items.count { $0.name == parameter.name }
            guard count < 2 || parameter.mayRepeat else {
                throw Problem(
                    .usage, "The parameter “\(parameter.name)” appears more than once.",
                    hint: "Give it once.")
            }
            guard count > 0 || !parameter.isRequired else {
                throw Problem(
                    .usage, "The parameter “\(parameter.name)” is missing.",
                    hint: "Add it to the query of the address.")
            }
        }
    }
}
