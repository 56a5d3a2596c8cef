/// An extension of the repository format that changes how a repository must be read.
///
/// https://git-scm.com/docs/gitrepository-layout, and `Documentation/technical/repository-version` of
/// Git.
struct RepositoryExtension: Sendable {
    /// The name as Git's documentation writes it.
    let name: String

    /// Whether the setting's value means that the extension is in use.
    let isUsed: @Sendable (String) -> Bool

    private static let partialClone = RepositoryExtension(name: "partialClone") { _ in true }
    private static let objectFormat = RepositoryExtension(name: "objectFormat") {
        $0.lowercased() != "sha1"
    }
    private static let worktreeConfig = RepositoryExtension(name: "worktreeConfig", isUsed: isTrue)

    /// The extensions that are refused by name.
    private static let unsupported = [partialClone, objectFormat, worktreeConfig]

    /// Returns the extension that a setting of the repository switches on, or `nil`.
    ///
    /// `key` is in lower case where Git ignores case. Git 2.39 marks partial clones by settings of a
    /// remote instead of an extension, and libgit2 knows neither.
    static func used(bySetting key: String, _ value: String) -> RepositoryExtension? {
        if key.hasPrefix("remote.") {
            let isPartial =
                key.hasSuffix(".partialclonefilter") || key.hasSuffix(".promisor") && isTrue(value)
            return isPartial ? partialClone : nil
        }
        return unsupported.first {
            key == "extensions.\($0.name.lowercased())" && $0.isUsed(value)
        }
    }

    @Sendable private static func isTrue(_ value: String) -> Bool {
        !["false", "no", "off", "0"].contains(value.lowercased())
    }

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
