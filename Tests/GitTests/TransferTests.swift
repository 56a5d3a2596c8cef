import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Git

/// A bare repository that others know, and how they get there.
private struct Exchange {
    enum Way: CaseIterable { case path, file, daemon }

    let directory: TemporaryDirectory
    let url: String
    private let daemon: GitDaemon?

    init(_ way: Way) throws {
        _ = try Scratch()
        directory = try TemporaryDirectory()
        try directory.git("init", "-q", "--bare", "-b", "translations", "hub.git")
        switch way {
        case .path:
            url = directory.path + "/hub.git"
            daemon = nil
        case .file:
            url = "file://\(directory.path)/hub.git"
            daemon = nil
        case .daemon:
            let started = try GitDaemon(serving: directory.path)
            daemon = started
            url = started.url + "/hub.git"
        }
    }

    /// Somebody who has the repository as `origin`.
    func person() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.repository.addRemote("origin", url: url)
        return scratch
    }

    func tip(_ name: String = "translations") -> String? {
        try? directory.git("rev-parse", "--verify", "-q", "refs/heads/\(name)", in: "hub.git")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    var names: [String] {
        get throws {
            try directory.git("for-each-ref", "--format=%(refname)", in: "hub.git")
                .split(separator: "\n").map(String.init)
        }
    }
}

private let tracking = ReferenceName("refs/remotes/origin/translations") ?? .head

struct TransferTests {
    @Test func `authorities are read before somebody is asked`() throws {
        let exchange = try Exchange(.file)
        let ines = try exchange.person()
        try withExtendedLifetime((exchange, ines)) {
            _ = try ines.repository.references(ofRemote: "origin")
        }
        #expect(Authorities.areRead)
    }

    @Test(arguments: Exchange.Way.allCases)
    private func `what one pushes another fetches`(_ way: Exchange.Way) throws {
        let exchange = try Exchange(way)
        let ines = try exchange.person()
        let otto = try exchange.person()
        let first = try ines.commit(["a": "1"])
        let statuses = try ines.repository.push(
            toRemote: "origin", updates: [PushUpdate(branch, from: nil, to: first)], nonce: 1)
        #expect(statuses == [PushStatus(name: branch, rejection: nil)])
        #expect(exchange.tip() == first.description)
        #expect(try exchange.names == ["refs/heads/translations"])
        #expect(try ines.repository.references(matching: "refs/dragoman/*") == [])

        let stages = Mutex<Set<TransferProgress.Stage>>([])
        try otto.repository.fetch(
            fromRemote: "origin",
            RemoteHandlers(progress: { step in stages.withLock { _ = $0.insert(step.stage) } }))
        #expect(try otto.repository.target(of: tracking) == first)
        #expect(stages.withLock { $0.contains(.transferring) })
        #expect(
            try otto.repository.references(ofRemote: "origin").contains {
                $0.name == "refs/heads/translations" && $0.target == first
            })

