import Foundation
import JSON

/// Loads the namespaces of languages: the newest where the server answers, else what was kept, else what is built in.
struct ResourceLoader: Sendable {
    let settings: ResourceSettings
    let fetcher: any ResourceFetcher
    /// Nil where nothing is kept, or may be.
    let storage: ResourceStorage?

    /// How many files are fetched at once.
    private static let fetchesAtOnce = 6

    /// What a file was loaded from, and what went wrong on the way.
    struct Loaded: Sendable {
        var file: ResourceFile
        var texts: JSONValue?
        var origin: ResourceOrigin?
        var problems: [ResourceProblem] = []
    }

    /// Loads all namespaces of languages, several at once.
    func load(_ languages: [String]) async -> [Loaded] {
        let files = languages.flatMap { language in
            settings.namespaces.map { ResourceFile(language: language, namespace: $0) }
        }
        return await withTaskGroup(of: Loaded.self) { group in
            var waiting = files[...]
            for file in waiting.prefix(Self.fetchesAtOnce) {
                group.addTask { await load(file) }
            }
            waiting = waiting.dropFirst(Self.fetchesAtOnce)
            var loaded: [Loaded] = []
            for await item in group {
                loaded.append(item)
                if let next = waiting.popFirst() {
                    group.addTask { await load(next) }
                }
            }
            return loaded.sorted { $0.file < $1.file }
        }
    }

    /// Loads one file.
    private func load(_ file: ResourceFile) async -> Loaded {
        var loaded = Loaded(file: file)
        guard ResourceName.isSafe(file.language), ResourceName.isSafe(file.namespace) else {
            loaded.problems = [.init(.invalidFile, file, "This is no name of a file of texts.")]
            return loaded
        }
        let kept = settings.isExternal ? keptEntry(file, &loaded.problems) : nil
        if settings.isExternal, let url = address(of: file) {
            await fetch(url, kept, &loaded)
            if loaded.texts != nil { return loaded }
        }
        if let kept {
            take(kept.texts, from: .cached, problem: .unreadableStorage, &loaded)
            if loaded.texts != nil { return loaded }
        }
        do {
            if let data = try settings.local.json(
                language: file.language, namespace: file.namespace)
            {
                take(data, from: .local, problem: .invalidLocal, &loaded)
            }
        } catch {
            loaded.problems.append(.init(.invalidLocal, file, "\(error)"))
        }
        return loaded
    }

    private func address(of file: ResourceFile) -> URL? {
        guard var url = settings.baseURL else { return nil }
        url.appendPathComponent(file.language)
        for part in "\(file.namespace).json".split(separator: "/") {
            url.appendPathComponent(String(part))
        }
        return url
    }

    /// What was kept, if it came from where texts are fetched today.
    private func keptEntry(
        _ file: ResourceFile, _ problems: inout [ResourceProblem]
    ) -> ResourceStorage.Entry? {
        do {
            guard let entry = try storage?.read(file),
                entry.url == address(of: file)?.absoluteString
            else { return nil }
            return entry
        } catch {
            problems.append(error)
            return nil
        }
    }

    private func fetch(
        _ url: URL, _ kept: ResourceStorage.Entry?, _ loaded: inout Loaded
    ) async {
        let request = ResourceRequest(
            url: url, entityTag: kept?.entityTag, headers: settings.headers,
            maximumSize: settings.maximumFileSize, timeout: settings.timeout)
        do {
            switch try await fetcher.fetch(request) {
            case .file(let data, let tag):
                take(data, from: .external, problem: .invalidFile, &loaded)
                guard loaded.texts != nil else { return }
                let entry = ResourceStorage.Entry(
                    texts: data, entityTag: tag, url: url.absoluteString)
                do {
                    try storage?.write(entry, for: loaded.file)
                } catch {
                    loaded.problems.append(error)
                }
            case .notModified:
                guard let kept else { return }
                take(kept.texts, from: .external, problem: .unreadableStorage, &loaded)
            case .absent: return
            }
        } catch {
            loaded.problems += error.problem(with: loaded.file).map { [$0] } ?? []
        }
    }

    /// Takes texts, unless they are no list of texts.
    ///
    /// An empty list leaves the place to the next layer, as in i18next's chained backend.
    private func take(
        _ data: Data, from origin: ResourceOrigin, problem: ResourceProblem.Kind,
        _ loaded: inout Loaded
    ) {
        do {
            let value = try JSONValue.parse(Array(data))
            guard let object = value.objectValue else {
                loaded.problems.append(
                    .init(problem, loaded.file, "The file is no object of texts."))
                return
            }
            guard origin == .local || !object.members.isEmpty else { return }
            (loaded.texts, loaded.origin) = (value, origin)
        } catch {
            loaded.problems.append(.init(problem, loaded.file, "The file is no JSON: \(error)"))
        }
    }
}
