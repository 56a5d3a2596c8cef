import Foundation
import Git
import Testing

struct RevisionTests {
    @Test func `resolves what git rev-parse resolves`() throws {
        let scratch = try Scratch()
        try scratch.directory.git("config", "core.logAllRefUpdates", "always")
        let commits = try (0..<4).map { try scratch.commit(["a": "\($0)"]) }
        try scratch.directory.git("tag", "-a", "v1", "-m", "one", "HEAD~1")
        let short = String(commits[3].description.prefix(12))
        for text in ["HEAD~3", "translations", "v1", short, "HEAD^", "@", "@{1}", "v1^{commit}"] {
            let expected = try scratch.directory.git("rev-parse", "\(text)^{commit}")
            let found = try scratch.repository.resolve(revision: text, default: branch)
            #expect("\(found)\n" == expected, "\(text)")
        }
    }

    @Test func `times and nothing mean the default reference`() throws {
        let scratch = try Scratch()
        try scratch.directory.git("config", "core.logAllRefUpdates", "always")
        let first = try scratch.commit(["a": "1"])
        let second = try scratch.commit(["a": "2"])
        let zero = String(repeating: "0", count: 40)
        let now = Int(Date().timeIntervalSince1970)
        try scratch.directory.write(
            """
            \(zero) \(first) Ines <i@example.org> \(now - 3 * 86400) +0000\tone
            \(first) \(second) Ines <i@example.org> \(now) +0000\ttwo

            """, to: ".git/logs/refs/heads/translations")
        try scratch.directory.git("symbolic-ref", "HEAD", "refs/heads/other")
        let repository = scratch.repository
        #expect(try repository.resolve(revision: "", default: branch) == second)
        #expect(try repository.resolve(revision: "@{yesterday}", default: branch) == first)
        #expect(
            try repository.resolve(range: .init("@{yesterday}.."), default: branch)
                == repository.resolve(range: .init("\(first)..\(second)")))
    }

    @Test func `upstream needs no name of the branch`() throws {
        let origin = try CheckedOut()
        try origin.directory.git("clone", "-q", "main", "copy")
        let copy = try GitRepository.open(at: "\(origin.directory.path)/copy")
        #expect(try copy.resolve(revision: "@{upstream}", default: branch) == origin.tip)
        #expect(try copy.resolve(revision: "@{u}", default: branch) == origin.tip)
    }

    @Test func `failures have their codes`() throws {
        let scratch = try Scratch()
        try scratch.commit(["a": "1"])
        let repository = scratch.repository
        #expect(code { _ = try repository.resolve(revision: "nothing") } == .notFound)
        #expect(code { _ = try repository.resolve(revision: "de") } == .notFound)
        #expect(code { _ = try repository.resolve(revision: "HEAD^{b") } == .invalidSpecification)
        #expect(code { _ = try repository.resolve(revision: "HEAD^{tree}") } != nil)
        #expect(code { _ = try repository.resolve(revision: "HEAD~9") } == .notFound)
    }

    @Test func `an ambiguous prefix is told apart`() throws {
        let scratch = try Scratch()
        // Git requires at least four digits; with 65,536 prefixes, a few hundred blobs collide.
        var seen: Set<String> = []
        var prefix: String?
        for number in 0..<5_000 where prefix == nil {
            let blob = try scratch.repository.writeBlob(Array("\(number)".utf8))
            let short = String(blob.description.prefix(4))
            if !seen.insert(short).inserted { prefix = short }
        }
        let ambiguous = try #require(prefix)
        #expect(
            code { _ = try scratch.repository.resolve(revision: ambiguous) } == .ambiguous)
    }

    @Test func `ranges are read`() {
        func parts(_ text: String) -> [String] {
            switch RevisionRange(text) {
            case .single(let one): [one]
            case .range(let from, let to): [from, "..", to]
            case .symmetric(let left, let right): [left, "...", right]
            }
        }
        #expect(parts("v1.4") == ["v1.4"])
        #expect(parts("v1.4..v1.5") == ["v1.4", "..", "v1.5"])
        #expect(parts("a...b") == ["a", "...", "b"])
        #expect(parts("..b") == ["", "..", "b"])
        #expect(parts("a..") == ["a", "..", ""])
        #expect(parts("a^{/x..y}") == ["a^{/x..y}"])
        #expect(parts("é..è") == ["é", "..", "è"])
    }

    @Test func `three dots start at the merge base`() throws {
        let scratch = try Scratch()
        let base = try scratch.commit(["a": "1"])
        let left = try scratch.commit(["a": "2"])
        let right = try scratch.commit(["b": "1"], parents: [base], to: branchName("right"))
        let alone = try scratch.commit(["c": "1"], parents: [], to: branchName("alone"))
        let range = try scratch.repository.resolve(range: .init("\(left)...right"))
        #expect(range.start == base)
        #expect(range.end == right)
        #expect(try scratch.repository.mergeBase(left, alone) == nil)
    }
}
