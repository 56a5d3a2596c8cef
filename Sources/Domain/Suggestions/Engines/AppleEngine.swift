// This package also contains a module named Translation. The module Suggestions does not depend on
// that module, which is not built on Apple systems.
#if canImport(Translation) && canImport(Darwin)
import Foundation
import Texts
import Translation

/// Translates on the device with Apple's
/// [Translation](https://developer.apple.com/documentation/translation) framework.
///
/// The engine translates only installed languages. Users download languages in the system settings.
@available(iOS 26, macOS 26, macCatalyst 26, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct AppleEngine: TranslationEngine {
    /// The name `apple`.
    public let name = "apple"
    /// Numbered elements.
    public let markup = ProtectionMarkup.elements

    /// Creates an engine.
    ///
    /// Does no work before the first call.
    public init() {}

    /// Returns the pairs that the system supports.
    public func pairs() async throws -> [EnginePair]? {
        let availability = Translation.LanguageAvailability()
        let languages = await availability.supportedLanguages
        var pairs: [EnginePair] = []
        for source in languages {
            for target in languages where source != target {
                let status = await availability.status(from: source, to: target)
                guard status != .unsupported, let from = Self.tag(source), let to = Self.tag(target)
                else { continue }
                pairs.append(
                    EnginePair(
                        LanguagePair(source: from, target: to), isInstalled: status == .installed))
            }
        }
        return pairs
    }

    /// Translates the texts with a system session, without their contexts.
    public func translate(
        _ texts: [EngineText], of pair: LanguagePair, strategy: TranslationSession.Strategy,
        answer: @Sendable (EngineAnswer) -> Void
    ) async throws {
        let session = Self.session(of: pair, strategy)
        let requests = texts.map {
            Translation.TranslationSession.Request(
                sourceText: $0.text, clientIdentifier: "\($0.id)")
        }
        do {
            for try await response in session.translate(batch: requests) {
                guard let id = response.clientIdentifier.flatMap({ Int($0) }) else { continue }
                answer(EngineAnswer(id: id, .success(response.targetText)))
            }
        } catch let error as Translation.TranslationError {
            throw Self.error(error)
        }
    }

    /// Throws ``TranslationError/notInstalled``, because a session without a view cannot ask to
    /// download languages.
    public func download(_ pair: LanguagePair) async throws {
        throw TranslationError.notInstalled.because(
            "The languages for \(pair) are not installed.",
            hint:
                "Download them in the system settings: Language & Region, Translation Languages.")
    }

    private static func session(
        of pair: LanguagePair, _ strategy: TranslationSession.Strategy
    ) -> Translation.TranslationSession {
        let (source, target) = (language(pair.source), language(pair.target))
        guard #available(iOS 26.4, macOS 26.4, macCatalyst 26.4, *) else {
            return Translation.TranslationSession(installedSource: source, target: target)
        }
        return Translation.TranslationSession(
            installedSource: source, target: target,
            preferredStrategy: strategy == .lowLatency ? .lowLatency : .highFidelity)
    }

    private static func language(_ tag: LanguageSubtags) -> Locale.Language {
        Locale.Language(identifier: tag.description)
    }

    private static func tag(_ language: Locale.Language) -> LanguageSubtags? {
        try? LanguageSubtags(language.minimalIdentifier)
    }

    private static func error(_ error: Translation.TranslationError) -> TranslationError {
        let kind: TranslationError =
            switch error {
            case Translation.TranslationError.unsupportedSourceLanguage: .unsupportedSourceLanguage
            case Translation.TranslationError.unsupportedTargetLanguage: .unsupportedTargetLanguage
            case Translation.TranslationError.unsupportedLanguagePairing:
                .unsupportedLanguagePairing
            case Translation.TranslationError.unableToIdentifyLanguage: .unableToIdentifyLanguage
            case Translation.TranslationError.nothingToTranslate: .nothingToTranslate
            case Translation.TranslationError.alreadyCancelled: .alreadyCancelled
            case Translation.TranslationError.notInstalled: .notInstalled
            default: .internalError
            }
        return kind.because(error.localizedDescription)
    }
}
#endif
