import Git
public import Translation

extension Host {
    /// Makes this process read Git's configuration from the files that the environment names, as in
    /// `GIT_CONFIG_GLOBAL`.
    ///
    /// It applies to all repositories that are opened afterwards. Throws a ``Refusal`` if the
    /// variables contradict each other.
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
