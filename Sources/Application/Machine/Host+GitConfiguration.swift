import Git
public import Translation

extension Host {
    /// Has this process read Git's configuration where the environment says that it is: `GIT_CONFIG_GLOBAL` and its like.
    ///
    /// It counts for all repositories that are opened afterwards. Throws a ``Refusal`` where the variables contradict each other.
    public func takeGitConfiguration() throws(Refusal) {
        do throws(GitError) {
            try OuterConfiguration.take { environment[$0] }
        } catch {
            throw Refusal(
                .invalidValue, "The environment is wrong: \(error.message).",
                hint: "`unset GIT_CONFIG_COUNT` leaves out the settings that it announces.")
        }
    }
}
