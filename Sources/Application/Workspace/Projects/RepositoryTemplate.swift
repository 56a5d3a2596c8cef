import Git
import GitEventStore
public import Machine
import Translation

/// The files of `repo-template/`, built into the program so that it works wherever it is copied.
package enum RepositoryTemplate {
    /// The files that the first commit holds.
    static var files: [(path: String, content: [UInt8])] {
        [
            (".gitattributes", PackageResources._gitattributes),
            (".github/workflows/translations.yml", PackageResources.translations_yml),
            (".gitlab-ci.yml", PackageResources._gitlab_ci_yml),
            ("README.md", PackageResources.README_md),
        ]
    }

    /// The hooks that go into Git's own directory.
    private static var hooks: [(name: String, content: [UInt8])] {
        [("pre-commit", PackageResources.pre_commit)]
    }

    /// Puts the hooks into the repository, never over others.
    package static func installHooks(in gitDirectory: String) throws {
        for hook in hooks { _ = try install(hook.name, hook.content, in: gitDirectory) }
    }

    /// Puts the hook of servers into a repository; returns its path, and whether it was put there.
    ///
    /// Not done by itself: it refuses every push where the program is missing.
    static func installServerHook(in gitDirectory: String) throws -> (path: String, isNew: Bool) {
        try install("pre-receive", PackageResources.pre_receive, in: gitDirectory)
    }

    private static func install(
        _ name: String, _ content: [UInt8], in gitDirectory: String
    ) throws -> (path: String, isNew: Bool) {
        let directory = gitDirectory + (gitDirectory.hasSuffix("/") ? "" : "/") + "hooks"
        try Files.makeDirectory(directory)
        let path = directory + "/" + name
        guard !Files.exists(path) else {
            // A pipe has nothing to compare, and would wait for somebody to write to it.
            return (path, try !Files.isStream(path) && Files.read(path) == content)
        }
        try Files.write(content, to: path, isExecutable: true)
        return (path, true)
    }
}

extension Workspace {
    /// Puts the hook that judges pushes into the repository that a directory lies in, and returns the hook's path.
    ///
    /// Throws a ``Refusal`` if there is another one.
    public static func installServerHook(_ directory: String, host: Host) throws -> String {
        let store = try store(directory, branch: defaultBranch, host: host)
        let hook = try RepositoryTemplate.installServerHook(in: store.repository.commonDirectory)
        store.repository.sharing.adjust(hook.path)
        guard hook.isNew else {
            throw Refusal(
                .exists, "There is another hook \(hook.path).",
                hint: .typed("Let it call `dragoman receive` with what it gets on standard input."))
        }
        return hook.path
    }
}
