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
        let key = "\(identifier.section):\(identifier.key)"
        return resources.exists(key) ? resources.text(key) : nil
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
