import Foundation
import JSON
import Synchronization

/// The texts of an app in the language of the person who uses it: fetched, kept and built in.
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
/// Each key has the text that was fetched, else the one kept of an earlier fetch, else the one built into the app. A server that fails or
/// answers with something else than texts changes nothing, and ``ResourceState/problems`` has the reason.
public final class Resources: Sendable {
    /// The state shared by all readers.
    fileprivate struct Shown: Sendable {
        var state: ResourceState
        /// The layers by language and namespace.
        var layers: [ResourceFile: ResourceLoader.Loaded] = [:]
        /// The texts by language and namespace, merged from the layers.
        var texts: [ResourceFile: JSONValue] = [:]
        /// The same texts, prepared for being looked up.
        var lookup: I18nextTexts
        var settings: ResourceSettings {
            didSet { settingsVersion += 1 }
        }
        /// Counts the changes of the settings.
        private(set) var settingsVersion = 0
        /// Counts the loads; only the last one that was asked for is shown.
        var load = 0
        /// The fetch of the last load, until it is over.
        var fetching: Task<ResourceState, Never>?
    }

    private let shown: Mutex<Shown>
    private let fetcher: any ResourceFetcher
    private let broadcast = Broadcast<ResourceChange>()

    /// Makes resources without any texts; ``start()`` loads them.
    public init(_ settings: ResourceSettings, fetcher: any ResourceFetcher = URLSessionFetcher()) {
        let state = ResourceState(language: settings.defaultLanguage)
        let lookup = I18nextTexts(options: settings.lookup(in: [settings.defaultLanguage]))
        shown = Mutex(Shown(state: state, lookup: lookup, settings: settings))
        self.fetcher = fetcher
    }

    // MARK: What there is

    /// The current state of the texts.
    public var state: ResourceState { shown.withLock { $0.state } }

    /// The language for whatever the others lack.
    public var defaultLanguage: String { shown.withLock { $0.settings.defaultLanguage } }

    /// The languages that a person may choose, each with its name in itself.
    public var supportedLanguages: [SupportedLanguage] {
        shown.withLock { $0.settings.languages }.map(SupportedLanguage.init)
    }

    /// The changes from now on, for any number of listeners; who does not read misses the oldest of more than 16.
    public var changes: AsyncStream<ResourceChange> { broadcast.stream(keeping: 16) }

    // MARK: Texts

    /// Returns the text of a key in the app's language, or of the language that stands in for it; the key where there is none.
    ///
    /// A key names its namespace as in `auth:login.title`, where it is not the first one. `count` chooses the plural form, `context` a form
    /// such as `friend_male`, and `arguments` fill `{{placeholders}}`; see ``I18nextTexts``. Cost: a few look-ups in tables.
    public func text(
        _ key: String, count: Int? = nil, ordinal: Bool = false, context: String? = nil,
        default defaultText: String? = nil, arguments: [String: Argument] = [:]
    ) -> String {
        let (texts, language) = shown.withLock { ($0.lookup, $0.state.language) }
        return texts.text(
            key, language: language, count: count, ordinal: ordinal, context: context,
            default: defaultText, arguments: arguments)
    }

    /// Whether a key has a text in the app's language or in one that stands in for it.
    public func exists(_ key: String, count: Int? = nil, context: String? = nil) -> Bool {
        let (texts, language) = shown.withLock { ($0.lookup, $0.state.language) }
        return texts.exists(key, language: language, count: count, context: context)
    }

    /// The texts as they are now, for whoever looks up many: they do not change while they are used.
    public var texts: I18nextTexts { shown.withLock { $0.lookup } }

    /// The texts as they were loaded.
    var loadedTexts: [ResourceFile: JSONValue] { shown.withLock { $0.texts } }

    // MARK: What an app asks for

    /// Shows the kept and built-in texts of the app's language and of the default language, and fetches newer ones in the background.
    ///
    /// Returns without waiting for the server; ``ResourceState/isReady`` is true then. Newer texts are a ``ResourceChange/updated`` in
    /// ``changes``. To wait for them, call ``refresh()``. Nothing is thrown: a key without a text is shown itself.
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

    /// Takes a language, or with nil the device's again, shows its texts and fetches newer ones in the background, as ``start()`` does.
    ///
    /// The choice is kept, even if the language is not supported. Until it is, the app has its default language and
    /// ``ResourceState/problems`` has ``ResourceProblem/Kind/unsupportedLanguage``.
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

    /// Asks the server for newer texts, and returns when they are shown.
    ///
    /// Joins the fetch that is under way, if there is one. Takes ``ResourceSettings/timeout`` at most.
    @discardableResult
    public func refresh() async -> ResourceState {
        if let fetching = shown.withLock({ $0.fetching }) { return await fetching.value }
        let (state, fetching) = await load([])
        return await fetching?.value ?? state
    }

    /// Changes the settings, such as the supported languages or whether texts are fetched, and loads texts again, as ``start()`` does.
    ///
    /// `change` runs where the caller does, such as on the main actor. It is called again if the settings were changed by somebody else
    /// meanwhile.
    @discardableResult
    nonisolated(nonsending) public func update(
        _ change: (inout ResourceSettings) -> Void
    ) async -> ResourceState {
        var isChanged = false
        while !isChanged {
            var (settings, version) = shown.withLock { ($0.settings, $0.settingsVersion) }
            // Not under the lock: it is the app's code.
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

    /// Shows what is kept and built in, and begins to fetch the rest.
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

    /// Shows what was loaded, unless something else was asked for meanwhile, and tells the listeners.
    private func show(
        _ loaded: [ResourceLoader.Loaded], _ language: String, _ languages: [String],
        _ settings: ResourceSettings, _ problems: [ResourceProblem], of number: Int,
        isLast: Bool = false
    ) -> ResourceState {
        // Not under the lock, for which readers of texts wait.
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
    /// Takes the layers that were loaded, and states what they are.
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
