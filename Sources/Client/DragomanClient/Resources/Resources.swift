import Foundation
import JSON
import Synchronization

/// The texts of an app in the user's language: fetched, stored and built in.
///
/// ```swift
/// var settings = ResourceSettings(
///     defaultLanguage: "en", local: LocalDirectory(directory),
///     baseURL: URL(string: "https://example.org/locales"), storageDirectory: caches)
/// let resources = Resources(settings)
/// await resources.start()
/// label.text = resources.text("cart.title")
/// ```
///
/// For each key, a fetched text takes precedence over a stored text from an earlier fetch, which
/// takes precedence over a built-in text. If the server fails or responds with anything other than
/// texts, the texts are unchanged, and ``ResourceState/problems`` contains the reason.
public final class Resources: Sendable {
    /// The state shared by all readers.
    fileprivate struct Shown: Sendable {
        var state: ResourceState
        /// The layers by language and namespace.
        var layers: [ResourceFile: ResourceLoader.Loaded] = [:]
        /// The texts by language and namespace, merged from the layers.
        var texts: [ResourceFile: JSONValue] = [:]
        /// The same texts, prepared for lookups.
        var lookup: I18nextTexts
        var settings: ResourceSettings {
            didSet { settingsVersion += 1 }
        }
        /// The number of times that the settings have changed.
        private(set) var settingsVersion = 0
        /// The number of loads.
        ///
        /// Only the last requested load is shown.
        var load = 0
        /// The fetch of the last load, until it has finished.
        var fetching: Task<ResourceState, Never>?
    }

    private let shown: Mutex<Shown>
    private let fetcher: any ResourceFetcher
    private let broadcast = Broadcast<ResourceChange>()

    /// Creates resources without texts.
    ///
    /// ``start()`` loads them.
    public init(_ settings: ResourceSettings, fetcher: any ResourceFetcher = URLSessionFetcher()) {
        let state = ResourceState(language: settings.defaultLanguage)
        let lookup = I18nextTexts(options: settings.lookup(in: [settings.defaultLanguage]))
        shown = Mutex(Shown(state: state, lookup: lookup, settings: settings))
        self.fetcher = fetcher
    }

    // MARK: State

    /// The current state of the texts.
    public var state: ResourceState { shown.withLock { $0.state } }

    /// The language used for texts that are missing in other languages.
    public var defaultLanguage: String { shown.withLock { $0.settings.defaultLanguage } }

    /// The languages that users can choose from, each with its name in that language.
    public var supportedLanguages: [SupportedLanguage] {
        shown.withLock { $0.settings.languages }.map(SupportedLanguage.init)
    }

    /// A stream of all later changes, for any number of listeners.
    ///
    /// A listener that lags behind by more than 16 changes misses the oldest changes.
    public var changes: AsyncStream<ResourceChange> { broadcast.stream(keeping: 16) }

    // MARK: Texts

    /// Returns the text for a key in the app's language or in one of its fallback languages.
    ///
    /// If there is no text, returns the key. A key includes its namespace, as in
    /// `auth:login.title`, unless it is in the first namespace. `count` selects the plural form,
    /// `context` selects a form such as `friend_male`, and `arguments` fill `{{placeholders}}`; see
    /// ``I18nextTexts``. A call costs a few table lookups.
    public func text(
        _ key: String, count: Int? = nil, ordinal: Bool = false, context: String? = nil,
        default defaultText: String? = nil, arguments: [String: Argument] = [:]
    ) -> String {
        let (texts, language) = shown.withLock { ($0.lookup, $0.state.language) }
        return texts.text(
            key, language: language, count: count, ordinal: ordinal, context: context,
            default: defaultText, arguments: arguments)
    }

    /// Returns true if a key has a text in the app's language or in one of its fallback languages.
    public func exists(_ key: String, count: Int? = nil, context: String? = nil) -> Bool {
        let (texts, language) = shown.withLock { ($0.lookup, $0.state.language) }
        return texts.exists(key, language: language, count: count, context: context)
    }

    /// A snapshot of the texts for many lookups.
    ///
    /// It does not change while it is used.
    public var texts: I18nextTexts { shown.withLock { $0.lookup } }

    /// The loaded texts, merged from all layers.
    var loadedTexts: [ResourceFile: JSONValue] { shown.withLock { $0.texts } }

    // MARK: Loading and choosing

    /// Shows the stored and built-in texts of the app's language and of the default language.
    ///
    /// Fetches newer texts in the background. Returns without waiting for the server;
    /// ``ResourceState/isReady`` is then true. When newer texts arrive, ``changes`` delivers
    /// ``ResourceChange/updated``. To wait for them, call ``refresh()``. Never throws: if a key has
    /// no text, the key itself is shown.
    @discardableResult
    public func start() async -> ResourceState {
        let settings = shown.withLock { $0.settings }
        var problems: [ResourceProblem] = []
        if let storage = openStorage(settings, &problems) {
            do {
                let choice = try storage.readChoice()
                shown.withLock { $0.state.choice = choice }
            } catch {
                problems.append(error)
            }
        }
        return await load(problems).state
    }

    /// Sets the language, or returns to the device's language if `language` is nil.
    ///
    /// Shows the language's texts and fetches newer texts in the background, as in ``start()``. The
    /// choice is stored even if the language is not supported. Until it is supported, the app uses
    /// its default language, and ``ResourceState/problems`` contains
    /// ``ResourceProblem/Kind/unsupportedLanguage``.
    @discardableResult
    public func choose(_ language: String?) async -> ResourceState {
        let settings = shown.withLock { shown in
            shown.state.choice = language
            return shown.settings
        }
        var problems: [ResourceProblem] = []
        do {
            try openStorage(settings, &problems)?.writeChoice(language)
        } catch {
            problems.append(error)
        }
        return await load(problems).state
    }

