import Suggestions
import Synchronization
import Testing
import Texts

@Suite struct SessionTests {
    typealias Request = TranslationSession.Request

    private let german = "Guten Morgen, wie geht es Ihnen heute? Das Wetter ist schön."
    private let spanish =
        "Buenos días, hoy hace muy buen tiempo y queremos ir a la playa con nuestros hijos."

    @Test func aTextIsTranslated() async throws {
        let session = try TranslationSession(MemoryEngine(), "en-GB", "es-MX")
        let response = try await session.translate(" Hello {name} ")
        #expect(response.targetText == " [en] Hello {name} ")
        #expect(response.sourceLanguage.description == "en-GB")
        #expect(response.targetLanguage.description == "es-MX")
        #expect(response.sourceText == " Hello {name} " && response.clientIdentifier == nil)
    }

    @Test func theFirstResponseComesBeforeTheLastTextIsSent() async throws {
        let gate = Gate()
        let engine = try MemoryEngine { text, _ in
            if text.id == 1 { try await gate.wait() }
            return text.text
        }
        let session = try TranslationSession(engine, "en", "es")
        let requests = ["one", "two", "three"].map {
            Request(sourceText: $0, clientIdentifier: "id-\($0)")
        }
        var responses = session.translate(batch: requests).makeAsyncIterator()
        #expect(try await responses.next()?.clientIdentifier == "id-one")
        #expect(!engine.texts.contains("three"))
        gate.open()
        #expect(try await responses.next()?.targetText == "two")
        #expect(try await responses.next()?.targetText == "three")
        #expect(try await responses.next() == nil)
    }