        let second = try ines.commit(["a": "1", "b": "2"])
        _ = try ines.repository.push(
            toRemote: exchange.url, updates: [PushUpdate(branch, from: first, to: second)],
            nonce: 2)
        try otto.repository.fetch(fromRemote: "origin")
        #expect(try otto.repository.target(of: tracking) == second)
        try exchange.directory.git("fsck", "--strict", in: "hub.git")
    }

    @Test(arguments: Exchange.Way.allCases)
    private func `somebody who was faster is not overwritten`(_ way: Exchange.Way) throws {
        let exchange = try Exchange(way)
        let ines = try exchange.person()
        let otto = try exchange.person()
        let first = try ines.commit(["a": "1"])
        _ = try ines.repository.push(
            toRemote: "origin", updates: [PushUpdate(branch, from: nil, to: first)], nonce: 1)
        let other = try otto.commit(["b": "1"])
        func push(_ old: ObjectID?, _ new: ObjectID) -> GitError.Code? {
            code {
                let statuses = try otto.repository.push(
                    toRemote: "origin", updates: [PushUpdate(branch, from: old, to: new)], nonce: 3)
                let failed = statuses.allSatisfy { $0.rejection != nil }
                if failed, !statuses.isEmpty {
                    throw GitError(code: .modified, function: "", message: "")
                }
            }
        }
        #expect(push(nil, other) == .modified)
        try otto.repository.fetch(fromRemote: "origin")
        #expect(push(first, other) == .nonFastForward)
        #expect(exchange.tip() == first.description)
        let merged = try otto.repository.createCommit(
            tree: otto.tree(["a": "1", "b": "1"]), parents: [other, first], author: signature(),
            committer: signature(), message: "merge\n")
        #expect(push(other, merged) == .modified)
        #expect(exchange.tip() == first.description)
        #expect(push(first, merged) == nil)
        #expect(exchange.tip() == merged.description)
        #expect(try exchange.names == ["refs/heads/translations"])
    }

    @Test(arguments: Exchange.Way.allCases)
    private func `branches that are gone are pruned, and tags follow`(_ way: Exchange.Way) throws {
        let exchange = try Exchange(way)
        let ines = try exchange.person()
        let otto = try exchange.person()
        let first = try ines.commit(["a": "1"])
        let side = branchName("side")
        _ = try ines.repository.push(
            toRemote: "origin",
            updates: [
                PushUpdate(branch, from: nil, to: first), PushUpdate(side, from: nil, to: first),
            ], nonce: 1)
        try exchange.directory.git("tag", "v1", "translations", in: "hub.git")
        try exchange.directory.git("tag", "-a", "-m", "x", "v2", "translations", in: "hub.git")
        try otto.repository.fetch(fromRemote: "origin")
        func names() throws -> [String] {
            try otto.repository.references(matching: "refs/*").map(\.name.rawValue)
        }
        #expect(
            try names() == [
                "refs/remotes/origin/side", "refs/remotes/origin/translations", "refs/tags/v1",
                "refs/tags/v2",
            ])
        try exchange.directory.git("branch", "-D", "side", in: "hub.git")
        try otto.repository.fetch(fromRemote: "origin")
        #expect(try names().contains("refs/remotes/origin/side"))
        try otto.repository.fetch(fromRemote: "origin", prunes: true)
        #expect(try !names().contains("refs/remotes/origin/side"))
        #expect(try names().contains("refs/tags/v2"))
    }

    @Test(arguments: Exchange.Way.allCases)
    private func `a handler can give a transfer up`(_ way: Exchange.Way) throws {
        let exchange = try Exchange(way)
        let ines = try exchange.person()
        let first = try ines.commit(["a": "1"])
        _ = try ines.repository.push(
            toRemote: "origin", updates: [PushUpdate(branch, from: nil, to: first)], nonce: 1)
        let otto = try exchange.person()
        #expect(throws: RemoteCancelled.self) {
            try otto.repository.fetch(
                fromRemote: "origin", RemoteHandlers(isCancelled: { true }))
        }
        #expect(try otto.repository.target(of: tracking) == nil)
    }

    @Test func `a path with hooks or a checked-out branch is left to git`() throws {
        let exchange = try Exchange(.path)
        let ines = try exchange.person()
        let first = try ines.commit(["a": "1"])
        let update = PushUpdate(branch, from: nil, to: first)
        try exchange.directory.write("#!/bin/sh\nexit 1\n", to: "hub.git/hooks/pre-receive")
        let hook = exchange.directory.path + "/hub.git/hooks/pre-receive"
        // A hook that cannot be executed is none, as for git.
        #expect(chmod(hook, 0o755) == 0)
        #expect(throws: PathPushRefused.self) {
            _ = try ines.repository.push(toRemote: "origin", updates: [update], nonce: 1)
        }
        #expect(exchange.tip() == nil)
        #expect(chmod(hook, 0o644) == 0)
        #expect(
            try ines.repository.push(toRemote: "origin", updates: [update], nonce: 1)
                == [PushStatus(name: branch, rejection: nil)])

        try exchange.directory.git("clone", "-q", "hub.git", "work")
        let second = try ines.commit(["a": "2"])
        #expect(throws: PathPushRefused.self) {
            _ = try ines.repository.push(
                toRemote: exchange.directory.path + "/work",
                updates: [PushUpdate(branch, from: first, to: second)], nonce: 2)
        }
    }

    @Test func `a server's refusal comes back with its words`() throws {
        let exchange = try Exchange(.daemon)
        let ines = try exchange.person()
        let first = try ines.commit(["a": "1"])
        try exchange.directory.write(
            "#!/bin/sh\necho 'not on a Sunday'\nexit 1\n", to: "hub.git/hooks/pre-receive")
        #expect(chmod(exchange.directory.path + "/hub.git/hooks/pre-receive", 0o755) == 0)
        let words = Mutex("")
        let statuses = try ines.repository.push(
            toRemote: "origin", updates: [PushUpdate(branch, from: nil, to: first)], nonce: 1,
            RemoteHandlers(message: { text in words.withLock { $0 += text } }))
        #expect(statuses == [PushStatus(name: branch, rejection: "pre-receive hook declined")])
        #expect(words.withLock { $0 } == "not on a Sunday\n")
    }

    @Test func `what is not there is said`() throws {
        let exchange = try Exchange(.daemon)
        let ines = try exchange.person()
        for url in [exchange.url + "x", exchange.directory.path + "/none"] {
            #expect(throws: GitError.self) {
                try ines.repository.fetch(fromRemote: url, refspecs: ["refs/heads/*:refs/x/*"])
            }
        }
    }
}
