import Translation

/// The files of `repo-template/`, built into the program so that it works wherever it is copied.
enum RepositoryTemplate {
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
    static func installHooks(in gitDirectory: String) throws {
        let directory = gitDirectory + (gitDirectory.hasSuffix("/") ? "" : "/") + "hooks"
        try Files.makeDirectory(directory)
        for hook in hooks {
            let path = directory + "/" + hook.name
            guard !Files.exists(path) else { continue }
            try Files.write(hook.content, to: path, isExecutable: true)
        }
    }
}
