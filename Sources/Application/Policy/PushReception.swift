import EventStore
import Git
import GitEventStore
package import Machine
import Texts
import Translation
import Workspace

/// A push that a server is about to accept, with the check for the server's hook.
///
/// It writes nothing: the read model is not opened, and objects that are not yet accepted stay in
/// quarantine.
package struct PushReception {
    /// A reference that the push changes.
    package struct Update: Sendable {
        /// The previous object of the reference, or nil for a new reference.
        package let old: String?
        /// The new object of the reference, or nil for a deletion.
        package let new: String?
        /// The full name of the reference.
        package let reference: String

        /// Parses a line `old new ref` in the format of Git's `pre-receive` hook.
        package init?(line: some StringProtocol) {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let old = ObjectID(hex: words[0]),
                let new = ObjectID(hex: words[1])
            else { return nil }
            self.old = Self.isZero(old) ? nil : old.description
            self.new = Self.isZero(new) ? nil : new.description
            reference = String(words[2])
        }

        private static func isZero(_ id: ObjectID) -> Bool {
            id.description.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
        }
    }

    private let store: GitEventStore
    private let host: Host
    private let pusher: Pusher
    private let references: ServerReferences

    /// Opens the server's repository together with the objects of the push.
    ///
    /// Git's environment variables contain the directories of these objects. `branch` is the
    /// project's branch. Throws a ``Refusal`` if there is no repository.
    package init(
        _ directory: String, branch: String = Workspace.defaultBranch, host: Host
    ) throws {
        store = try Workspace.store(directory, branch: branch, host: host)
        self.host = host
        try store.repository.addObjectDirectories(Self.objectDirectories(host, directory))
        pusher = try Pusher(host, in: store.repository)
        references = try ServerReferences(store.repository)
    }

    private static func objectDirectories(_ host: Host, _ directory: String) -> [String] {
        var found = host.variable("GIT_OBJECT_DIRECTORY").map { [$0] } ?? []
        // Git quotes some paths, which then start with a quotation mark. It never quotes a
        // directory that it creates for a push.
        found += (host.variable("GIT_ALTERNATE_OBJECT_DIRECTORIES") ?? "").utf8
            .split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
            .filter { !$0.hasPrefix("\"") }
        return found.map { $0.hasPrefix("/") ? $0 : host.absolute(directory) + "/" + $0 }
            .filter(Files.isDirectory)
    }

    /// Judges each reference in a push by the server's state before the push.
    package func findings(
        of updates: [Update]
    ) throws -> [(update: Update, findings: [PolicyFinding])] {
        let branches = try judgedBranches()
        return try updates.map { ($0, try findings(of: $0, branches)) }
    }

    /// A branch of the server that contains a log.
    private struct Branch {
        let name: ReferenceName
        let target: ObjectID
        /// The reference that a push to the branch updates.
        let moved: String
        /// The id of the log's project file, which identifies the project.
        let project: ObjectID
    }

    private func judgedBranches() throws -> [Branch] {
        try store.repository.references(matching: "refs/heads/*").compactMap { reference in
            guard let file = try projectFile(in: reference.target) else { return nil }
            let moved = try references.reference(movedBy: reference.name.rawValue)
            return Branch(
                name: reference.name, target: reference.target, moved: moved, project: file)
        }
    }

    private func projectFile(in commit: ObjectID) throws -> ObjectID? {
        try store.repository.entry(atPath: GitEventStore.projectFile, in: commit)?.id
    }

    private func findings(
        of update: Update, _ branches: [Branch]
    ) throws -> [PolicyFinding] {
        let moved = try references.reference(movedBy: update.reference)
        let projectBranch = try references.reference(movedBy: store.branch.rawValue)
        if let fault = spellingFault(update, projectBranch, branches) { return [fault] }
        if let fault = tagFault(update, branches) { return [fault] }
        if let fault = replacementFault(update, moved) { return [fault] }
        let isProtected = moved.hasSameBytes(as: projectBranch)
        guard
            isProtected || moved.hasPrefix("refs/heads/")
                || branches.contains(where: { $0.moved.hasSameBytes(as: moved) })
        else { return [] }
        let old = update.old.flatMap { ObjectID(hex: $0) }
        guard let new = update.new.flatMap({ ObjectID(hex: $0) }) else {
            return try deletionFindings(of: old, isProtected: isProtected, branches)
        }
        let oldFile = try old.flatMap(projectFile)
        // If the branch has no log and had none before, no rules apply.
        guard let file = try oldFile ?? projectFile(in: new) else { return [] }
        let main = branches.first { $0.name == store.branch && $0.project == file }
        let others = branches.filter { $0.project == file && !$0.moved.hasSameBytes(as: moved) }
        var move = PushJudge.Move(old: oldFile == nil ? nil : old, new: new)
        move.isProtected = isProtected
        move.base = isProtected ? move.old : main?.target ?? move.old
        move.others = others.map(\.target)
        if !isProtected, let old = move.old { move.others.append(old) }
        let judge = PushJudge(
            store: store, host: host, pusher: pusher, moment: .at(host.now() / 1000))
        return try judge.findings(of: move)
    }

    /// Returns the findings for a deleted branch.
    ///
    /// The project's branch must not be deleted. Other branches may be deleted if the project's
    /// branch contains their events.
    private func deletionFindings(
        of old: ObjectID?, isProtected: Bool, _ branches: [Branch]
    ) throws -> [PolicyFinding] {
        guard let old, let file = try projectFile(in: old) else { return [] }
        if isProtected {
            return [PolicyFinding(.rewound, "The project's branch would be deleted.")]
        }
        guard
            let main = branches.first(where: { $0.name == store.branch && $0.project == file })
        else { return [] }
        let lost = try store.lostEvents(
            from: store.position(of: old), to: store.position(of: main.target))
        return lost.map(PolicyFinding.init)
    }

    /// Returns a fault for a name that the server's disk treats as the name of another branch.
    ///
    /// The update would move or delete that branch unnoticed.
    private func spellingFault(
        _ update: Update, _ projectBranch: String, _ branches: [Branch]
    ) -> PolicyFinding? {
        let names = [projectBranch, store.branch.rawValue] + branches.map(\.name.rawValue)
        guard !names.contains(where: { $0.hasSameBytes(as: update.reference) }),
            let name = names.first(where: {
                references.isOtherSpelling(update.reference, of: $0)
            })
        else { return nil }
        return PolicyFinding(
            .rewound, "On this server's disk, this name is the same as \(name).")
    }

    /// Returns a fault for a replacement reference.
    ///
    /// Git would then read the replacement instead of the original object.
    private func replacementFault(_ update: Update, _ moved: String) -> PolicyFinding? {
        guard update.new != nil,
            [update.reference, moved].contains(where: references.isReplacement)
        else { return nil }
        return PolicyFinding(
            .replace,
            "\(update.reference) would make Git show another object instead of a stored one."
        )
    }

    /// Returns a fault for a tag, or a reference directly below `refs/`, with the name of a branch.
    ///
    /// Git would resolve the name to the tag or the reference instead of the branch.
    private func tagFault(_ update: Update, _ branches: [Branch]) -> PolicyFinding? {
        guard update.new != nil else { return nil }
        let names = [store.branch.shorthand] + branches.map(\.name.shorthand)
        let isTag = update.reference.hasPrefix("refs/tags/")
        guard isTag || !update.reference.hasPrefix("refs/heads/") else { return nil }
        let hiding = names.flatMap { name in
            isTag
                ? ["", "heads/", "refs/heads/"].map { "refs/tags/\($0)\(name)" }
                : ["refs/\(name)"]
        }
        guard hiding.contains(where: { references.isSame(update.reference, $0) }) else {
            return nil
        }
        let kind = isTag ? "A tag" : "A reference"
        let name = update.reference.dropFirst((isTag ? "refs/tags/" : "refs/").count)
        return PolicyFinding(
            .tag, "\(kind) “\(name)” would be mistaken for the branch of that name.")
    }
}
