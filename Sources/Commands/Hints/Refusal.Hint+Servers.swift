import Translation

extension Refusal.Hint.TokenHint {
    /// The hint with the verbs and options to type.
    var onCommandLine: String {
        switch self {
        case .showForm: "`dragoman token add --help` shows what is expected."
        case .list: "`dragoman token list` shows the tokens and their ids."
        case .add: "`dragoman token add` adds another one."
        case .nameStateDirectory: "`--state DIR` names it."
        }
    }
}
