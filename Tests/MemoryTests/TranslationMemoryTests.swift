import Foundation
import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Memory

@Suite struct TranslationMemoryTests {
    /// Catching up gives the same memory as rebuilding it.
    @Test(arguments: 0..<6)
    func catchingUpIsRebuilding(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(
            [
                "locale add fr fr-CA", "string add greeting Hello",
                "string add items --plural 'one=%d item' --plural 'other=%d items'",
                "set fr items --plural 'one=%d article' --plural 'other=%d articles'",
            ], in: "app")
        try sandbox.clone("app", to: "work")
        let workspace = try sandbox.open("work")
        let writer = RandomWriter(workspace, guid: "guid-of-ines")
        var pairs = 0
        for round in 0..<8 {
            for _ in 0..<random.number(in: 1...5) {
                try writer.step(using: &random)
                sandbox.advanceClock(milliseconds: Int64(random.number(in: 0...2000)))
            }
            if round == 5 { try sandbox.git("reset", "-q", "--hard", "HEAD~3", in: "work") }
            let caughtUp = try TranslationMemory(workspace)
            let fresh = try MemoryStore()
            try MemoryIndexer(fresh, workspace.log).catchUp(with: .workspace(workspace))
            let contents = try caughtUp.parts[0].store.contents()
            #expect(try contents == fresh.contents(), "round \(round)")
            pairs += contents.count
        }
        #expect(pairs > 0)
    }

