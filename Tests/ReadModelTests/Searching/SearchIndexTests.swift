import EventStore
import FoundationEssentials
import Languages
import ReadModel
import TestKit
import TestWorld
import Testing
import Texts
import Translation

/// The search index finds what a comparison of all texts finds.
@Suite struct SearchIndexTests {
    private let directory: DatabaseDirectory
    private let project: Project

    init() throws {
        directory = try DatabaseDirectory()
        project = Project(id: "P", source: try #require(LanguageTag("en")))
    }

    private func open(_ name: String = "m") throws -> (Projection, SearchIndex) {
        let model = try Projection.open(at: directory.path + "/\(name).sqlite", project: project)
        return (model, try #require(try SearchIndex(beside: model)))
    }

    private func catchUp(_ index: SearchIndex, _ model: Projection) throws {
        let isCurrent = try index.catchUp(smallest: 0, progress: { _, _ in }) { body in
            try model.read(body)
        }
        #expect(isCurrent)
    }

    @Test(arguments: 0..<20)
    func anySequenceOfChangesIsFound(seed: Int) throws {
        var log = RandomLog(seed: UInt64(seed))
        let store = InMemoryEventStore()
        let (model, index) = try open("m\(seed)")
        for step in 0..<10 {
            if step > 2, log.random.oneIn(4) {
                let paths = try ProjectionConformanceTests.files(of: store).map(\.path)
                store.remove(paths: Set(paths.filter { _ in log.random.oneIn(5) }))
            } else {
                let files = (0..<3).map { number in
                    let file = log.file()
                    return NewFile(
                        folder: file.folder, name: "\(step)-\(number)", content: file.content)
                }
                let author = Author(name: "A", email: "a@example.org", seconds: 0)
                _ = try store.append(
                    Addition(files: files, message: "m", author: author),
                    expecting: try #require(store.head()))
            }
            try model.catchUp(with: store, to: #require(store.head()))
            // Without an update, the index lacks the newest changes.
            if log.random.oneIn(2) { try catchUp(index, model) }
            try model.read { try expectSameHits($0, index, &log.random) }
        }
        try catchUp(index, model)
        try model.read { try expectSameHits($0, index, &log.random) }
    }

    private func expectSameHits(
        _ model: ReadModel, _ index: SearchIndex, _ random: inout SplitMix64
    ) throws {
        let locales = try [project.source] + model.localeTags().filter { $0 != project.source }
        var phrases = ["a", "er", "xyz", "東", ":"]
        for locale in locales {
            for entry in try model.entries(locale: locale, chain: []).prefix(3) {
                let text = Array(entry.text?.value.texts.first?.text ?? entry.string.key)
                let start = Int.random(in: 0...text.count, using: &random)
                phrases.append(String(text[start...].prefix(Int.random(in: 1...6, using: &random))))
            }
        }
        for phrase in phrases.map(SearchPhrase.init) where !phrase.bytes.isEmpty {
            let found = try index.candidates(
                for: phrase, in: locales, limit: 10_000, model: model)
            for locale in locales {
                let all = try model.searchHits(
                    phrase, in: locale, section: nil, candidates: nil, limit: 10_000)
                let some = try model.searchHits(
                    phrase, in: locale, section: nil, candidates: found?[locale], limit: 10_000)
                #expect(
                    some.hits.map(\.string) == all.hits.map(\.string),
                    "\(String(decoding: phrase.bytes, as: UTF8.self)) in \(locale)")
                #expect(!some.hasMore)
            }
        }
    }

    private func hits(
        _ text: String, in tag: String, _ model: ReadModel, _ index: SearchIndex?,
        limit: Int = 100, section: String? = nil
    ) throws -> SearchHits {
        let phrase = SearchPhrase(text)
        let locale = SampleLog.tag(tag)
        let found = try index?.candidates(for: phrase, in: [locale], limit: limit, model: model)
        if index != nil { #expect(found?[locale] != nil) }
        return try model.searchHits(
            phrase, in: locale, section: section, candidates: found?[locale], limit: limit)
    }

    @Test func shortWordsAndRemarksAreFound() throws {
        var log = SampleLog()
        let source = log.define("city", "Tokyo \"one\"", comment: "A city")
        log.define("other", "Other")
        for locale in ["fr", "ja", "ar"] {
            log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.tag(locale))
        }
        log.add(.translationSet(Value("今日は東京")), SampleLog.tag("ja"), "city", source: source)
        log.add(.translationSet(Value("طوكيو")), SampleLog.tag("ar"), "city", source: source)
        let proposal = log.add(
            .proposalMade(
                ProposedText(value: Value("Proposé"), guid: HashedGuid("g"), note: "Remarque")),
            SampleLog.fr, "other")
        log.add(.commentAdded(proposal: proposal, text: "Pourquoi pas"), SampleLog.fr, "other")
        let store = InMemoryEventStore()
        let position = try store.append(log.files)
        let (model, index) = try open()
        try model.catchUp(with: store, to: position)
        try catchUp(index, model)
        try model.read { model in
            for index in [index, nil] {
                for (text, locale, key) in [
                    ("京", "ja", "city"), ("東京", "ja", "city"), ("は東京", "ja", "city"),
                    ("و", "ar", "city"), ("كيو", "ar", "city"), ("TOKYO \"O", "en", "city"),
                    ("default:ci", "en", "city"), ("a city", "en", "city"), ("é", "fr", "other"),
                    ("remarque", "fr", "other"), ("quoi pas", "fr", "other"),
                ] {
                    let found = try hits(text, in: locale, model, index)
                    #expect(found.hits.map(\.string.key) == [key], "\(text)")
                }
                #expect(try hits("京都", in: "ja", model, index).hits.isEmpty)
                #expect(try hits("t", in: "en", model, index, limit: 1).hasMore)
                #expect(try hits("o", in: "en", model, index, section: "none").hits.isEmpty)
            }
        }
    }

    @Test func anIndexOfOtherTablesIsNotUsed() throws {
        var log = SampleLog()
        log.define("a", "Text")
        let store = InMemoryEventStore()
        let position = try store.append(log.files)
        let (model, index) = try open()
        try model.catchUp(with: store, to: position)
        func candidates() throws -> Int? {
            var count: Int?
            try model.read { model in
                count = try index.candidates(
                    for: SearchPhrase("text"), in: [SampleLog.en], limit: 10, model: model)?[
                        SampleLog.en]?.strings.count
            }
            return count
        }
        #expect(try candidates() == nil)
        try catchUp(index, model)
        #expect(try candidates() == 1)
        try model.rebuild(from: store, at: position)
        #expect(try candidates() == nil)
        try catchUp(index, model)
        #expect(try candidates() == 1)
        // A small project needs no index.
        try model.rebuild(from: store, at: position)
        try index.catchUp(progress: { _, _ in }) { body in try model.read(body) }
        #expect(try candidates() == nil)
    }

    /// After a power loss, the read model may lack transactions that the index contains.
    @Test func anIndexThatIsAheadOfTheReadModelIsNotUsed() throws {
        var log = SampleLog()
        log.define("a", "One")
        let store = InMemoryEventStore()
        let first = try store.append(log.files)
        let old = log.files.count
        log.define("b", "Two")
        let second = try store.append(log.files.dropFirst(old))
        let url = URL(fileURLWithPath: directory.path + "/m.sqlite")
        do {
            let (model, index) = try open()
            try model.catchUp(with: store, to: first)
            try catchUp(index, model)
        }
        let saved = try Data(contentsOf: url)
        do {
            let (model, index) = try open()
            try model.catchUp(with: store, to: second)
            try catchUp(index, model)
        }
        try saved.write(to: url)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
        let (model, index) = try open()
        try model.catchUp(with: store, to: second)
        func candidates() throws -> [Int] {
            var counts: [Int] = []
            try model.read { model in
                let found = try index.candidates(
                    for: SearchPhrase("two"), in: [SampleLog.en], limit: 10, model: model)
                counts = found.map { [$0[SampleLog.en]?.strings.count ?? 0] } ?? []
            }
            return counts
        }
        #expect(try candidates() == [])
        try catchUp(index, model)
        #expect(try candidates() == [1])
    }

    /// FTS5 reports these kinds of damage with different codes.
    @Test(arguments: [
        "DELETE FROM gram_config", "DROP TABLE gram_config", "DROP TABLE gram_idx",
        "DELETE FROM gram_data WHERE id = 10",
    ])
    func aDamagedIndexIsCreatedAgain(damage: String) throws {
        var log = SampleLog()
        log.define("a", "Text")
        let store = InMemoryEventStore()
        let position = try store.append(log.files)
        do {
            let (model, index) = try open()
            try model.catchUp(with: store, to: position)
            try catchUp(index, model)
        }
        let damaged = try Sandbox().execute(
            "/usr/bin/env", ["sqlite3", directory.path + "/m.sqlite-search", damage])
        try #require(damaged.status == 0, "\(damaged)")
        let (model, index) = try open()
        try model.read { model in
            let found = try index.candidates(
                for: SearchPhrase("text"), in: [SampleLog.en], limit: 10, model: model)
            #expect(found == nil)
            #expect(!index.isInPlace)
        }
        let (_, new) = try open()
        try model.read { model in
            let isUsable = try new.isUsable(in: model)
            #expect(!isUsable)
        }
        try catchUp(new, model)
        try model.read { model in
            let isUsable = try new.isUsable(in: model)
            #expect(isUsable)
            let found = try hits("text", in: "en", model, new)
            #expect(found.hits.count == 1)
        }
    }
}
