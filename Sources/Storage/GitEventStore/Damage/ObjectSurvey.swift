import EventStore
public import Git

/// A check of every object that a branch needs: its commits, their trees and blobs.
struct ObjectSurvey {
    private let repository: GitRepository
    /// The commits whose parents were omitted when the repository was cloned.
    private let borders: Set<ObjectID>
    private var seen: Set<ObjectID> = [.emptyTree]
    private(set) var damaged: [DamagedObject] = []

    init(_ repository: GitRepository, borders: Set<ObjectID>) {
        self.repository = repository
        self.borders = borders
    }

    /// Checks all objects that are reachable from the given commits, the first of which is the tip.
    ///
    /// `progress` is called with the number of commits after every 256 commits.
    mutating func look(at commits: [ObjectID], progress: (Int) -> Void) {
        var waiting = Array(commits.reversed())
        var isAtTip = true
        var count = 0
        while let id = waiting.popLast() {
            guard seen.insert(id).inserted else { continue }
            count += 1
            if count % 256 == 0 { progress(count) }
            do throws(GitError) {
                let commit = try soundCommit(id)
                lookAtTree(commit.tree, at: "", of: id, isAtTip)
                if !borders.contains(id) { waiting += commit.parents.reversed() }
            } catch {
                add(id, .commit, error, path: nil, of: id, isAtTip)
            }
            isAtTip = false
        }
    }

    private func soundCommit(_ id: ObjectID) throws(GitError) -> Commit {
        _ = try read(id, as: .commit)
        return try repository.commit(id)
    }

    private func read(_ id: ObjectID, as kind: ObjectKind) throws(GitError) -> RawObject {
        let object = try repository.readObject(id)
        guard object.kind == kind else {
            throw GitError(
                code: .damagedObject, function: "git_odb_read",
                message: "the object has another type")
        }
        return object
    }

    private mutating func lookAtTree(
        _ tree: ObjectID, at path: String, of commit: ObjectID, _ isAtTip: Bool
    ) {
        var waiting: [(id: ObjectID, path: String)] = [(tree, path)]
        while let (id, path) = waiting.popLast() {
            guard seen.insert(id).inserted else { continue }
            let entries: [TreeEntry]
            do throws(GitError) {
                _ = try read(id, as: .tree)
                entries = try repository.treeEntries(of: id)
            } catch {
                add(id, .tree, error, path: path, of: commit, isAtTip)
                continue
            }
            for entry in entries {
                let below = path.isEmpty ? entry.name : path + "/" + entry.name
                if entry.mode == .directory {
                    waiting.append((entry.id, below))
                } else if entry.mode.isFile, seen.insert(entry.id).inserted {
                    do throws(GitError) {
                        _ = try read(entry.id, as: .blob)
                    } catch {
                        add(entry.id, .blob, error, path: below, of: commit, isAtTip)
                    }
                }
            }
        }
    }

    private mutating func add(
        _ id: ObjectID, _ kind: ObjectKind, _ error: GitError, path: String?, of commit: ObjectID,
        _ isAtTip: Bool
    ) {
        damaged.append(
            DamagedObject(
                id: id, kind: kind, isMissing: error.code == .missingObject, reason: error.message,
                path: path, commit: commit, isAtTip: isAtTip))
    }
}

extension GitEventStore {
    /// Reads every object that is reachable from the branch and its remote-tracking branches.
    ///
    /// Returns the missing and damaged objects. The hash of each object is compared with its id.
    /// `borders` are the commits whose parents a shallow clone omitted. Objects that are reachable
    /// only through a damaged object are not checked. Cost: reads all objects in the history.
    public func damagedObjects(
        borders: Set<ObjectID>, progress: (Int) -> Void = { _ in }
    ) throws -> [DamagedObject] {
        // Open the repository again, so that no object is read from a cache.
        let repository = try GitRepository.open(at: repository.commonDirectory)
        var survey = ObjectSurvey(repository, borders: borders)
        survey.look(at: try tips(in: repository), progress: progress)
        return survey.damaged
    }

    /// Returns true if a commit and all files in its tree can be read; its ancestors are not
    /// checked.
    public func isWhole(_ commit: ObjectID) throws -> Bool {
        let repository = try GitRepository.open(at: repository.commonDirectory)
        var survey = ObjectSurvey(repository, borders: [commit])
        survey.look(at: [commit]) { _ in }
        return survey.damaged.isEmpty
    }

    /// Returns the tip of the branch, followed by the tips of its remote-tracking branches.
    ///
    /// Their objects may be missing.
    private func tips(in repository: GitRepository) throws -> [ObjectID] {
        let targets = try repository.referenceTargets()
        func target(_ name: ReferenceName?) -> ObjectID? {
            targets.first { $0.name == name?.rawValue }?.target
        }
        let own = target(branch) ?? target(remoteBranch)
        let others = targets.filter {
            $0.name.hasPrefix("refs/remotes/") && $0.name.hasSuffix("/\(branch.shorthand)")
        }
        return [own].compactMap(\.self) + others.compactMap(\.target)
    }

    /// Returns the readable log files of a commit with their contents; damaged files are omitted.
    public func readableFiles(in commit: ObjectID) -> [(path: String, content: [UInt8])] {
        var files: [(path: String, content: [UInt8])] = []
        guard let root = try? repository.entry(atPath: Self.eventsDirectory, in: commit) else {
            return []
        }
        var waiting = [(id: root.id, path: "")]
        while let (id, path) = waiting.popLast() {
            for entry in (try? repository.treeEntries(of: id)) ?? [] {
                let below = path.isEmpty ? entry.name : path + "/" + entry.name
                if entry.mode == .directory {
                    waiting.append((entry.id, below))
                } else if below.hasSuffix(LogFile.suffix),
                    let content = try? repository.readBlob(entry.id)
                {
                    files.append((below, content))
                }
            }
        }
        return files
    }
}
