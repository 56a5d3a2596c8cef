public import Foundation
import Texts

/// Where an app's texts come from, and in which languages it is.
public struct ResourceSettings: Sendable {
    /// Whether the app is translated; without it, it is in its default language.
    public var isEnabled = true
    /// Where the newest texts are, such as `https://example.org/locales`: a file is at `language/namespace.json` below it.
    ///
    /// Without one the app has the texts that are built into it.
    public var baseURL: URL?
    /// The address of the `manifest.json` of a release bundle, whose files are fetched in place of those below the base URL.
    ///
    /// A file is accepted only if it has the size and the hash that the manifest lists.
    public var manifestURL: URL?
    /// Whether nothing is fetched although there is an address, for development.
    public var isExternalDisabled = false
    /// The language for whatever the others lack; it is always loaded.
    public var defaultLanguage: String
    /// The languages that a person may have; nil for those built into the app.
    public var supportedLanguages: [String]?
    /// The namespaces, which are the files of a language.
    public var namespaces: [String]
    /// The texts built into the app.
    public var local: any LocalTexts
    /// Where fetched texts and the choice of a language are kept; nil to keep nothing.
    public var storageDirectory: URL?
    /// Which texts of the storage count: those kept under the same version.
    ///
    /// Raise it where the texts of an older app do not fit.
    public var version = ""
    /// The languages of the device, the most wanted first.
    public var deviceLanguages = Locale.preferredLanguages
    /// How long all files together are waited for.
    public var timeout = Duration.seconds(10)
    /// How many bytes one file has at most.
    public var maximumFileSize = 4 << 20
    /// How many bytes the kept files have together at most; those fetched first go first.
    public var maximumStorageSize = 32 << 20
    /// Fields that each request has, such as a token.
    public var headers: [String: String] = [:]
    /// How keys are read and placeholders filled; the default namespace and the languages are those of these settings.
    ///
    /// Values are not escaped for HTML, since an app's labels show them as they are.
    public var lookup: I18nextOptions = {
        var options = I18nextOptions()
        options.interpolation.escapesValues = false
        return options
    }()

    /// States where texts come from; the rest has its usual value.
    public init(
        defaultLanguage: String, namespaces: [String] = ["default"],
        local: any LocalTexts = NoLocalTexts(), baseURL: URL? = nil, storageDirectory: URL? = nil
    ) {
        self.defaultLanguage = defaultLanguage
        self.namespaces = namespaces
        self.local = local
        self.baseURL = baseURL
        self.storageDirectory = storageDirectory
    }

    /// The languages that a person may have.
    ///
    /// The default language is always one of them.
    public var languages: [String] {
        let named = supportedLanguages ?? local.languages
        return named.contains(defaultLanguage) ? named : [defaultLanguage] + named
    }

    /// How texts are looked up in these languages, in order.
    func lookup(in languages: [String]) -> I18nextOptions {
        var options = lookup
        options.defaultNamespace = namespaces.first ?? options.defaultNamespace
        options.negotiation = I18nextNegotiation(fallback: .list(languages), load: .currentOnly)
        return options
    }

    /// Whether texts are fetched.
    var isExternal: Bool { (baseURL != nil || manifestURL != nil) && !isExternalDisabled }
}
