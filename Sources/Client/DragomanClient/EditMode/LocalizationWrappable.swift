/// Supplies the texts of an app.
@MainActor public protocol LocalizationSource: AnyObject {
    /// Returns the text of an identifier in the language of the app, or nil if there is none.
    func text(for identifier: TextIdentifier) -> String?

    /// Returns the text of an identifier with values in its placeholders, or nil if there is none.
    func text(for identifier: TextIdentifier, with values: TextValues) -> String?

    /// Returns the form that values select, with its placeholders: the text that a tester edits.
    func template(for identifier: TextIdentifier, with values: TextValues) -> String?

    /// Puts values into a text that is not the source's, such as an own proposal.
    func completed(_ text: String, with values: TextValues) -> String

    /// Asks the server which localizations there are. Throws what the source throws.
    func localizationModels() async throws -> [LocalizationModel]

    /// Fetches the localizations that should be updated.
    ///
    /// Texts that were there before stay if it throws.
    func update(_ models: [LocalizationModel], bestFitLanguage: String?) async throws
}

extension LocalizationSource {
    /// Fills the placeholders of the template.
    public func text(for identifier: TextIdentifier, with values: TextValues) -> String? {
        template(for: identifier, with: values).map { completed($0, with: values) }
    }

    /// Returns the text of the identifier, for a source whose texts have one form.
    public func template(for identifier: TextIdentifier, with values: TextValues) -> String? {
        text(for: identifier)
    }

    /// Replaces i18next's placeholders, such as `{{name}}`, and escapes nothing.
    public func completed(_ text: String, with values: TextValues) -> String {
        I18nextTexts.filled(text, with: values)
    }

    /// Returns no models, for a source whose texts do not change.
    public func localizationModels() async throws -> [LocalizationModel] { [] }

    /// Does nothing, for a source whose texts do not change.
    public func update(_ models: [LocalizationModel], bestFitLanguage: String?) async throws {}
}

/// A localization that the server has.
public struct LocalizationModel: Sendable, Hashable {
    /// The language.
    public var locale: String
    /// Whether the server takes it for the best fit for the languages that were asked for.
    public var isBestFit: Bool
    /// Whether it is newer than what was fetched.
    public var shouldUpdate: Bool
    /// The address of its texts.
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

/// Something that shows a text: a label, a button, a field.
@MainActor public protocol LocalizableComponent: AnyObject {
    /// Shows a text in the language of the app.
    func showLocalized(_ text: String)

    /// Whether a person can see the component now; true unless the component says otherwise.
    var isOnScreen: Bool { get }
}

extension LocalizableComponent {
    /// True.
    public var isOnScreen: Bool { true }
}

extension LocalizableComponent {
    /// Shows the text of an identifier, now and whenever it changes, by ``LocalizationWrapper/shared``.
    ///
    /// ```swift
    /// label.localize(tr.cart.items, count: 3)
    /// ```
    ///
    /// `count` selects the plural form, `context` a form such as `friend_male`, and `arguments` fill `{{placeholders}}`. If one of
    /// them changes, call it again.
    public func localize(
        _ identifier: TextIdentifier, count: Int? = nil, ordinal: Bool = false,
        context: String? = nil, arguments: [String: Argument] = [:]
    ) {
        let values = TextValues(
            count: count, ordinal: ordinal, context: context, arguments: arguments)
        LocalizationWrapper.shared?.localize(self, for: identifier, with: values)
    }

    /// Shows the text of an identifier, now and whenever it changes, by ``LocalizationWrapper/shared``.
    public func localize(for identifier: TextIdentifier) { localize(identifier) }

    /// Shows the text of `section.key`, now and whenever it changes; the values are those of ``localize(_:count:ordinal:context:arguments:)``.
    ///
    /// Returns false, and leaves the component as it is, if the path does not have exactly two parts.
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

/// Shows texts and proposals in components, as NStack's `LocalizationWrappable` does.
@MainActor public protocol LocalizationWrappable: AnyObject {
    /// The language that the server takes for the best fit, or nil before it said so.
    var bestFitLanguage: String? { get }

    /// Returns the texts by section and key.
    func translations() -> Translations

    /// Fetches new texts in the background, and shows them.
    func updateTranslations()

    /// Fetches new texts in the background, shows them, and then calls `completion`, with an error if nothing was fetched.
    func updateTranslations(_ completion: @escaping @MainActor ((any Error)?) -> Void)

    /// Fetches new texts and shows them. Throws what the source throws.
    func updateTranslations() async throws

    /// Takes over what the server said about localizations, and fetches those that should be updated.
    ///
    /// The best fit changes only if a model says that it is the best fit.
    func handleLocalizationModels(
        _ models: [LocalizationModel], acceptHeaderUsed: String?) async throws

    /// Shows the text of an identifier in a component, now and whenever it changes, with values in its placeholders.
    ///
    /// The component is held weakly. It shows one identifier: the last.
    func localize(
        _ component: any LocalizableComponent, for identifier: TextIdentifier,
        with values: TextValues)

    /// Returns true if a component that is still alive shows the identifier.
    func containsComponent(for identifier: TextIdentifier) -> Bool

    /// Proposes a value.
    ///
    /// If the locale is the best fit, all components of the identifier show it at once. If it is refused, they show what they showed
    /// before.
    @discardableResult
    func storeProposal(
        _ value: String, locale: String, for identifier: TextIdentifier
    ) async throws(ProposalError) -> ProposalOutcome
}

extension LocalizationWrappable {
    /// Shows the text of an identifier in a component, now and whenever it changes.
    public func localize(_ component: any LocalizableComponent, for identifier: TextIdentifier) {
        localize(component, for: identifier, with: TextValues())
    }
}

/// The texts of an app by section and key: `translations().error.title`.
///
/// `defaultSection` is the default section, as in the code that NStack generates.
@dynamicMemberLookup @MainActor public struct Translations {
    let text: @MainActor (TextIdentifier) -> String?

    /// The texts of a section.
    public subscript(dynamicMember section: String) -> Section { self[section] }

    /// The texts of a section.
    public subscript(section: String) -> Section { Section(name: section, text: text) }

    /// The texts of a section by key.
    @dynamicMemberLookup @MainActor public struct Section {
        let name: String
        let text: @MainActor (TextIdentifier) -> String?

        /// The text of a key, or nil if there is none.
        public subscript(dynamicMember key: String) -> String? { self[key] }

        /// The text of a key, or nil if there is none.
        public subscript(key: String) -> String? { text(TextIdentifier(section: name, key: key)) }
    }
}
