import Foundation
import Suggestions
import TestKit
import Testing
import Texts

/// Debian's Apertium, if it is installed.
@Suite(
    .enabled(
        if: ["eng-spa", "spa-eng", "eng-cat_valencia"].allSatisfy {
            FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/\($0).mode")
        }, "apertium-eng-spa or apertium-eng-cat is not installed"))
struct ApertiumTests {
    @Test(arguments: [
        ("en", "es", "The blue house", "casa"), ("en-GB", "ca", "The blue house", "casa"),
        ("es", "en-US", "La casa azul", "house"),
    ])
    func aTextIsTranslated(source: String, target: String, text: String, word: String) async throws
    {
        let session = try TranslationSession(ApertiumEngine(), source, target)
        let translation = try await session.translate(text).targetText
        #expect(translation.contains(word), "\(translation)")
    }

    @Test(arguments: [
        "You have %1$d new messages of %2$@", "<b>Save</b> the file {name}?",
        "  Delete &amp; close\nthe window [x] ^a$ / @b \\ ~c~ { <  ",
        "See https://example.org/x, please.",
        "Look\tat\n\nthis\u{0}text\u{A0}now", "漢字 and 😀 ümlaut",
    ])
    func placeholdersSurvive(text: String) async throws {
        let session = try TranslationSession(ApertiumEngine(), "en", "es")
        let translation = try await session.translate(text).targetText
        #expect(
            ProtectedText(translation).placeholders.sorted()
                == ProtectedText(text).placeholders.sorted())
        #expect(translation.prefix { $0.isWhitespace } == text.prefix { $0.isWhitespace })
        #expect(!translation.contains("[]"))
    }

    /// No sequence of characters breaks the stream.
    @Test func oddTextsSurvive() async throws {
        let parts = [
            "[", "]", "{", "}", "^", "$", "/", "\\", "@", "<", ">", "~", "*", "#", "+", "&", "_",
            ".", ";",
            "\u{0}", "\u{7}", "\n", "\u{A0}", "\u{200B}", "\u{FEFF}", "é", "漢", "😀", "\u{301}", " ",
            "house",
            "the", "is", "a", "5", "%d", "{x}", "<b>", "</b>", "'s", "\"", "—", "(", ")", "£",
            "\u{10FFFF}",
        ]
        var random = SplitMix64(seed: 31)
        let texts = (0..<300).map { _ in
            (0..<Int.random(in: 1...12, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined()
        }.filter { !$0.allSatisfy(\.isWhitespace) }
        let session = try TranslationSession(ApertiumEngine(), "en", "es")
        let responses = try await session.translations(from: texts.map { .init(sourceText: $0) })
        #expect(responses.count + session.dropped.count == texts.count)
        #expect(responses.count > texts.count * 9 / 10)
    }

    @Test func unknownWordsHaveNoMark() async throws {
        let session = try TranslationSession(ApertiumEngine(), "en", "es")
        #expect(try await session.translate("xyzzyplugh").targetText == "xyzzyplugh")
        #expect(try await session.translate("Cancel").targetText.hasSuffix(".") == false)
    }

    @Test func aBatchIsAnsweredInOrderByOnePipeline() async throws {
        let engine = ApertiumEngine()
        let session = try TranslationSession(engine, "en", "es")
        let texts = (0..<50).map { "The house \($0) is blue" }
        let responses = try await session.translations(from: texts.map { .init(sourceText: $0) })
        for (index, response) in responses.enumerated() {
            #expect(response.targetText.contains("\(index)"))
        }
        let pipelines = engine.idleProcesses
        #expect(pipelines.count == 1)
        _ = try await session.translate("The cat")
        #expect(engine.idleProcesses == pipelines)
    }

    @Test func aLongTextIsTranslated() async throws {
        let text = String(repeating: "The house is blue and the garden is green. ", count: 2500)
        let session = try TranslationSession(
            ApertiumEngine(silenceLimit: .seconds(400)), "en", "es")
        let translation = try await session.translate(text).targetText
        #expect(translation.split(separator: ".").count >= 2500)
    }

    @Test func pairsAreInstalledOrKnownToApt() async throws {
        let availability = LanguageAvailability(engine: ApertiumEngine())
        func status(_ source: String, _ target: String) async throws -> LanguageAvailability.Status
        {
            await availability.status(
                from: try LanguageSubtags(source), to: try LanguageSubtags(target))
        }
        #expect(try await status("en", "es-MX") == .installed)
        #expect(try await status("en", "ca-valencia") == .installed)
        #expect(try await status("en", "ja") == .unsupported)
        #expect(await availability.supportedLanguages.contains(try LanguageSubtags("es")))
    }

    /// A directory without any pair, and a program that lists packages.
    @Test func aPackageOfAptIsNamed() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("dragoman-apt-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let program = directory.appendingPathComponent("apt-cache").path
        let script = """
            #!/bin/sh
            echo 'apertium-all-dev - Metapackage for all tools required for Apertium development'
            echo 'apertium-en-es - Transitional dummy package for apertium-eng-spa'
            echo 'apertium-eng-spa - Apertium translation data for the English-Spanish pair'
            echo 'apertium-hin - Apertium single language data for Hindi'
            """
        try script.write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let engine = ApertiumEngine(
            dataDirectory: directory.path,
            environment: ["PATH": "\(directory.path):/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        let pairs = try await engine.pairs()
        #expect(pairs?.map { "\($0.languages)" }.sorted() == ["en → es", "es → en"])
        let session = try TranslationSession(engine, "en", "es")
        let error = try await translationError { _ = try await session.translate("Hello") }
        #expect(TranslationError.notInstalled ~= error)
        #expect(error.hint?.contains("apt-get install apertium-eng-spa") == true)
    }

    @Test func withoutApertiumItsPackageIsNamed() async throws {
        let engine = ApertiumEngine(environment: ["PATH": "/nowhere"])
        let session = try TranslationSession(engine, "en", "es")
        let error = try await translationError { _ = try await session.translate("Hello") }
        #expect(TranslationError.engineMissing ~= error)
        #expect(error.hint?.contains("apt-get install apertium") == true)
        #expect(await LanguageAvailability(engine: engine).supportedLanguages.isEmpty)
    }

    @Test func aReleasedEngineLeavesNoPipelineBehind() async throws {
        var group: Int32 = 0
        do {
            let engine = ApertiumEngine()
            _ = try await TranslationSession(engine, "en", "es").translate("Hello")
            group = try #require(engine.idleProcesses.first)
            #expect(ProcessGroup(group).members.count > 5)
        }
        while !ProcessGroup(group).members.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }
}
