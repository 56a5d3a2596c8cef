/// Provides the texts of ``Resources`` to a ``LocalizationWrapper``.
///
/// Sections are namespaces. Proposals are made for the language of the resources. After
/// ``Resources/choose(_:)``, call ``LocalizationWrapper/updateTranslations()-(_)`` so that
/// components show the new language.
/// components show the new language.
@MainActor public final class ResourceLocalization: LocalizationSource {
    private let resources: Resources

    /// Provides the texts of the given resources.
    public init(_ resources: Resources) { self.resources = resources }

    /// Returns the text for a key in the language of the resources, or in one of its fallback
    /// languages.
    public func text(for identifier: TextIdentifier) -> String? {
        text(for: identifier, with: TextValues())
    }

    /// Returns the form selected by the values in that language, with placeholders and references
    /// filled.
    public func text(for identifier: TextIdentifier, with values: TextValues) -> String? {
        resources.texts.text(for: identifier, language: resources.state.language, with: values)
    }

    /// Returns the same form, with its placeholders and references unfilled.
    public func template(for identifier: TextIdentifier, with values: TextValues) -> String? {
        resources.texts.template(
            for: identifier, language: resources.state.language, with: values)
    }

    /// Fills the placeholders and references of a text, using the options of the resources.
    public func completed(_ text: String, with values: TextValues) -> String {
        resources.texts.completed(text, language: resources.state.language, with: values)
    }

    /// Returns the language of the resources, marked as the best fit.
    public func localizationModels() async -> [LocalizationModel] {
        [LocalizationModel(locale: resources.state.language, isBestFit: true)]
    }

    /// Asks the server for newer texts.
    public func update(_ models: [LocalizationModel], bestFitLanguage: String?) async {
        await resources.refresh()
    }
}
