public import Foundation
import Texts

/// The sources of an app's texts, and its languages.
public struct ResourceSettings: Sendable {
    /// Whether the app is translated; without it, it is in its default language.
    public var isEnabled = true
    /// The address of the newest texts, such as `https://example.org/locales`.
    ///
    /// A file is at `language/namespace.json` below it. Without an address, the app uses its
    /// built-in texts.
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
    /// The directory for fetched texts and the chosen language; nil to store nothing.
    public var storageDirectory: URL?
    /// The version of stored texts; texts with another version are ignored.
    ///
    /// Raise it if the texts of an older app do not fit.
    public var version = ""
    /// The languages of the device, the most wanted first.
    public var deviceLanguages = Locale.preferredLanguages
    /// The time limit for all files together.
    public var timeout = Duration.seconds(10)
    /// The maximum size of a file, in bytes.
    public var maximumFileSize = 4 << 20
    /// The maximum total size of stored files, in bytes; the oldest are removed first.
    public var maximumStorageSize = 32 << 20
    /// Fields that each request has, such as a token.
    public var headers: [String: String] = [:]
    /// The options for keys and placeholders; the default namespace and languages come from these
    /// settings.
    ///
    /// Values are not escaped for HTML, since an app's labels show them as they are.
    public var lookup: I18nextOptions = {
        var options = I18nextOptions()
        options.interpolation.escapesValues = false
        return options
    }()

    /// Creates settings with the sources of texts; the other settings have their defaults.
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

    /// Returns the options for looking up texts in these languages, in order.
    func lookup(in languages: [String]) -> I18nextOptions {
        var options = lookup
        options.defaultNamespace = namespaces.first ?? options.defaultNamespace
        options.negotiation = I18nextNegotiation(fallback: .list(languages), load: .currentOnly)
        return options
    }

    /// Whether texts are fetched.
    var isExternal: Bool { (baseURL != nil || manifestURL != nil) && !isExternalDisabled }
}
