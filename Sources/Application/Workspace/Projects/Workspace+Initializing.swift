import EventStore
import Git
import GitEventStore
import Languages
public import Machine
public import Texts
import Translation

extension Workspace {
    /// The properties of a new project.
    public struct NewProject: Sendable {
        /// The language that the app is written in, as the user typed it.
        public var source: String
        /// The section of strings without an explicit section.
        public var defaultSection: String
        /// The branch that holds the log.
        public var branch: String

        /// Creates the properties of a project, by default in English on the default branch.
        public init(
            source: String = "en", defaultSection: String = "default",
            branch: String = defaultBranch
        ) {
            self.source = source
            self.defaultSection = defaultSection
            self.branch = branch
        }
    }

    /// The result of creating a project.
    public struct Initialized: Sendable {
        /// The path of the Git directory.
        public let gitDirectory: String
        /// The id of the first commit.
        public let commit: String
        /// Whether the Git repository was newly created.
        public let isNewRepository: Bool
        /// The source language in its canonical form.
        public let source: LanguageTag
    }

    /// Creates a project: in a new Git repository without a work tree, or as a branch in an
    /// existing code repository.
    ///
    /// The first commit contains `dragoman.json` and the files of `repo-template/`. Nothing else in
    /// an existing repository changes.
    public static func initialize(
        _ directory: String, _ newProject: NewProject, host: Host, warn: (String) -> Void
    ) throws -> Initialized {
        let source = try language(newProject.source, isNew: true, warn: warn)
        guard SafePath.isSafe(newProject.defaultSection) else {
            throw Refusal(
                .unsafePath,
                "The default section “\(newProject.defaultSection)” cannot be used as a file name.",
                hint: "Use “default”.")
        }
        let path = host.absolute(directory)
        let branch = try branchName(newProject.branch)
        let found = try discover(path, branch, host: host)
        let isNew = found == nil
        let store = try found ?? create(path, branch: branch, host: host)
        let author: Author
        do {
            author = try Self.author(of: store.repository, host: host)
        } catch {
            // No project can be created without an author and a valid clock, so remove the new
            // repository.
            if isNew { try Files.remove(store.repository.gitDirectory) }
            throw error
        }
        var clock = EventClock(last: nil, now: host.timeOfIDs, random: host.random)
        let project = Project(
            id: clock.next().description, source: source, defaultSection: newProject.defaultSection)
        let files =
            [GitEventStore.InitialFile(path: ProjectFile.name, content: ProjectFile.bytes(project))]
            + RepositoryTemplate.files.map { .init(path: $0.path, content: $0.content) }
        let position: Position
        do {
            position = try store.create(
                files: files, message: "begin a Dragoman project in \(source)\n", author: author)
        } catch {
            // The same applies if the commit cannot be signed.
            if isNew { try Files.remove(store.repository.gitDirectory) }
            throw Refusal(error) ?? error
        }
        if isNew {
            try RepositoryTemplate.installHooks(in: store.repository.gitDirectory)
            store.repository.shareAll()
        }
        return Initialized(
            gitDirectory: store.repository.gitDirectory, commit: position.commit,
            isNewRepository: isNew, source: source)
    }

    private static func create(
        _ path: String, branch: ReferenceName, host: Host
    ) throws -> GitEventStore {
        do {
            let repository = try GitRepository.create(at: path, initialBranch: branch.shorthand)
            // By default, a bare repository keeps no reflog, which `@{yesterday}` needs.
            try repository.setString("core.logAllRefUpdates", "always")
            return GitEventStore(
                repository: repository, branch: branch, identity: .events,
                signing: CommitSigning(repository, host: host).signature)
        } catch {
            throw Refusal(
                .file, "A repository cannot be created in \(path): \(error.message).",
                hint: "Choose a directory that you may write to.")
        }
    }
}
