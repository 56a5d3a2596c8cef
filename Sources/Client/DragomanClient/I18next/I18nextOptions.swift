public import Texts

/// The options of i18next that decide how texts are looked up and completed.
///
/// The defaults are those of i18next, except that `null` never counts as a text, as in version 23 and
/// later. See <https://www.i18next.com/overview/configuration-options>.
public struct I18nextOptions: Sendable {
    /// The namespace of keys that name none (`defaultNS`).
    public var defaultNamespace = "translation"
    /// The namespaces that are searched after a key's own (`fallbackNS`).
    public var fallbackNamespaces: [String] = []
    /// The languages that are searched for each language of the app (`fallbackLng`, `load`,
    /// `supportedLngs`).
    public var negotiation = I18nextNegotiation()
    /// The separator of a key's parts; nil if keys are not split (`keySeparator`).
    public var keySeparator: String? = "."
    /// The separator between namespace and key; nil if keys name no namespace (`nsSeparator`).
    public var namespaceSeparator: String? = ":"
    /// The separator before a plural category (`pluralSeparator`).
    public var pluralSeparator = "_"
    /// The separator before a context (`contextSeparator`).
    public var contextSeparator = "_"
    /// Whether a key without a nested text is searched at every split of its parts
    /// (`ignoreJSONStructure`).
    public var ignoresJSONStructure = true
    /// Whether an empty text counts as a text; otherwise the search continues (`returnEmptyString`).
    public var returnsEmptyText = true
    /// The separator that joins the texts of a list; nil returns the sentence for objects
    /// (`joinArrays`).
    public var listSeparator: String?
    /// The options for interpolating arguments and other texts.
    public var interpolation = I18nextInterpolation()

    /// Creates options with the defaults of i18next.
    public init() {}
}

/// The options of i18next for placeholders and for texts inside texts.
///
/// An empty mark has the meaning of its default. See
/// <https://www.i18next.com/translation-function/interpolation>.
public struct I18nextInterpolation: Sendable {
    /// The start of a placeholder (`prefix`).
    public var prefix = "{{"
    /// The end of a placeholder (`suffix`).
    public var suffix = "}}"
    /// The mark after ``prefix`` of a placeholder whose value is not escaped (`unescapePrefix`).
    public var rawMark = "-"
    /// The separator between the name in a placeholder and its formats (`formatSeparator`).
    public var formatSeparator = ","
    /// The start of a reference to another text (`nestingPrefix`).
    public var nestingPrefix = "$t("
    /// The end of a reference to another text (`nestingSuffix`).
    public var nestingSuffix = ")"
    /// The separator between the key and the options of a reference (`nestingOptionsSeparator`).
    public var nestingOptionsSeparator = ","
    /// Whether `& < > " ' /` in values are escaped for HTML (`escapeValue`).
    ///
    /// Apps that show texts in native views turn it off.
    public var escapesValues = true
    /// Whether placeholders and references inside values are left as they are, and placeholders
    /// without a value too (`skipOnVariables`).
    public var skipsVariables = true
    /// The maximum number of placeholders replaced in one text, and of texts nested in one lookup
    /// (`maxReplaces`).
    public var maximumReplacements = 1000
    /// Values for placeholders that a lookup has no argument for (`defaultVariables`).
    public var defaultArguments: [String: Argument] = [:]
    /// Formats a value, as in `{{price, currency(EUR)}}`; nil leaves the value as it is.
    ///
    /// The default is ``I18nextFormat/formattedPlainly(_:)``.
    public var format: @Sendable (Argument, I18nextFormat) -> Argument? = {
        $1.formattedPlainly($0)
    }

    /// Creates options with the defaults of i18next.
    public init() {}
}
