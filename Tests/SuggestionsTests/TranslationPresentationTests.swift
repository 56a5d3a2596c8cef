import Suggestions
import Testing
import Texts

@Suite @MainActor struct TranslationPresentationTests {
    private let text = "Guten Morgen, wie geht es Ihnen heute? Das Wetter ist schön."

    private func presentation(
        _ engine: any TranslationEngine, _ preferred: [String]
    ) throws -> TranslationPresentation {
        TranslationPresentation(
            of: text, engine: engine,
            preferredLanguages: try preferred.map { try LanguageSubtags($0) })
    }

    private func translation(_ presentation: TranslationPresentation) -> String? {
        if case .translated(let response) = presentation.state { response.targetText } else { nil }
    }

    @Test func aReaderChangesTheTarget() async throws {
        let engine = try MemoryEngine(["de-en", "de-fr", "en-es"]) { _, pair in "\(pair)" }
        let presentation = try presentation(engine, ["en"])
        await presentation.translate()
        #expect(translation(presentation) == "de → en")
        #expect(presentation.targets.map(\.description) == ["en", "fr"])
        let former = presentation.configuration
        presentation.target = try LanguageSubtags("fr")
        #expect(presentation.configuration != former)
        #expect(translation(presentation) == nil)
        await presentation.translate()
        #expect(translation(presentation) == "de → fr")
        #expect(presentation.target?.description == "fr")
    }

    @Test func aFailureIsShownAndCanBeRetried() async throws {
        let presentation = try presentation(try MemoryEngine(["de-en"]), ["es"])
        await presentation.translate()
        guard case .failed(let error) = presentation.state else {
            Issue.record("There is no error.")
            return
        }
        #expect(TranslationError.unsupportedTargetLanguage ~= error)
        let former = presentation.configuration
        presentation.retry()
        #expect(presentation.configuration != former)
    }

    @Test func anAnswerForAFormerTargetIsDropped() async throws {
        let gate = Gate()
        let started = Gate()
        let engine = try MemoryEngine(["de-en", "de-fr"]) { _, pair in
            started.open()
            if pair.target.language == "en" { try await gate.wait() }
            return "\(pair)"
        }
        let presentation = try presentation(engine, ["en"])
        let slow = Task { await presentation.translate() }
        try await started.wait()
        presentation.target = try LanguageSubtags("fr")
        await presentation.translate()
        gate.open()
        await slow.value
        #expect(translation(presentation) == "de → fr")
    }
}
