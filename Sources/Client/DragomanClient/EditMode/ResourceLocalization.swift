/// The texts of ``Resources`` for a ``LocalizationWrapper``: a section is a namespace.
///
/// Proposals are for the language of the resources. After ``Resources/choose(_:)``, call
/// ``LocalizationWrapper/updateTranslations()-(_)`` so that components show the new language.
@MainActor public final class ResourceLocalization: LocalizationSource {
    private let resources: Resources

    /// Takes the texts of resources.
    public init(_ resources: Resources) { self.resources = resources }

    /// The text of a key in the language of the resources, or in one that stands in for it.
    public func text(for identifier: TextIdentifier) -> String? {
        text(for: identifier, with: TextValues())
    }

    /// The form that values select in that language, completed.
    public func text(for identifier: TextIdentifier, with values: TextValues) -> String? {
        resources.texts.text(for: identifier, language: resources.state.language, with: values)
    }

    /// The same form with its placeholders and references.
    public func template(for identifier: TextIdentifier, with values: TextValues) -> String? {
        resources.texts.template(
            for: identifier, language: resources.state.language, with: values)
    }

    /// Completes a text with values and other texts, by the options of the resources.
    public func completed(_ text: String, with values: TextValues) -> String {
        resources.texts.completed(text, language: resources.state.language, with: values)
    }

    /// The language of the resources, which is the best fit.
    public func localizationModels() async -> [LocalizationModel] {
        [LocalizationModel(locale: resources.state.language, isBestFit: true)]
    }

    /// Asks the server for newer texts.
    public func update(_ models: [LocalizationModel], bestFitLanguage: String?) async {
        await resources.refresh()
    }
}
