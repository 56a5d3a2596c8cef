/// An error from libgit2, or a refused operation.
///
/// Callers switch on ``code``. The ``message`` is the library's own sentence, for display only.
public struct GitError: Error, Sendable {
    /// The kind of failure.
    public let code: Code

    /// The C function that reported the failure, for bug reports.
    public let function: String

    /// The C library's description of the failure.
    public let message: String

    /// The extension that the repository requires, such as `partialClone`.
    ///
    /// Set only with ``Code/unsupportedExtension``.
    public let extensionName: String?

    /// Creates an error; `extensionName` is only for unsupported extensions.
    public init(code: Code, function: String, message: String, extensionName: String? = nil) {
        self.code = code
        self.function = function
        self.message = message
        self.extensionName = extensionName
    }

    /// Advice for the user, or `nil` if no remedy is known.
    public var hint: String? {
        switch code {
        case .unsupportedExtension where extensionName == "worktreeConfig":
            "`git clone` creates a repository without it. If a sparse checkout enabled it, disable it "
                + "with `git sparse-checkout disable`, `git config core.bare "
                + "$(git rev-parse --is-bare-repository)` in the repository's own directory, and "
                + "`git config --unset extensions.worktreeConfig`."
        case .unsupportedExtension where extensionName == "partialClone":
            "Clone the repository without `--filter`."
        case .unsupportedExtension where extensionName == "objectFormat":
            "Only SHA-1 repositories can be opened."
        case .owner:
            "The repository belongs to another user; if you trust it, run "
                + "`git config --global --add safe.directory DIRECTORY`."
        case .denied:
            "To let a group use it, its owner runs `chmod -R g+rwX` on the .git directory; "
                + "`git config core.sharedRepository group` makes this permanent."
        case .locked:
            "Another Git process seems to be running. Try again when it has finished. "
                + "If none is running, remove the lock."
        case .pruned:
            "Try again when it has finished. `git gc` without `--prune` is safe for concurrent writers."
        default: nil
        }
    }
}

extension GitError: CustomStringConvertible {
    /// The message, followed by the function and the code in parentheses.
    public var description: String { "\(message) (\(function), \(code.rawValue))" }
}
