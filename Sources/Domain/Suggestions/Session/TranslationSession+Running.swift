import Synchronization
import Texts

extension TranslationSession {
    /// Translates a batch.
    ///
    /// Delivers each response as it arrives.
    func run(
        _ requests: [Request],
        deliver: @escaping @Sendable ((index: Int, response: Response)) -> Void
    ) async throws {
        try checkValidity()
        guard !requests.isEmpty else { return }
        let texts = requests.map { ProtectedText($0.sourceText, notations: notations) }
        guard !requests.contains(where: { $0.sourceText.allSatisfy(\.isWhitespace) }) else {
            throw TranslationError.nothingToTranslate
        }
        let offers = try await PairOffers(engine)
        let source = try await source(of: requests, among: offers)
        let (pair, target) = try await pair(from: source, among: offers)

        let counts = Mutex((completed: 0, dropped: 0))
        @Sendable func finish(_ index: Int, _ result: Result<String, TranslationError>) {
            let request = requests[index]
            var isDropped = false
            switch result {
            case .success(let text):
                let response = Response(
                    sourceLanguage: source, targetLanguage: target, sourceText: request.sourceText,
                    targetText: text, clientIdentifier: request.clientIdentifier)
                deliver((index, response))
            case .failure(let error):
                isDropped = true
                note(Dropped(request: request, error: error))
            }
            let (completed, dropped) = counts.withLock { counts in
                counts.completed += 1
                counts.dropped += isDropped ? 1 : 0
                return counts
            }
            callbacks.progress?(
                Progress(completed: completed, dropped: dropped, total: requests.count))
        }

        // A text without words is its own translation.
        for (index, text) in texts.enumerated() where !text.hasWords {
            finish(index, .success(requests[index].sourceText))
        }
        let engineTexts = texts.enumerated().filter { $0.element.hasWords }.map {
            let request = requests[$0.offset]
            return EngineText(
                id: $0.offset, text: $0.element.encoded(as: engine.markup),
                context: request.context?.adding($0.element.placeholders))
        }
        guard !engineTexts.isEmpty else { return }
        let markup = engine.markup
        let open = Mutex(Set(engineTexts.map(\.id)))
        try await engine.translate(engineTexts, of: pair, strategy: preferredStrategy) { answer in
            // An engine's mistake must not lead to an invalid index.
            guard open.withLock({ $0.remove(answer.id) }) != nil else { return }
            let text = texts[answer.id]
            finish(
                answer.id,
                answer.result.flatMap { translation in
                    Result { () throws(TranslationError) in
                        let restored = try text.restored(from: translation, as: markup)
                        guard !SourceIdentification.isOther(restored, than: target) else {
                            throw .wrongLanguage
                        }
                        let request = requests[answer.id]
                        guard
                            !Embellishment.isAdded(
                                to: restored, of: request.sourceText, key: request.context?.key)
                        else { throw .embellished }
                        return restored
                    }
                })
        }
        try Task.checkCancellation()
        let missing = open.withLock { $0.count }
        guard missing == 0 else {
            throw TranslationError.engineGarbled.because(
                "The engine “\(engine.name)” did not answer \(missing) of the texts.")
        }
    }

    /// Returns the engine's pair for a source and the session's target.
    ///
    /// If the pair is not installed, asks to download it.
    func pair(
        from source: LanguageSubtags, among offers: PairOffers
    ) async throws -> (pair: LanguagePair, target: LanguageSubtags) {
        guard
            let target = targetLanguage
                ?? offers.target(from: source, preferred: preferredLanguages)
        else {
            throw TranslationError.unsupportedTargetLanguage.because(
                "The engine does not translate \(source) into any of the preferred languages.")
        }
        let found = try offers.pair(from: source, to: target)
        if !found.isInstalled { try await install(found.languages) }
        return (found.languages, target)
    }

    private func install(_ pair: LanguagePair) async throws {
        if let approve = callbacks.approveDownload, await !approve(pair) {
            throw TranslationError.notInstalled.because(
                "The download of \(pair) was declined.")
        }
        guard callbacks.approveDownload != nil else {
            // The engine's error contains instructions for installing the pair manually.
            return try await engine.download(pair)
        }
        let engine = engine
        // This is not a child task, so that a download continues even if nobody waits for it any
        // more.
        let download = Task { try await engine.download(pair) }
        try await withTaskCancellationHandler {
            let (done, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
            Task { continuation.finish(throwing: await download.result.failure) }
            for try await _ in done {}
            try Task.checkCancellation()
        } onCancel: {
        }
    }

    private func source(
        of requests: [Request], among offers: PairOffers
    ) async throws -> LanguageSubtags {
        if let sourceLanguage { return sourceLanguage }
        let texts = requests.map(\.sourceText)
        // Asking the user cannot help if the texts are in two languages.
        try SourceIdentification.checkUnity(of: texts, among: offers.sources)
        do {
            return try SourceIdentification.language(of: texts, among: offers.sources)
        } catch TranslationError.unableToIdentifyLanguage {
            guard let choose = callbacks.chooseSource else {
                throw TranslationError.unableToIdentifyLanguage
            }
            let candidates = SourceIdentification.candidates(
                for: texts, among: offers.sources)
            guard let chosen = await choose(candidates.map(\.language)) else {
                throw TranslationError.unableToIdentifyLanguage
            }
            return chosen
        }
    }
}

extension TranslationContext {
    /// Returns the context with the originals of a text's placeholders.
    ///
    /// If the text comes from another session, it contains elements for that session's
    /// placeholders. Their originals are kept.
    fileprivate func adding(_ found: [String]) -> TranslationContext {
        var context = self
        context.placeholders = found.map { element in
            placeholders.indices.first { Elements.element($0 + 1) == element }
                .map { placeholders[$0] } ?? element
        }
        return context
    }
}

extension Result {
    /// The error, if the result is a failure.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
