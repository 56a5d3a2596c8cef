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
/// The newest texts are taken where the server answers, those kept of the last time where it does not, and those built into the app where
/// there is nothing else; a namespace that one layer lacks comes from the next. Whatever goes wrong, the texts that were shown stay, and
/// ``ResourceState/problems`` says what happened.
public final class Resources: Sendable {
    /// What all readers see.
    struct Shown: Sendable {
        var state: ResourceState
        /// The texts by language and namespace.
        var texts: [ResourceFile: JSONValue] = [:]
        /// The same texts, prepared for being looked up.
        var lookup: I18nextTexts
        var settings: ResourceSettings
        /// Counts the loads; only the last one that was asked for is shown.
        var load = 0
        var listeners: [Int: AsyncStream<ResourceChange>.Continuation] = [:]
        var nextListener = 0
    }

    private let shown: Mutex<Shown>
    private let fetcher: any ResourceFetcher

    /// Makes resources without any texts; ``start()`` loads them.
    public init(_ settings: ResourceSettings, fetcher: any ResourceFetcher = URLSessionFetcher()) {
        let state = ResourceState(language: settings.defaultLanguage)
        let lookup = I18nextTexts(options: settings.lookup(in: [settings.defaultLanguage]))
        shown = Mutex(Shown(state: state, lookup: lookup, settings: settings))
        self.fetcher = fetcher
    }

    // MARK: What there is

    /// What the texts are made of now.
    public var state: ResourceState { shown.withLock { $0.state } }

    /// The language for whatever the others lack.
    public var defaultLanguage: String { shown.withLock { $0.settings.defaultLanguage } }

    /// The languages that a person may choose, each with its name in itself.
    public var supportedLanguages: [SupportedLanguage] {
        shown.withLock { $0.settings.languages }.map(SupportedLanguage.init)
    }

    /// The changes from now on; any number of listeners may follow them.
    public var changes: AsyncStream<ResourceChange> {
        AsyncStream { continuation in
            let listener = shown.withLock { shown in
                shown.nextListener += 1
                shown.listeners[shown.nextListener] = continuation
                return shown.nextListener
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.shown.withLock { $0.listeners.removeValue(forKey: listener) }
            }
        }
    }

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

    /// Loads the texts of the app's language and of the default language; afterwards ``ResourceState/isReady`` is true.
    ///
    /// Takes as long as the server does, and at most the timeout for each few files. Nothing is thrown: where nothing can be loaded, keys
    /// are shown.
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
        return await load(problems)
    }

    /// Takes a language, or with nil the device's again, and loads its texts.
    ///
    /// The choice is kept, also that of a language which is not supported: it counts once it is.
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
        return await load(problems)
    }

    /// Asks the server for newer texts.
    @discardableResult
    public func refresh() async -> ResourceState { await load([]) }

    /// Changes the settings, such as the supported languages or whether texts are fetched, and loads texts anew.
    @discardableResult
    public func update(_ change: (inout ResourceSettings) -> Void) async -> ResourceState {
        var settings = shown.withLock { $0.settings }
        change(&settings)
        shown.withLock { $0.settings = settings }
        return await load([])
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
            try storage.open()
            return storage
        } catch {
            if !problems.contains(error) { problems.append(error) }
            return nil
        }
    }

    private func load(_ earlier: [ResourceProblem]) async -> ResourceState {
        let (settings, choice, number) = shown.withLock { shown in
            shown.load += 1
            return (shown.settings, shown.state.choice, shown.load)
        }
        var problems = earlier
        let loader = ResourceLoader(
            settings: settings, fetcher: fetcher, storage: openStorage(settings, &problems))
        let language = LanguageChoice.language(choice, settings)
        let languages = LanguageChoice.hierarchy(of: language, settings)
        let loaded = await loader.load(languages)
        problems += loaded.flatMap(\.problems)
        return show(loaded, language, languages, problems, of: number)
    }

    /// Shows what was loaded, unless something else was asked for meanwhile, and tells the listeners.
    private func show(
        _ loaded: [ResourceLoader.Loaded], _ language: String, _ languages: [String],
        _ problems: [ResourceProblem], of number: Int
    ) -> ResourceState {
        let (state, change, listeners) = shown.withLock { shown in
            guard number == shown.load else {
                return (shown.state, nil as ResourceChange?, [] as [Listener])
            }
            let before = shown.state
            let textsBefore = shown.texts
            var texts: [ResourceFile: JSONValue] = [:]
            var origins: [ResourceFile: ResourceOrigin] = [:]
            for item in loaded {
                // What was fetched once is newer than what is built in.
                let isWorse =
                    shown.settings.isExternal && item.origin != .external
                    && item.origin != .cached
                    && [.external, .cached].contains(before.origins[item.file])
                texts[item.file] = isWorse ? textsBefore[item.file] : item.texts
                origins[item.file] = isWorse ? .cached : item.origin
            }
            if before.languages != languages {
                shown.lookup = I18nextTexts(options: shown.settings.lookup(in: languages))
            }
            let isNew = before.languages != languages
            for file in Set(texts.keys).union(textsBefore.keys)
            where isNew ? texts[file] != nil : texts[file] != textsBefore[file] {
                shown.lookup.setNamespace(
                    file.namespace, language: file.language, to: texts[file])
            }
            shown.lookup.prepare(for: language)
            shown.texts = texts
            shown.state.isReady = true
            shown.state.language = language
            shown.state.languages = languages
            shown.state.origins = origins
            shown.state.problems = problems
            let change: ResourceChange? =
                if !before.isReady {
                    .ready(language: language)
                } else if before.language != language {
                    .languageChanged(from: before.language, to: language)
                } else if texts != textsBefore { .updated } else { nil }
            return (shown.state, change, Array(shown.listeners.values))
        }
        if let change { for listener in listeners { listener.yield(change) } }
        return state
    }

    private typealias Listener = AsyncStream<ResourceChange>.Continuation
}
