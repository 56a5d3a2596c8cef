import EventStore
import Git
import GitEventStore
import Translation

/// A push that a server is about to accept: what its hook is told, and what is wrong with it.
///
/// Nothing is written: the read model is not opened, and objects that were not accepted yet stay where they are.
public struct PushReception {
    /// A reference that the push moves.
    public struct Update: Sendable {
        /// Where it stands; `nil` for a new one.
        public let old: String?
        /// Where it is to stand; `nil` for one that goes away.
        public let new: String?
        /// Its full name.
        public let reference: String

        /// Reads a line `old new ref` as Git gives it to the hook `pre-receive`.
        public init?(line: some StringProtocol) {
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
    private let machine: Machine
    private let pusher: Pusher

    /// Opens the server's repository with the objects of the push, as Git's variables tell where they are.
    ///
    /// `branch` is the project's branch. Throws a ``Refusal`` where there is no repository.
    public init(
        _ directory: String, branch: String = Workspace.defaultBranch, machine: Machine
    ) throws {
        store = try Workspace.store(directory, branch: branch, machine: machine)
        self.machine = machine
        try store.repository.addObjectDirectories(Self.objectDirectories(machine, directory))
        pusher = try Pusher(machine, in: store.repository)
    }

    private static func objectDirectories(_ machine: Machine, _ directory: String) -> [String] {
        var found = machine.variable("GIT_OBJECT_DIRECTORY").map { [$0] } ?? []
        // A path that begins with a quote is quoted, and no directory that Git makes for a push is.
        found += (machine.variable("GIT_ALTERNATE_OBJECT_DIRECTORIES") ?? "").utf8
            .split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
            .filter { !$0.hasPrefix("\"") }
        return found.map { $0.hasPrefix("/") ? $0 : machine.absolute(directory) + "/" + $0 }
            .filter(Files.isDirectory)
    }

    /// Judges the references of a push, each by what the server has before the push.
    public func findings(
        of updates: [Update]
    ) throws -> [(update: Update, findings: [PolicyFinding])] {
        let branches = try judgedBranches()
        return try updates.map { ($0, try findings(of: $0, branches)) }
    }

    /// The branches of the server that hold a log, with the file that says of which project.
    private func judgedBranches() throws -> [(reference: Reference, project: ObjectID)] {
        try store.repository.references(matching: "refs/heads/*").compactMap { reference in
            try projectFile(in: reference.target).map { (reference, $0) }
        }
    }

    private func projectFile(in commit: ObjectID) throws -> ObjectID? {
        try store.repository.entry(atPath: GitEventStore.projectFile, in: commit)?.id
    }

    private func findings(
        of update: Update, _ branches: [(reference: Reference, project: ObjectID)]
    ) throws -> [PolicyFinding] {
        let isProtected = update.reference == store.branch.rawValue
        if let fault = tagFault(update, branches) { return [fault] }
        guard update.reference.hasPrefix("refs/heads/") else { return [] }
        let old = update.old.flatMap { ObjectID(hex: $0) }
        guard let new = update.new.flatMap({ ObjectID(hex: $0) }) else {
            return try deletionFindings(of: old, isProtected: isProtected, branches)
        }
        let oldFile = try old.flatMap(projectFile)
        // What holds no log, and held none, is none of our business.
        guard let file = try oldFile ?? projectFile(in: new) else { return [] }
        let main = branches.first { $0.reference.name == store.branch && $0.project == file }
        let others = branches.filter {
            $0.project == file && $0.reference.name.rawValue != update.reference
        }
        var move = PushJudge.Move(old: oldFile == nil ? nil : old, new: new)
        move.isProtected = isProtected
        move.base = isProtected ? move.old : main?.reference.target ?? move.old
        move.others = others.map(\.reference.target)
        if !isProtected, let old = move.old { move.others.append(old) }
        let judge = PushJudge(
            store: store, machine: machine, pusher: pusher, moment: .at(machine.now() / 1000))
        return try judge.findings(of: move)
    }

    /// A branch may go if another one has its events.
    private func deletionFindings(
        of old: ObjectID?, isProtected: Bool,
        _ branches: [(reference: Reference, project: ObjectID)]
    ) throws -> [PolicyFinding] {
        guard let old, let file = try projectFile(in: old) else { return [] }
        if isProtected {
            return [PolicyFinding(.rewound, "The project's branch would be deleted.")]
        }
        guard
            let main = branches.first(where: {
                $0.reference.name == store.branch && $0.project == file
            })
        else { return [] }
        let lost = try store.lostEvents(
            from: store.position(of: old), to: store.position(of: main.reference.target))
        return lost.map(PolicyFinding.init)
    }

    /// Git takes a tag before a branch of the same name.
    private func tagFault(
        _ update: Update, _ branches: [(reference: Reference, project: ObjectID)]
    ) -> PolicyFinding? {
        let prefix = "refs/tags/"
        guard update.reference.hasPrefix(prefix), update.new != nil else { return nil }
        let name = String(update.reference.dropFirst(prefix.count))
        let names = [store.branch.shorthand] + branches.map(\.reference.name.shorthand)
        guard
            names.contains(where: {
                $0 == name || "heads/\($0)" == name || "refs/heads/\($0)" == name
            })
        else { return nil }
        return PolicyFinding(
            .tag, "A tag “\(name)” would be taken for the branch of that name.")
    }
}
