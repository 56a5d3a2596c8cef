import EventStore
import Git
import GitEventStore
import Machine
import ReadModel
import Translation
import Workspace

/// Examines a repository, without opening its read model.
struct RepositoryExamination {
    let store: GitEventStore
    let host: Host

    private var repository: GitRepository { store.repository }

    /// Examines the author of commits according to Git's configuration.
    func identity() -> Diagnosis.Finding {
        Self.finding(.identity) {
            let author = try Workspace.author(of: repository, host: host)
            return .init(.identity, .ok, "\(author.name) <\(author.email)>")
        }
    }

    /// Reports the location of the repository.
    func place() -> Diagnosis.Finding {
        Self.finding(.repository) {
            let isShallow = try repository.isShallow()
            return .init(
                .repository, .ok, repository.gitDirectory + (isShallow ? " (shallow)" : ""))
        }
    }

    /// Examines the project's branch, and the log's format.
    func branch() -> Diagnosis.Finding {
        Self.finding(.branch) {
            let project = try Workspace.project(of: store)
            return .init(
                .branch, .ok, "\(store.branch.shorthand), with source texts in \(project.source)")
        }
    }

    /// Examines the remotes, and compares the branch with the last fetched one.
    func remote() -> Diagnosis.Finding {
        Self.finding(.remote) {
            guard try !repository.remotes().isEmpty else {
                return .init(
                    .remote, .note, "There is no remote, so nobody else has these translations.",
                    hint: "To add one, run `dragoman remote add origin URL`.")
            }
            let exchange = Exchange(store, host: host, dialogue: RemoteDialogue())
            let remote = try exchange.place(nil)
            let place = "\(remote.name ?? "the remote"), \(remote.address.shown)"
            guard let own = try repository.target(of: store.branch) else {
                return .init(.remote, .ok, place)
            }
            let tracking = exchange.tracking(try exchange.remoteBranch(at: remote), at: remote)
            let known = try tracking.flatMap { name throws(GitError) in
                try repository.target(of: name)
            }
            if known == own { return .init(.remote, .ok, place) }
            let message =
                known == nil
                ? "\(place): the branch has never been pushed or fetched."
                : "\(place): the branch differs from the one that was last fetched."
            return .init(
                .remote, .note, message, hint: "`dragoman sync` exchanges both sides' events.")
        }
    }

    /// Examines the hooks that protect the log.
    func hook() -> Diagnosis.Finding {
        Self.finding(.hook) {
            let hooks = try RepositoryTemplate.hookStates(in: repository)
            if let ignored = hooks.first(where: { $0.state == .notExecutable }) {
                return .init(
                    .hook, .problem,
                    "Git ignores the hook \(ignored.name), which is not executable.",
                    hint: "Run `chmod +x \(ignored.path)`.")
            }
            if let other = hooks.first(where: { $0.state == .different }) {
                return .init(
                    .hook, .note,
                    "The hook \(other.name) differs from the one in this version of dragoman.",
                    hint:
                        "If it comes from an older version of dragoman, delete it and install the hook again."
                )
            }
            let installed = hooks.filter { $0.state == .installed }.map(\.name)
            guard installed.isEmpty else {
                return .init(.hook, .ok, installed.joined(separator: ", "))
            }
            return .init(
                .hook, .note,
                "No hook protects the log from commits and pushes made with plain Git.",
                hint: "On a server, `dragoman receive --install` installs one.")
        }
    }

    /// Examines the read model's file, or returns `nil` if there is no project.
    func readModel() -> Diagnosis.Finding? {
        guard (try? Workspace.project(of: store)) != nil else { return nil }
        let path = Workspace.readModelPath(of: store)
        switch Projection.condition(ofFileAt: path) {
        case .missing:
            return .init(.readModel, .ok, "The next command builds it.")
        case .current: return .init(.readModel, .ok, path)
        case .outdated:
            return .init(
                .readModel, .ok, "An older version wrote it; the next command rebuilds it.")
        case .newer:
            return .init(
                .readModel, .note,
                "A newer version of dragoman wrote it; the next command rebuilds it.",
                hint:
                    "Use only one version of dragoman per repository. Otherwise, each version rebuilds the read model."
            )
        case .damaged:
            return .init(
                .readModel, .note, "It is damaged; the next command rebuilds it.",
                hint: "`dragoman fsck` checks whether the repository is damaged too.")
        case .unwritable:
            return .init(
                .readModel, .problem,
                "\(path) cannot be written, so each command builds the read model in memory.",
                hint: "Give yourself write access to the file and its directory.")
        }
    }

    private static func finding(
        _ subject: Diagnosis.Subject, _ examine: () throws -> Diagnosis.Finding
    ) -> Diagnosis.Finding {
        do {
            return try examine()
        } catch {
            guard let refusal = Refusal(error) else {
                return .init(subject, .problem, "\(error)")
            }
            return .init(subject, refusal)
        }
    }
}
