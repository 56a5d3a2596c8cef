import Git
public import Translation

extension Host {
    /// Makes this process use the Git configuration that the environment selects.
    ///
    /// An example is the variable `GIT_CONFIG_GLOBAL`. Applies to all repositories that are opened
    /// afterwards. Throws a ``Refusal`` if the variables are invalid.
    public func takeGitConfiguration() throws(Refusal) {
        do throws(GitError) {
            try OuterConfiguration.take { environment[$0] }
        } catch {
            throw Refusal(
                .invalidValue, "The environment is invalid: \(error.message).",
                hint: "To ignore these settings, run `unset GIT_CONFIG_COUNT`.")
        }
    }
}
