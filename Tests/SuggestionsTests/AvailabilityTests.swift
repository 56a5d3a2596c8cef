import Suggestions
import Synchronization
import Testing
import Texts

@Suite struct AvailabilityTests {
    private func status(
        _ engine: MemoryEngine, _ source: String, _ target: String?, preferred: [String] = []
    ) async throws -> LanguageAvailability.Status {
        let availability = LanguageAvailability(
            engine: engine, preferredLanguages: try preferred.map { try LanguageSubtags($0) })
        return await availability.status(
            from: try LanguageSubtags(source), to: try target.map { try LanguageSubtags($0) })
    }

    @Test(
        arguments: [
            ("en", "es", .installed), ("en-AU", "es-419", .installed), ("en", "it", .supported),
            ("it", "en", .unsupported), ("en", "en-GB", .unsupported),
            ("en-US", "en-GB", .unsupported),
            ("en", "zh", .installed), ("en", "zh-TW", .unsupported),
            ("en", "zh-Hans-SG", .installed),
            ("en", "no", .installed), ("en", "sr", .unsupported), ("en", "sr-Latn-RS", .installed),
            ("en", "es-x-mine", .installed),
        ] as [(String, String, LanguageAvailability.Status)])
    func languagesAreMatchedByLikelySubtags(
        source: String, target: String, expected: LanguageAvailability.Status
    ) async throws {
        let engine = try MemoryEngine(
            ["en-es", "en-zh", "en-nb", "en>sr-Latn"], notInstalled: ["en-it"])
        #expect(try await status(engine, source, target) == expected)
    }

    @Test(arguments: [
        ("pt", "pt-BR"), ("pt-PT", "pt-PT"), ("pt-AO", "pt-BR"), ("ca-valencia", "ca-valencia"),
        ("ca", "ca"), ("ca-AD", "ca"),
    ])
    func theNearestOfferIsTaken(target: String, served: String) async throws {
        let engine = try MemoryEngine(["en>pt-PT", "en>pt-BR", "en>ca", "en>ca-valencia"]) {
            _, pair in
            pair.target.description
        }
        let session = try TranslationSession(engine, "en", target)
        #expect(try await session.translate("Hello").targetText == served)
    }

    @Test func aPairHasItsPackage() async throws {
        let engine = try MemoryEngine(["en-es"], notInstalled: ["en-it"])
        let availability = LanguageAvailability(engine: engine)
        let pair = await availability.pair(
            from: try LanguageSubtags("en"), to: try LanguageSubtags("it-CH"))
        #expect(pair?.package == "memory-en-it" && pair?.isInstalled == false)
        let none = await availability.pair(
            from: try LanguageSubtags("it"), to: try LanguageSubtags("en"))
        #expect(none == nil)
    }

    @Test func languagesAreListedOnce() async throws {
        let availability = LanguageAvailability(
            engine: try MemoryEngine(["en-es", "es-en"], notInstalled: ["en-it"]))
        #expect(await availability.supportedLanguages.map(\.description) == ["en", "es", "it"])
    }

    @Test func aTextIsIdentifiedFirst() async throws {
        let availability = LanguageAvailability(engine: try MemoryEngine())
        let text = "Guten Morgen, wie geht es Ihnen heute? Das Wetter ist schön."
        #expect(
            try await availability.status(for: text, to: try LanguageSubtags("en")) == .installed)
        let error = try await translationError {
            _ = try await availability.status(for: "OK", to: try LanguageSubtags("en"))
        }
        #expect(TranslationError.unableToIdentifyLanguage ~= error)
    }

    @Test func withoutATargetAPreferredOneCounts() async throws {
        let engine = try MemoryEngine()
        #expect(try await status(engine, "en", nil, preferred: ["en", "fr-JP"]) == .installed)
        #expect(try await status(engine, "en", nil) == .unsupported)
    }

    /// An engine whose pair is available after a download.
    final class Downloading: TranslationEngine {
        let name = "downloading"
        let markup = ProtectionMarkup.elements
        let isThere = Mutex(false)
        let started = Gate()
        let gate = Gate()

        func pairs() async throws -> [EnginePair]? {
            [
                EnginePair(
                    LanguagePair(
                        source: try LanguageSubtags("en"), target: try LanguageSubtags("es")),
                    isInstalled: isThere.withLock { $0 })
            ]
        }

        func translate(
            _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
            answer: @Sendable (EngineAnswer) -> Void
        ) async throws {
            for text in texts { answer(EngineAnswer(id: text.id, .success(text.text))) }
        }

        func download(_ pair: LanguagePair) async throws {
            started.open()
            try await gate.wait()
            isThere.withLock { $0 = true }
        }
    }

    @Test func aDownloadIsApprovedFirst() async throws {
        let engine = Downloading()
        engine.gate.open()
        let declining = try TranslationSession(
            engine, "en", "es", callbacks: .init(approveDownload: { _ in false }))
        let error = try await translationError { try await declining.prepareTranslation() }
        #expect(TranslationError.notInstalled ~= error)
        #expect(!engine.isThere.withLock { $0 })
        let approving = try TranslationSession(
            engine, "en", "es", callbacks: .init(approveDownload: { _ in true }))
        try await approving.prepareTranslation()
        #expect(try await approving.translate("Hello").targetText == "Hello")
    }

    @Test func aDownloadGoesOnWithoutItsCaller() async throws {
        let engine = Downloading()
        let session = try TranslationSession(
            engine, "en", "es", callbacks: .init(approveDownload: { _ in true }))
        let task = Task { try await session.prepareTranslation() }
        try await engine.started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        engine.gate.open()
        while !engine.isThere.withLock({ $0 }) { await Task.yield() }
    }
}
