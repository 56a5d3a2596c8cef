public import Foundation
import Texts

/// The sources of an app's texts, and its languages.
public struct ResourceSettings: Sendable {
    /// True if the app is translated.
    ///
    /// If it is false, the app uses only its default language.
    public var isEnabled = true
    /// The address of the newest texts, such as `https://example.org/locales`.
    ///
    /// The path of each file below this address is `language/namespace.json`. If neither this
    /// address nor ``manifestURL`` is set, the app uses its built-in texts.
    public var baseURL: URL?
    /// The address of a release bundle's `manifest.json`.
    ///
    /// The bundle's files are fetched instead of those below the base URL. A file is accepted only
    /// if it has the size and the hash listed in the manifest.
    public var manifestURL: URL?
    /// True to fetch nothing even if there is an address, for development.
    public var isExternalDisabled = false
    /// The language used for texts that are missing in other languages.
    ///
    /// This language is always loaded.
    public var defaultLanguage: String
    /// The languages that users can choose from, or nil for those of the release and those built
    /// into the app.
    public var supportedLanguages: [String]?
    /// The namespaces.
    ///
    /// Each namespace is stored in one file per language.
    public var namespaces: [String]
    /// The texts built into the app.
    public var local: any LocalTexts
    /// The texts of a release that is newer than the app, such as ``ChannelFollower/release``.
    ///
    /// Keys that are missing in the release come from the texts built into the app.
    public var release: (any LocalTexts)?
    /// The directory for fetched texts and the chosen language, or nil to store nothing.
    public var storageDirectory: URL?
    /// The version of stored texts.
    ///
    /// Texts with a different version are ignored. Change the version if the texts of an older app
    /// are not suitable for this one.
    public var version = ""
    /// The device's languages, most preferred first.
    public var deviceLanguages = Locale.preferredLanguages
    /// The time limit for fetching all files.
    public var timeout = Duration.seconds(10)
    /// The maximum size of a file, in bytes.
    public var maximumFileSize = 4 << 20
    /// The maximum total size of stored files, in bytes.
    ///
    /// The oldest files are removed first.
    public var maximumStorageSize = 32 << 20
    /// Header fields for all requests, such as a token.
    public var headers: [String: String] = [:]
    /// The options for keys and placeholders.
    ///
    /// The default namespace and the languages come from these settings. Values are not escaped for
    /// HTML, because an app's labels show them literally.
    public var lookup: I18nextOptions = {
        var options = I18nextOptions()
        options.interpolation.escapesValues = false
        return options
    }()

    /// Creates settings with the sources of texts.
    ///
    /// The other settings have their defaults.
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

    /// The languages that users can choose from.
    ///
    /// The default language is always one of them.
    public var languages: [String] {
        let builtIn = local.languages
        let added = (release?.languages ?? []).filter { !builtIn.contains($0) }
        let named = supportedLanguages ?? builtIn + added
        return named.contains(defaultLanguage) ? named : [defaultLanguage] + named
    }

    /// Returns the options for looking up texts in the given languages, in order.
    func lookup(in languages: [String]) -> I18nextOptions {
        var options = lookup
        options.defaultNamespace = namespaces.first ?? options.defaultNamespace
        options.negotiation = I18nextNegotiation(fallback: .list(languages), load: .currentOnly)
        return options
    }

    /// True if texts are fetched.
    var isExternal: Bool { (baseURL != nil || manifestURL != nil) && !isExternalDisabled }
}
