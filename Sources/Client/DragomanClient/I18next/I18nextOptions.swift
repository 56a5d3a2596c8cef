public import Texts

/// The i18next options for looking up and completing texts.
///
/// The defaults are those of i18next, except that `null` never counts as a text, as in version 23
/// and later. See <https://www.i18next.com/overview/configuration-options>.
public struct I18nextOptions: Sendable {
    /// The namespace of keys that do not specify a namespace (`defaultNS`).
    public var defaultNamespace = "translation"
    /// The namespaces to search after the key's own namespace (`fallbackNS`).
    public var fallbackNamespaces: [String] = []
    /// The languages to search for each of the app's languages (`fallbackLng`, `load`,
    /// `supportedLngs`).
    public var negotiation = I18nextNegotiation()
    /// The separator between the parts of a key, or nil if keys are not split (`keySeparator`).
    public var keySeparator: String? = "."
    /// The separator between namespace and key, or nil if keys have no namespace (`nsSeparator`).
    public var namespaceSeparator: String? = ":"
    /// The separator before a plural category (`pluralSeparator`).
    public var pluralSeparator = "_"
    /// The separator before a context (`contextSeparator`).
    public var contextSeparator = "_"
    /// True to also find keys whose parts are joined in member names (`ignoreJSONStructure`).
    ///
    /// Nested texts take precedence.
    public var ignoresJSONStructure = true
    /// True if an empty text counts as a text.
    ///
    /// Otherwise the search continues (`returnEmptyString`).
    public var returnsEmptyText = true
    /// The separator for joining the texts of a list (`joinArrays`).
    ///
    /// If it is nil, a lookup of a list returns the same message as a lookup of an object.
    public var listSeparator: String?
    /// The options for inserting arguments and other texts.
    public var interpolation = I18nextInterpolation()

    /// Creates options with i18next's defaults.
    public init() {}
}

/// The i18next options for placeholders and nested texts.
///
/// An empty mark stands for its default. See
/// <https://www.i18next.com/translation-function/interpolation>.
public struct I18nextInterpolation: Sendable {
    /// The start of a placeholder (`prefix`).
    public var prefix = "{{"
    /// The end of a placeholder (`suffix`).
    public var suffix = "}}"
    /// The mark after ``prefix`` that turns off escaping of the value (`unescapePrefix`).
    public var rawMark = "-"
    /// The separator between a placeholder's name and its formats (`formatSeparator`).
    public var formatSeparator = ","
    /// The start of a reference to another text (`nestingPrefix`).
    public var nestingPrefix = "$t("
    /// The end of a reference to another text (`nestingSuffix`).
    public var nestingSuffix = ")"
    /// The separator between the key and the options of a reference (`nestingOptionsSeparator`).
    public var nestingOptionsSeparator = ","
    /// True to escape `& < > " ' /` in values for HTML (`escapeValue`).
    ///
    /// Set it to false in apps that show texts in native views.
    public var escapesValues = true
    /// True to leave placeholders and references inside values unchanged, and also placeholders
    /// without a value (`skipOnVariables`).
    public var skipsVariables = true
    /// The maximum number of placeholders to fill in one text, and of texts to nest in one lookup
    /// (`maxReplaces`).
    public var maximumReplacements = 1000
    /// Values for placeholders for which the lookup has no argument (`defaultVariables`).
    public var defaultArguments: [String: Argument] = [:]
    /// Formats a value, as in `{{price, currency(EUR)}}`.
    ///
    /// Returns nil to leave the value unchanged. The default is
    /// ``I18nextFormat/formattedPlainly(_:)``.
    public var format: @Sendable (Argument, I18nextFormat) -> Argument? = {
        $1.formattedPlainly($0)
    }

    /// Creates options with i18next's defaults.
    public init() {}
}
