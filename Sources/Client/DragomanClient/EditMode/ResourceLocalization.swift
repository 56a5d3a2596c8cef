/// Provides the texts from ``Resources`` to a ``LocalizationWrapper``.
///
/// Sections are namespaces. Proposals are made for the resources' current language. After
/// ``Resources/choose(_:)``, call ``LocalizationWrapper/updateTranslations()-(_)`` so that
/// components show the new language.
@MainActor public final class ResourceLocalization: LocalizationSource {
    private let resources: Resources

    /// Creates a source with the texts from the given resources.
    public init(_ resources: Resources) { self.resources = resources }

    /// Returns the text for a key in the resources' current language, or in one of its fallback
    /// languages.
    public func text(for identifier: TextIdentifier) -> String? {
        text(for: identifier, with: TextValues())
    }

    /// Returns the form selected by the values, with its placeholders and references filled.
    public func text(for identifier: TextIdentifier, with values: TextValues) -> String? {
        resources.texts.text(for: identifier, language: resources.state.language, with: values)
    }

    /// Returns the form selected by the values, with its placeholders and references unfilled.
    public func template(for identifier: TextIdentifier, with values: TextValues) -> String? {
        resources.texts.template(
            for: identifier, language: resources.state.language, with: values)
    }

    /// Fills the placeholders and references in a text, using the options of the resources.
    public func completed(_ text: String, with values: TextValues) -> String {
        resources.texts.completed(text, language: resources.state.language, with: values)
    }

    /// Returns the resources' current language, marked as the best fit.
    public func localizationModels() async -> [LocalizationModel] {
        [LocalizationModel(locale: resources.state.language, isBestFit: true)]
    }

    /// Asks the server for newer texts.
    public func update(_ models: [LocalizationModel], bestFitLanguage: String?) async {
        await resources.refresh()
    }
}
