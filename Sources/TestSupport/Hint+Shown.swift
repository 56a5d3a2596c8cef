import Commands
public import Translation

extension Refusal.Hint {
    /// The hint as people read it on the command line.
    public var shown: String { onCommandLine }
}
