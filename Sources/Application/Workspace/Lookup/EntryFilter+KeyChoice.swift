package import ReadModel

extension EntryFilter {
    /// Creates a filter that matches the strings of a key choice.
    package init(_ choice: KeyChoice, search: String? = nil, states: Set<EntryState> = []) {
        self.init(
            section: choice.section, string: choice.string, keyPattern: choice.pattern,
            search: search, states: states)
    }
}