    /// Asks the server for newer texts.
    ///
    /// Returns when the newer texts are shown. If a fetch is already in progress, waits for that
    /// fetch. Takes at most ``ResourceSettings/timeout``.
    @discardableResult
    public func refresh() async -> ResourceState {
        if let fetching = shown.withLock({ $0.fetching }) { return await fetching.value }
        let (state, fetching) = await load([])
        return await fetching?.value ?? state
    }

    /// Changes the settings, such as the supported languages or whether texts are fetched, and
    /// reloads the texts, as in ``start()``.
    ///
    /// `change` runs in the caller's isolation, such as on the main actor. It is called again if
    /// the settings were changed elsewhere in the meantime.
    @discardableResult
    nonisolated(nonsending) public func update(
        _ change: (inout ResourceSettings) -> Void
    ) async -> ResourceState {
        var isChanged = false
        while !isChanged {
            var (settings, version) = shown.withLock { ($0.settings, $0.settingsVersion) }
            // The lock is not held here, because `change` is the app's code.
            change(&settings)
            isChanged = shown.withLock { [settings] shown in
                guard shown.settingsVersion == version else { return false }
                shown.settings = settings
                return true
            }
        }
        return await load([]).state
    }

    // MARK: Loading

    private func openStorage(
        _ settings: ResourceSettings, _ problems: inout [ResourceProblem]
    ) -> ResourceStorage? {
        guard let directory = settings.storageDirectory else { return nil }
        let storage = ResourceStorage(
            directory: directory, version: settings.version,
            maximumFileSize: settings.maximumFileSize, maximumSize: settings.maximumStorageSize)
        do {
            if let damage = try storage.open() { problems.append(damage) }
            return storage
        } catch {
            if !problems.contains(error) { problems.append(error) }
            return nil
        }
    }

    /// Shows stored and built-in texts, and starts to fetch newer texts.
    private func load(
        _ earlier: [ResourceProblem]
    ) async -> (state: ResourceState, fetching: Task<ResourceState, Never>?) {
        let (settings, choice, number, layers) = shown.withLock { shown in
            shown.load += 1
            shown.fetching?.cancel()
            shown.fetching = nil
            return (shown.settings, shown.state.choice, shown.load, shown.layers)
        }
        var problems = earlier
        let loader = ResourceLoader(
            settings: settings, fetcher: fetcher, storage: openStorage(settings, &problems))
        problems += LanguageChoice.problems(with: choice, settings)
        let language = LanguageChoice.language(choice, settings)
        let languages = LanguageChoice.hierarchy(of: language, settings)
        let loaded = loader.read(languages, earlier: layers)
        let state = show(loaded, language, languages, settings, problems, of: number)
        guard settings.isExternal else { return (state, nil) }
        let fetching = shown.withLock { [problems] shown -> Task<ResourceState, Never>? in
            guard number == shown.load else { return nil }
            let task = Task {
                let fetched = await loader.fetch(loaded)
                return show(
                    fetched, language, languages, settings, problems, of: number, isLast: true)
            }
            shown.fetching = task
            return task
        }
        return (state, fetching)
    }

    /// Shows the loaded texts and notifies the listeners, unless another load was requested in the
    /// meantime.
    private func show(
        _ loaded: [ResourceLoader.Loaded], _ language: String, _ languages: [String],
        _ settings: ResourceSettings, _ problems: [ResourceProblem], of number: Int,
        isLast: Bool = false
    ) -> ResourceState {
        // The lock is not held here, because readers of texts would have to wait for it.
        let trees = TextTree(settings.lookup)
        var texts: [ResourceFile: JSONValue] = [:]
        var lookup = I18nextTexts(options: settings.lookup(in: languages))
        for item in loaded {
            guard let tree = item.texts(trees) else { continue }
            texts[item.file] = tree
            lookup.setNamespace(item.file.namespace, language: item.file.language, to: tree)
        }
        lookup.prepare(for: language)
        let isOther = texts != shown.withLock { $0.texts }
        let (state, change) = shown.withLock { [texts, lookup] shown in
            guard number == shown.load else { return (shown.state, nil as ResourceChange?) }
            if isLast { shown.fetching = nil }
            let before = shown.state
            (shown.texts, shown.lookup) = (texts, lookup)
            shown.take(loaded, language, languages, problems)
            let change: ResourceChange? =
                if !before.isReady {
                    .ready(language: language)
                } else if before.language != language {
                    .languageChanged(from: before.language, to: language)
                } else {
                    isOther ? .updated : nil
                }
            return (shown.state, change)
        }
        if let change { broadcast.send(change) }
        return state
    }
}

extension Resources.Shown {
    /// Sets the loaded layers, and updates the state to describe them.
    fileprivate mutating func take(
        _ loaded: [ResourceLoader.Loaded], _ language: String, _ languages: [String],
        _ problems: [ResourceProblem]
    ) {
        (layers, state.origins) = ([:], [:])
        for item in loaded {
            layers[item.file] = item
            state.origins[item.file] = item.origin
        }
        (state.isReady, state.language, state.languages) = (true, language, languages)
        state.problems = problems + loaded.flatMap(\.problems)
    }
}
