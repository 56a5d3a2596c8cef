import Languages

/// The parameters of a query, decoded, in their original order.
package struct Query: Sendable, Equatable {
    package let items: [Item]

    /// A name–value pair in a query string.
    package struct Item: Sendable, Equatable {
        package let name: String
        /// The value; empty if there is no `=`.
        package let value: String
    }

    /// Creates a query from decoded parameters.
    package init(_ items: [(name: String, value: String)]) {
        self.items = items.map { Item(name: $0.name, value: $0.value) }
    }

    /// Parses a query, in which `+` is a space.
    ///
    /// Throws `usage` for invalid escapes, invalid UTF-8 and NUL. If `isLenient` is true, a `%`
    /// without digits is kept unchanged, because some clients do not encode their values.
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
                    .usage, "The query string is not valid percent-encoded UTF-8.",
                    hint: "Encode the name and the value of each parameter.",
                    onPages: .init("The address is damaged.", hint: "Copy it again."))
            }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }

    /// Returns the first value of a parameter.
    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Returns all values of a parameter.
    package func values(of name: String) -> [String] {
        items.filter { $0.name == name }.map(\.value)
    }

    /// Throws `usage` if a parameter is unknown to the route or is repeated without permission, or
    /// if a required parameter is missing.
    func check(against route: Route) throws(Problem) {
        let known = route.parameters.filter { $0.place == .query }
        for item in items where !known.contains(where: { $0.name == item.name }) {
            let names = known.map(\.name)
            throw Problem(
                .usage, "Unknown query parameter “\(Visible.escaping(item.name))”.",
                hint: names.isEmpty
                    ? "Remove it: this address accepts no query parameters."
                    : "Known parameters: \(names.joined(separator: ", ")).")
        }
        for parameter in known {
            let count = items.count { $0.name == parameter.name }
            guard count < 2 || parameter.mayRepeat else {
                throw Problem(
                    .usage, "The parameter “\(parameter.name)” appears more than once.",
                    hint: "Send it once.")
            }
            guard count > 0 || !parameter.isRequired else {
                throw Problem(
                    .usage, "The parameter “\(parameter.name)” is missing.",
                    hint: "Add it to the query string.", onPages: .damaged)
            }
        }
    }
}
