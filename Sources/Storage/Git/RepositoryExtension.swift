/// An extension of the repository format that affects how a repository must be read.
///
/// https://git-scm.com/docs/gitrepository-layout, and `Documentation/technical/repository-version`
/// in Git's sources.
struct RepositoryExtension: Sendable {
    /// The name as spelled in Git's documentation.
    let name: String

    /// Returns true if the setting's value enables the extension.
    let isUsed: @Sendable (String) -> Bool

    private static let partialClone = RepositoryExtension(name: "partialClone") { _ in true }
    private static let objectFormat = RepositoryExtension(name: "objectFormat") {
        $0.lowercased() != "sha1"
    }
    private static let worktreeConfig = RepositoryExtension(name: "worktreeConfig", isUsed: isTrue)

    /// The extensions that are rejected by name.
    private static let unsupported = [partialClone, objectFormat, worktreeConfig]

    /// Returns the extension that a repository's setting enables, or `nil` if there is no such
    /// extension.
    ///
    /// `key` is in lower case wherever Git ignores case. Git 2.39 marks partial clones with a
    /// remote's settings instead of an extension, and libgit2 recognizes neither.
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

    /// The error for a repository that uses this extension.
    var error: GitError {
        GitError(
            code: .unsupportedExtension, function: "git_repository_open_ext",
            message: "the repository uses the extension '\(name)', which is not supported",
            extensionName: name)
    }

    /// Returns an error with the extension's name if `error` reports an unsupported extension, and
    /// otherwise `error` itself.
    ///
    /// libgit2 has no code for this error, only the message "unsupported extension name
    /// extensions.NAME".
    static func named(by error: GitError) -> GitError {
        guard error.code == .unspecified, error.message.hasPrefix("unsupported extension name")
        else { return error }
        let name = error.message.split(separator: ".").last.map(String.init) ?? ""
        let known = unsupported.first { $0.name.lowercased() == name.lowercased() }
        return known?.error ?? RepositoryExtension(name: name) { _ in true }.error
    }
}
