/// An error during a translation.
///
/// Match an error by its kind: `catch TranslationError.notInstalled`. Kinds with Apple's names
/// correspond to the errors in
/// <https://developer.apple.com/documentation/translation/translationerror>. The other kinds report
/// problems with engines and their answers.
public struct TranslationError: Error, Sendable, CustomStringConvertible {
    private enum Kind: Sendable {
        case unsupportedSource, unsupportedTarget, unsupportedPairing, unidentified, nothing
        case cancelled, notInstalled, internalFault
        case engineMissing, engineEnded, engineSilent, engineGarbled, refused, broken, wrongLanguage
        case quota, budget, unauthorized, unreachable, embellished
    }

    private let kind: Kind
    /// A one-sentence description of the error.
    public let reason: String
    /// A remedy for the user, or nil if there is none.
    public let hint: String?

    private init(_ kind: Kind, _ reason: String, hint: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.hint = hint
    }

    /// The reason, and the hint if there is one.
    public var description: String { hint.map { "\(reason) Hint: \($0)" } ?? reason }

    /// Returns true if `error` is a translation error of the same kind as `pattern`, regardless of
    /// its reason.
    public static func ~= (pattern: TranslationError, error: any Error) -> Bool {
        (error as? TranslationError)?.kind == pattern.kind
    }

    /// Returns the same kind of error with another reason and hint.
    public func because(_ reason: String, hint: String? = nil) -> TranslationError {
        TranslationError(kind, reason, hint: hint)
    }

    /// The engine does not translate from the source language.
    public static let unsupportedSourceLanguage = TranslationError(
        .unsupportedSource, "The engine does not translate from this language.")
    /// The engine does not translate into the target language.
    public static let unsupportedTargetLanguage = TranslationError(
        .unsupportedTarget, "The engine does not translate into this language.")
    /// The engine supports both languages, but not a translation from one into the other.
    public static let unsupportedLanguagePairing = TranslationError(
        .unsupportedPairing, "The engine does not translate between these languages.")
    /// The source language is not given and cannot be identified from the text.
    public static let unableToIdentifyLanguage = TranslationError(
        .unidentified, "The language of the text cannot be identified.",
        hint: "Give the source language.")
    /// The text is empty or blank.
    public static let nothingToTranslate = TranslationError(
        .nothing, "There is no text to translate.")
    /// The session was invalidated, or its task has ended.
    public static let alreadyCancelled = TranslationError(
        .cancelled, "The translation session has ended.")
    /// The engine cannot translate the pair until its data is installed or downloaded.
    public static let notInstalled = TranslationError(
        .notInstalled, "The language pair is not installed.")
    /// A bug in this library or in the system.
    public static let internalError = TranslationError(
        .internalFault, "The translation failed.")

    /// The engine's program is not installed.
    public static let engineMissing = TranslationError(
        .engineMissing, "The engine's program is not installed.")
    /// The engine's program ended before it answered.
    public static let engineEnded = TranslationError(
        .engineEnded, "The engine exited before it answered.")
    /// The engine did not answer within its time limit.
    public static let engineSilent = TranslationError(
        .engineSilent, "The engine did not answer in time.")
    /// The engine's answer does not follow its protocol.
    public static let engineGarbled = TranslationError(
        .engineGarbled, "The engine's answer is invalid.")
    /// The engine reported an error for a text.
    public static let refused = TranslationError(
        .refused, "The engine refused the text.")
    /// The translation lost, repeated or changed a placeholder or a piece of markup.
    public static let broken = TranslationError(
        .broken, "The translation does not have the same placeholders as its source.")
    /// The translation is not in the target language.
    public static let wrongLanguage = TranslationError(
        .wrongLanguage, "The translation is not in the target language.")
    /// The translation has quotation marks, notes or other additions, or is a translation of the
    /// key.
    public static let embellished = TranslationError(
        .embellished, "The translation has additions that are not in its source text.")
    /// The quota of the service is used up.
    public static let quotaExceeded = TranslationError(
        .quota, "The translation service's quota is used up.")
    /// The caller's budget for the engine is used up; the remaining texts can be sent later.
    public static let budgetSpent = TranslationError(
        .budget, "The budget is used up.")
    /// The service did not accept the key.
    public static let unauthorized = TranslationError(
        .unauthorized, "The translation service did not accept the key.")
    /// The service cannot be reached, or its server failed.
    public static let unreachable = TranslationError(
        .unreachable, "The translation service cannot be reached.")
}
