import ReadModel
import Workspace

extension EntryFilter {
    /// The entries of the strings that are meant.
    init(_ choice: KeyChoice, search: String? = nil, states: Set<EntryState> = []) {
        self.init(
            section: choice.section, string: choice.string, keyPattern: choice.pattern,
            search: search, states: states)
    }
}
