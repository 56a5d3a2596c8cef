/// An extension of the repository format that changes how a repository must be read.
///
/// https://git-scm.com/docs/gitrepository-layout, and `Documentation/technical/repository-version` of
/// Git.
struct RepositoryExtension: Sendable {
    /// The name as Git's documentation writes it.
    let name: String

    /// Whether the setting's value means that the extension is in use.
    let isUsed: @Sendable (String) -> Bool

    /// The extensions that are refused by name.
    static let unsupported = [
        RepositoryExtension(name: "partialClone") { _ in true },
        RepositoryExtension(name: "objectFormat") { $0.lowercased() != "sha1" },
        RepositoryExtension(name: "worktreeConfig") {
            !["false", "no", "off", "0"].contains($0.lowercased())
        },
    ]

    /// The key of the setting, in the lower case that libgit2 looks keys up with.
    var key: String { "extensions.\(name.lowercased())" }

    /// The refusal of a repository that uses this extension.
    var error: GitError {
        GitError(
            code: .unsupportedExtension, function: "git_repository_open_ext",
            message: "the repository uses the extension '\(name)', which is not supported",
            extensionName: name)
    }

    /// Returns the refusal by name that `error` stands for, or `error` itself.
    ///
    /// libgit2 has no code for it, only the sentence "unsupported extension name extensions.NAME".
    static func named(by error: GitError) -> GitError {
        guard error.code == .unspecified, error.message.hasPrefix("unsupported extension name")
        else { return error }
        let name = error.message.split(separator: ".").last.map(String.init) ?? ""
        let known = unsupported.first { $0.name.lowercased() == name.lowercased() }
        return known?.error ?? RepositoryExtension(name: name) { _ in true }.error
    }
}
