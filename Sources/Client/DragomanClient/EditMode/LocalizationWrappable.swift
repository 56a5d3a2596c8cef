/// Supplies an app's texts.
@MainActor public protocol LocalizationSource: AnyObject {
    /// Returns the text for an identifier in the app's language, or nil if there is no text.
    func text(for identifier: TextIdentifier) -> String?

    /// Returns the text for an identifier with its placeholders filled, or nil if there is no text.
    func text(for identifier: TextIdentifier, with values: TextValues) -> String?

    /// Returns the form selected by the values, with unfilled placeholders.
    ///
    /// Testers edit this text.
    func template(for identifier: TextIdentifier, with values: TextValues) -> String?

    /// Fills the placeholders in a text that does not come from this source, such as the tester's
    /// own proposal.
    func completed(_ text: String, with values: TextValues) -> String

    /// Asks the server for the available localizations.
    ///
    /// Throws an error if the server's list is not available.
    func localizationModels() async throws -> [LocalizationModel]

    /// Fetches the localizations that should be updated.
    ///
    /// If this method throws, the previous texts are kept.
    func update(_ models: [LocalizationModel], bestFitLanguage: String?) async throws
}

extension LocalizationSource {
    /// Returns the template with its placeholders filled.
    public func text(for identifier: TextIdentifier, with values: TextValues) -> String? {
        template(for: identifier, with: values).map { completed($0, with: values) }
    }

    /// Returns the text for the identifier.
    ///
    /// This default is for sources whose texts have only one form.
    public func template(for identifier: TextIdentifier, with values: TextValues) -> String? {
        text(for: identifier)
    }

    /// Fills i18next placeholders such as `{{name}}`, without escaping.
    public func completed(_ text: String, with values: TextValues) -> String {
        I18nextTexts.filled(text, with: values)
    }

    /// Returns an empty list.
    ///
    /// This default is for sources whose texts do not change.
    public func localizationModels() async throws -> [LocalizationModel] { [] }

    /// Does nothing.
    ///
    /// This default is for sources whose texts do not change.
    public func update(_ models: [LocalizationModel], bestFitLanguage: String?) async throws {}
}

/// A localization available on the server.
public struct LocalizationModel: Sendable, Hashable {
    /// The language.
    public var locale: String
    /// True if the server considers the localization the best fit for the requested languages.
    public var isBestFit: Bool
    /// True if the localization is newer than the texts that were fetched.
    public var shouldUpdate: Bool
    /// The address of the localization's texts.
    public var url: String?

    /// Creates a model.
    public init(
        locale: String, isBestFit: Bool = false, shouldUpdate: Bool = true, url: String? = nil
    ) {
        self.locale = locale
        self.isBestFit = isBestFit
        self.shouldUpdate = shouldUpdate
        self.url = url
    }
}

/// A component that shows a text, such as a label, a button or a field.
@MainActor public protocol LocalizableComponent: AnyObject {
    /// Shows a text in the app's language.
    func showLocalized(_ text: String)

    /// True if the component is currently visible; true by default.
    var isOnScreen: Bool { get }
}

extension LocalizableComponent {
    /// True by default.
    public var isOnScreen: Bool { true }
}

extension LocalizableComponent {
    /// Shows the text for an identifier now and after every change, using
    /// ``LocalizationWrapper/shared``.
    ///
    /// ```swift
    /// label.localize(tr.cart.items, count: 3)
    /// ```
    ///
    /// `count` selects the plural form, `context` selects a form such as `friend_male`, and
    /// `arguments` fill `{{placeholders}}`. Call this method again when one of these values changes.
    public func localize(
        _ identifier: TextIdentifier, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, arguments: [String: Argument] = [:]
    ) {
        let values = TextValues(
            count: count, ordinal: ordinal, context: context, arguments: arguments)
        LocalizationWrapper.shared?.localize(self, for: identifier, with: values)
    }

    /// Shows the text for an identifier now and after every change, using
    /// ``LocalizationWrapper/shared``.
    public func localize(for identifier: TextIdentifier) { localize(identifier) }

    /// Shows the text for `section.key` now and after every change.
    ///
    /// The values have the same meaning as in ``localize(_:count:ordinal:context:arguments:)``.
    /// Returns false and leaves the component unchanged unless the path has exactly two parts.
    @discardableResult
    public func localize(
        for path: String, count: Int? = nil, ordinal: Bool = false, context: String? = nil,
        arguments: [String: Argument] = [:]
    ) -> Bool {
        guard let identifier = TextIdentifier(path) else { return false }
        localize(
            identifier, count: count, ordinal: ordinal, context: context, arguments: arguments)
        return true
    }
}

/// Shows texts and proposals in components, like NStack's `LocalizationWrappable`.
@MainActor public protocol LocalizationWrappable: AnyObject {
    /// The best-fit language according to the server, or nil if the server has not reported one
    /// yet.
    var bestFitLanguage: String? { get }

    /// Returns the texts by section and key.
    func translations() -> Translations

    /// Fetches new texts in the background and shows them.
    func updateTranslations()

    /// Fetches new texts in the background and shows them.
    ///
    /// Then calls `completion`, with an error if nothing was fetched.
    func updateTranslations(_ completion: @escaping @MainActor ((any Error)?) -> Void)

    /// Fetches new texts and shows them.
    ///
    /// Rethrows the source's errors.
    func updateTranslations() async throws

    /// Processes the server's list of localizations, and fetches those that should be updated.
    ///
    /// The best-fit language changes only if a model is marked as the best fit.
    func handleLocalizationModels(
        _ models: [LocalizationModel], acceptHeaderUsed: String?) async throws

    /// Shows the text for an identifier in a component, now and after every change, with its
    /// placeholders filled.
    ///
    /// The component is referenced weakly. It shows only the text for the identifier that was set
    /// last.
    func localize(
        _ component: any LocalizableComponent, for identifier: TextIdentifier,
        with values: TextValues)

    /// Returns true if a live component shows the text for the identifier.
    func containsComponent(for identifier: TextIdentifier) -> Bool

    /// Proposes a value.
    ///
    /// If the locale is the best fit, all components with the identifier show the value
    /// immediately. If the value is refused, they show the previous text again.
    @discardableResult
    func storeProposal(
        _ value: String, locale: String, for identifier: TextIdentifier
    ) async throws(ProposalError) -> ProposalOutcome
}

extension LocalizationWrappable {
    /// Shows the text for an identifier in a component, now and after every change.
    public func localize(_ component: any LocalizableComponent, for identifier: TextIdentifier) {
        localize(component, for: identifier, with: TextValues())
    }
}

/// An app's texts by section and key, as in `translations().error.title`.
///
/// As in code generated by NStack, `defaultSection` is the default section.
@dynamicMemberLookup @MainActor public struct Translations {
    let text: @MainActor (TextIdentifier) -> String?

    /// The texts of a section.
    public subscript(dynamicMember section: String) -> Section { self[section] }

    /// The texts of a section.
    public subscript(section: String) -> Section { Section(name: section, text: text) }

    /// The texts in a section by key.
    @dynamicMemberLookup @MainActor public struct Section {
        let name: String
        let text: @MainActor (TextIdentifier) -> String?

        /// The text for a key, or nil if there is none.
        public subscript(dynamicMember key: String) -> String? { self[key] }

        /// The text for a key, or nil if there is none.
        public subscript(key: String) -> String? { text(TextIdentifier(section: name, key: key)) }
    }
}