    @Test func errorsComeWhileIterating() async throws {
        let engine = try MemoryEngine { text, _ in
            if text.id == 1 { throw TranslationError.engineEnded }
            return text.text
        }
        let session = try TranslationSession(engine, "en", "es")
        var responses = session.translate(batch: [.init(sourceText: "a"), .init(sourceText: "b")])
            .makeAsyncIterator()
        #expect(try await responses.next()?.targetText == "a")
        await #expect {
            _ = try await responses.next()
        } throws: {
            TranslationError.engineEnded ~= $0
        }
    }

    @Test func aListIsInTheOrderOfTheRequests() async throws {
        /// Returns the responses in reverse order, and omits one text.
        struct Reversing: TranslationEngine {
            let name = "reversing"
            let markup = ProtectionMarkup.elements
            func pairs() async throws -> [EnginePair]? { nil }
            func translate(
                _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
                answer: @Sendable (EngineAnswer) -> Void
            ) async throws {
                for text in texts.reversed() {
                    answer(
                        .init(
                            id: text.id, text.id == 1 ? .failure(.refused) : .success("\(text.id)"))
                    )
                }
            }
        }
        let progress = Mutex<[TranslationSession.Progress]>([])
        let session = try TranslationSession(
            Reversing(), "en", "es",
            callbacks: .init(progress: { item in progress.withLock { $0.append(item) } }))
        let responses = try await session.translations(
            from: ["a", "b", "c", "d"].map { Request(sourceText: $0) })
        #expect(responses.map(\.targetText) == ["0", "2", "3"])
        #expect(session.dropped.map(\.request.sourceText) == ["b"])
        #expect(progress.withLock { $0.map(\.completed) } == [1, 2, 3, 4])
        #expect(progress.withLock { $0.last?.dropped } == 1)
        #expect(try await session.translations(from: []).isEmpty)
    }

    @Test func aBrokenTranslationIsDroppedAndCounted() async throws {
        let engine = try MemoryEngine { text, _ in text.text.replacing("<x id=\"1\"/>", with: "") }
        let session = try TranslationSession(engine, "en", "es")
        let responses = try await session.translations(from: [
            .init(sourceText: "Hello %@"), .init(sourceText: "Bye"),
        ])
        #expect(responses.map(\.targetText) == ["Bye"])
        #expect(session.brokenCount == 1)
        let error = try await translationError { _ = try await session.translate("Hi %@") }
        #expect(TranslationError.broken ~= error)
    }

    @Test func aTranslationInAnotherLanguageIsDropped() async throws {
        let german = """
            Der Hund schläft im Garten und träumt von einem großen Knochen, den er gestern vergraben hat. Die Katze sitzt auf dem Dach und
            schaut den Vögeln zu, die über das Feld fliegen, während die Sonne langsam hinter den Bergen verschwindet und es Abend wird.
            """
        let session = try TranslationSession(MemoryEngine { _, _ in german }, "en", "es")
        let error = try await translationError { _ = try await session.translate("The dog sleeps") }
        #expect(TranslationError.wrongLanguage ~= error)
        #expect(session.dropped.count == 1 && session.brokenCount == 0)
        let right = try TranslationSession(MemoryEngine(["en-de"]) { _, _ in german }, "en", "de")
        let english =
            "The dog sleeps in the garden and dreams of a large bone.\nThe cat sits on the roof."
        #expect(try await right.translate(english).targetText == german)
    }

    @Test func aPlaceholderAloneIsItsOwnTranslation() async throws {
        let engine = try MemoryEngine()
        let session = try TranslationSession(engine, "en", "es")
        #expect(try await session.translate(" {name}: 5 ").targetText == " {name}: 5 ")
        #expect(engine.texts.isEmpty)
    }

    @Test(arguments: ["", "  \n"])
    func anEmptyTextIsAnError(text: String) async throws {
        let session = try TranslationSession(MemoryEngine(), "en", "es")
        let error = try await translationError { _ = try await session.translate(text) }
        #expect(TranslationError.nothingToTranslate ~= error)
    }

    @Test(arguments: [
        ("tlh", "es", TranslationError.unsupportedSourceLanguage),
        ("en", "tlh", .unsupportedTargetLanguage), ("de", "fr", .unsupportedLanguagePairing),
        ("en-US", "en-GB", .unsupportedLanguagePairing),
    ])
    func anUnsupportedPairFailsAtEachCall(
        source: String, target: String, expected: TranslationError
    ) async throws {
        let session = try TranslationSession(MemoryEngine(), source, target)
        for _ in 0..<2 {
            let error = try await translationError { _ = try await session.translate("Hello") }
            #expect(expected ~= error, "\(error)")
        }
        let error = try await translationError { try await session.prepareTranslation() }
        #expect(expected ~= error)
    }

    @Test func eachBatchIsIdentifiedAnew() async throws {
        let session = try TranslationSession(MemoryEngine(), nil, "en")
        #expect(try await session.translate(german).sourceLanguage.description == "de")
        #expect(try await session.translate(spanish).sourceLanguage.description == "es")
    }

    @Test func aBatchOfMixedLanguagesIsAnError() async throws {
        let session = try TranslationSession(MemoryEngine(), nil, "en")
        let error = try await translationError {
            _ = try await session.translations(from: [
                .init(sourceText: german), .init(sourceText: spanish),
            ])
        }
        #expect(TranslationError.unableToIdentifyLanguage ~= error)
        #expect(error.reason.contains("in de and in es"))
    }

    @Test func anUnclearSourceIsAskedFor() async throws {
        let unsure = try TranslationSession(MemoryEngine(), nil, "en")
        let error = try await translationError { _ = try await unsure.translate("OK") }
        #expect(TranslationError.unableToIdentifyLanguage ~= error)
        let prepared = try await translationError { try await unsure.prepareTranslation() }
        #expect(TranslationError.unableToIdentifyLanguage ~= prepared)
        let german = try LanguageSubtags("de")
        let asking = try TranslationSession(
            MemoryEngine(), nil, "en", callbacks: .init(chooseSource: { _ in german }))
        #expect(try await asking.translate("OK").targetText == "[de] OK")
        let declining = try TranslationSession(
            MemoryEngine(), nil, "en", callbacks: .init(chooseSource: { _ in nil }))
        let declined = try await translationError { _ = try await declining.translate("OK") }
        #expect(TranslationError.unableToIdentifyLanguage ~= declined)
    }

    @Test func aClearLanguageThatTheEngineLacksIsUnsupported() async throws {
        let session = try TranslationSession(MemoryEngine(["en-es"]), nil, "es")
        let error = try await translationError { _ = try await session.translate(german) }
        #expect(TranslationError.unsupportedSourceLanguage ~= error)
    }

    @Test func aTargetIsChosenFromThePreferredLanguages() async throws {
        let session = try TranslationSession(
            MemoryEngine(), "en", nil, preferred: ["tlh", "en-US", "fr-JP", "es"])
        #expect(try await session.translate("Hello").targetLanguage.description == "fr-JP")
        let none = try TranslationSession(MemoryEngine(), "en", nil, preferred: ["tlh"])
        let error = try await translationError { _ = try await none.translate("Hello") }
        #expect(TranslationError.unsupportedTargetLanguage ~= error)
    }

    @Test func aLongTextIsTranslated() async throws {
        let text = String(repeating: "The house is blue. ", count: 5500)
        let session = try TranslationSession(
            MemoryEngine(["es-en"], markup: .xml) { text, _ in text.text }, "es", "en")
        #expect(try await session.translate(text).targetText == text)
    }

    @Test func anInvalidatedSessionThrows() async throws {
        let gate = Gate()
        let started = Gate()
        let engine = try MemoryEngine { text, _ in
            started.open()
            try await gate.wait()
            return text.text
        }
        let session = try TranslationSession(engine, "en", "es")
        async let running = translationError { _ = try await session.translate("Hello") }
        try await started.wait()
        session.invalidate()
        let error = try await running
        #expect(TranslationError.alreadyCancelled ~= error)
        let later = try await translationError { _ = try await session.translate("Hello") }
        #expect(TranslationError.alreadyCancelled ~= later)
        let prepared = try await translationError { try await session.prepareTranslation() }
        #expect(TranslationError.alreadyCancelled ~= prepared)
    }

    @Test func aCancelledTaskGetsACancellationError() async throws {
        let gate = Gate()
        let started = Gate()
        let session = try TranslationSession(
            MemoryEngine { text, _ in
                started.open()
                try await gate.wait()
                return text.text
            }, "en", "es")
        let task = Task { try await session.translate("Hello") }
        try await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
