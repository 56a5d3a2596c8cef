extension Refusal.Hint {
    /// What to do about the tokens of a server.
    public enum TokenHint: Sendable, Equatable {
        /// Look at what a new token can be given.
        case showForm
        /// Look at the tokens.
        case list
        /// Add another token.
        case add
        /// Name the state directory.
        case nameStateDirectory
    }
}
