package import Git
import GitEventStore
public import Machine
import Translation

/// The files of `repo-template/`, compiled into the program so that a copy of the program works
/// anywhere.
package enum RepositoryTemplate {
    /// The files in the first commit.
    static var files: [(path: String, content: [UInt8])] {
        [
            (".gitattributes", PackageResources._gitattributes),
            (".github/actions/setup/action.yml", PackageResources.action_yml),
            (".github/workflows/translations.yml", PackageResources.translations_yml),
            (".gitlab-ci.yml", PackageResources._gitlab_ci_yml),
            ("README.md", PackageResources.README_md),
        ]
    }

    /// The hooks for the Git directory.
    private static var hooks: [(name: String, content: [UInt8])] {
        [("pre-commit", PackageResources.pre_commit)]
    }

    /// Installs the hooks in the repository, without replacing existing ones.
    package static func installHooks(in gitDirectory: String) throws {
        for hook in hooks { _ = try install(hook.name, hook.content, in: gitDirectory) }
    }

    /// Installs the server hook in a repository; returns its path, and false if a different hook
    /// exists.
    ///
    /// Never called automatically, because the hook rejects every push if the program is missing.
    static func installServerHook(in gitDirectory: String) throws -> (path: String, isNew: Bool) {
        try install(serverHook, PackageResources.pre_receive, in: gitDirectory)
    }

    /// Throws unless the repository has this version's server hook, which judges pushes.
    package static func requireServerHook(in repository: GitRepository) throws {
        let hook = try hookStates(in: repository).first { $0.name == serverHook }
        guard let hook, hook.state != .installed else { return }
        let path = "hooks/" + serverHook
        throw Refusal(
            .repository,
            hook.state == .missing
                ? "Git may push to this project, but the repository has no hook that judges pushes."
                : "Git may push to this project, but \(path) is not this version's hook that judges pushes.",
            hint: .typed(
                hook.state == .missing
                    ? "Run `dragoman receive --install` in the repository."
                    : "Remove \(path), and run `dragoman receive --install` in the repository."))
    }

    private static let serverHook = "pre-receive"

    /// A hook in a repository, compared with the program's version of the hook.
    package struct HookState: Sendable {
        package enum State: Sendable { case missing, installed, different, notExecutable }

        package let name: String
        package let path: String
        package let state: State
    }

    /// Returns the states of the hooks that belong to dragoman, at the paths where Git looks for
    /// them.
    package static func hookStates(in repository: GitRepository) throws -> [HookState] {
        try (hooks + [(serverHook, PackageResources.pre_receive)]).map { name, content in
            let path = try repository.hookPath(name)
            let state: HookState.State
            if !Files.exists(path) {
                state = .missing
            } else if try Files.isStream(path) || Files.read(path) != content {
                state = .different
            } else {
                state = Files.isExecutable(path) ? .installed : .notExecutable
            }
            return HookState(name: name, path: path, state: state)
        }
    }

    private static func install(
        _ name: String, _ content: [UInt8], in gitDirectory: String
    ) throws -> (path: String, isNew: Bool) {
        let directory = gitDirectory + (gitDirectory.hasSuffix("/") ? "" : "/") + "hooks"
        try Files.makeDirectory(directory)
        let path = directory + "/" + name
        guard !Files.exists(path) else {
            // Pipes are not read: a pipe has nothing to compare, and reading would block until
            // something is written to it.
            return (path, try !Files.isStream(path) && Files.read(path) == content)
        }
        try Files.write(content, to: path, isExecutable: true)
        return (path, true)
    }
}

extension Workspace {
    /// Installs the hook that checks pushes, in the repository that contains a directory, and
    /// returns the hook's path.
    ///
    /// Throws a ``Refusal`` if a different hook exists.
    public static func installServerHook(_ directory: String, host: Host) throws -> String {
        let store = try store(directory, branch: defaultBranch, host: host)
        let hook = try RepositoryTemplate.installServerHook(in: store.repository.commonDirectory)
        store.repository.sharing.adjust(hook.path)
        guard hook.isNew else {
            throw Refusal(
                .exists, "Another hook \(hook.path) already exists.",
                hint: .typed("Make it pass its standard input to `dragoman receive`."))
        }
        return hook.path
    }
}