    @Test func whatIsStaleOrFlaggedIsNoPair() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Bonjour"], in: "app")
        func found() throws -> [String] {
            let memory = try TranslationMemory(sandbox.open("app"))
            return try memory.matches(
                for: "Hello", source: tag("en"), target: tag("fr"), minimum: 60
            ).map(\.target)
        }
        #expect(try found() == ["Bonjour"])
        sandbox.perform(["flag fr greeting --reason wrong"], in: "app")
        #expect(try found() == [])
        sandbox.perform(["set fr greeting Salut"], in: "app")
        #expect(try found() == ["Salut"])
        sandbox.perform(["string edit greeting --value Hallo"], in: "app")
        #expect(try found() == [])
        sandbox.perform(["set fr greeting 'Salut !'"], in: "app")
        #expect(try found() == ["Salut !"])
    }

    @Test func aRemovedStringKeepsItsPairs() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "locale add fr de", "string add greeting Hello", "set fr greeting Bonjour",
                "set de greeting Hallo", "flag de greeting --reason wrong",
                "string add parting Goodbye", "set fr parting Adieu",
                "string edit parting --value 'See you'", "string add moved Thanks",
                "set fr moved Merci",
            ], in: "app")
        func found(_ text: String, _ locale: String = "fr") throws -> [String] {
            try TranslationMemory(sandbox.open("app")).matches(
                for: text, source: tag("en"), target: tag(locale), minimum: 60
            ).map(\.target)
        }
        #expect(try found("Hello") == ["Bonjour"])
        sandbox.perform(
            ["string remove greeting", "string remove parting", "string rename moved kept"],
            in: "app")
        #expect(try found("Hello") == ["Bonjour"])
        #expect(try found("Hello", "de") == [])
        #expect(try found("See you") == [])
        #expect(try found("Goodbye") == [])
        sandbox.perform(["set fr kept 'Merci bien'"], in: "app")
        #expect(try found("Thanks") == ["Merci bien"])
        // A rebuilt memory has the same texts.
        let fresh = try MemoryStore()
        let workspace = try sandbox.open("app")
        try MemoryIndexer(fresh, workspace.log).catchUp(with: .workspace(workspace))
        let memory = try TranslationMemory(workspace)
        #expect(try memory.parts[0].store.contents() == fresh.contents())
    }

    @Test func formsArePairedByTheirCategories() throws {
        func plural(_ forms: [(String, String)]) -> Value {
            Value.Choice(by: .plural, cases: forms.map { Value.Case($0.0, Value($0.1)) })
                .map(Value.choice) ?? Value("")
        }
        func pairs(_ source: Value, _ target: Value) -> [[String]] {
            source.pairs(with: target).map { [$0.source, $0.target] }
        }
        let items = plural([("one", "item"), ("other", "items")])
        #expect(
            pairs(items, plural([("one", "a"), ("few", "b"), ("other", "c")]))
                == [["item", "a"], ["items", "c"]])
        #expect(pairs(items, plural([("other", "c")])) == [["item", "c"], ["items", "c"]])
        #expect(pairs(items, Value("x")) == [["items", "x"]])
        #expect(pairs(Value("x"), items) == [["x", "items"]])
        #expect(
            pairs(.list([Value("a"), Value("b")]), .list([Value("c")])) == [["a", "c"]])
        #expect(pairs(plural([("one", "x"), ("other", "x")]), Value("")) == [])
        #expect(pairs(Value(""), Value("y")) == [])
    }

    @Test func aRegionUsesTheTextsOfItsLanguage() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(
            [
                "locale add fr fr-CA es", "string add a Hello", "string add b Hello",
                "string add c Hello", "set fr a Bonjour", "set fr-CA b Allô", "set es c Hola",
            ], in: "app")
        let memory = try TranslationMemory(sandbox.open("app"))
        func targets(_ locale: String, key: String? = nil) throws -> [String] {
            try memory.matches(for: "Hello", source: tag("en"), target: tag(locale), key: key)
                .map { "\($0.locale) \($0.target) \($0.percent) \($0.isContext)" }
        }
        #expect(try targets("fr-CA") == ["fr-CA Allô 100 false", "fr Bonjour 100 false"])
        #expect(
            try targets("fr-CA", key: "a") == ["fr Bonjour 101 true", "fr-CA Allô 100 false"])
        #expect(try targets("fr") == ["fr Bonjour 100 false", "fr-CA Allô 100 false"])
        #expect(try targets("de").isEmpty)
    }

    @Test func otherProjectsCountAfterThisOne() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.run(["init", "other"])
        for name in ["app", "other"] {
            sandbox.perform(
                ["locale add fr", "string add a Hello", "string add b 'Hello you'"], in: name)
        }
        sandbox.perform(["set fr a Bonjour"], in: "app")
        sandbox.perform(["set fr a Salut", "set fr b Bonjour"], in: "other")
        let memory = try TranslationMemory(sandbox.open("app"), others: ["../other"])
        let found = try memory.matches(
            for: "Hello", source: tag("en"), target: tag("fr"), minimum: 50)
        #expect(found.map(\.target) == ["Bonjour", "Salut"])
        #expect(found.map(\.origin.project) == [nil, "../other"])
        #expect(try memory.search("bonjour").map(\.origin.project) == [nil, "../other"])
        #expect(throws: Refusal.self) {
            try TranslationMemory(sandbox.open("app"), others: ["../nowhere"])
        }
    }

    @Test func anImportedFileIsReadAgainWhenItChanges() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr"], in: "app")
        func write(_ target: String, to path: String) throws {
            try Data(
                """
                <tmx version="1.4"><header srclang="en-US"/><body><tu>
                <tuv xml:lang="en-US"><seg>Hello</seg></tuv><tuv xml:lang="fr-FR"><seg>\(target)</seg></tuv>
                </tu></body></tmx>
                """.utf8
            ).write(to: URL(fileURLWithPath: sandbox.directory + "/" + path))
        }
        func found() throws -> [String] {
            try TranslationMemory(sandbox.open("app")).matches(
                for: "Hello", source: tag("en"), target: tag("fr")
            ).map { "\($0.target) \($0.locale) \($0.origin.file ?? "")" }
        }
        try write("Bonjour", to: "x.tmx")
        let workspace = try sandbox.open("app")
        #expect(try MemoryFiles(workspace).take(sandbox.directory + "/x.tmx", as: "x") == 1)
        #expect(try found() == ["Bonjour fr-FR x"])
        try write("Salut tous", to: "app/.git/dragoman-state/memory/x.tmx")
        #expect(try found() == ["Salut tous fr-FR x"])
        #expect(throws: Refusal.self) {
            try MemoryFiles(workspace).take(sandbox.directory + "/x.tmx", as: "x")
        }
        try write("<broken", to: "app/.git/dragoman-state/memory/x.tmx")
        #expect(try found() == [])
        try write("Bonjour", to: "app/.git/dragoman-state/memory/x.tmx")
        #expect(try found() == ["Bonjour fr-FR x"])
        try MemoryFiles(workspace).remove("x")
        #expect(try found() == [])
        #expect(throws: Refusal.self) { try MemoryFiles(workspace).remove("x") }
        for name in ["", "../x", ".x", "a/b", String(repeating: "x", count: 200)] {
            #expect(throws: Refusal.self) {
                try MemoryFiles(workspace).take(sandbox.directory + "/x.tmx", as: name)
            }
        }
    }

    @Test func aDamagedOrDeletedFileIsMadeAnew() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add a Hello", "set fr a Bonjour"], in: "app")
        func count() throws -> Int {
            try TranslationMemory(sandbox.open("app")).search("hello").count
        }
        #expect(try count() == 1)
        let directory = sandbox.directory + "/app/.git/dragoman"
        let file = try #require(
            FileManager.default.contentsOfDirectory(atPath: directory)
                .first { $0.hasSuffix("-memory") })
        try Data("no database".utf8).write(to: URL(fileURLWithPath: "\(directory)/\(file)"))
        #expect(try count() == 1)
        let memory = try TranslationMemory(sandbox.open("app"))
        #expect(memory.isCurrent)
        try FileManager.default.removeItem(atPath: "\(directory)/\(file)")
        #expect(!memory.isCurrent)
        #expect(try count() == 1)
    }

    @Test func aReadersMemoryCatchesUp() throws {
        let sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add a Hello", "set fr a Bonjour"], in: "app")
        let workspace = try sandbox.open("app")
        try workspace.catchUp()
        let reader = try SnapshotReader(workspace)
        let memory = try TranslationMemory(reader)
        #expect(try memory.search("hello").isEmpty)
        try memory.catchUp(with: reader)
        #expect(try memory.search("hello").map(\.target) == ["Bonjour"])
    }

    private func tag(_ name: String) throws -> LanguageTag { try #require(LanguageTag(name)) }
}
