import Foundation
import JSON

/// Loads namespaces in several languages: first the stored and built-in texts, then the server's
/// texts.
struct ResourceLoader: Sendable {
    let settings: ResourceSettings
    let fetcher: any ResourceFetcher
    /// The storage, or nil if nothing can be stored.
    let storage: ResourceStorage?

    /// The maximum number of concurrent fetches.
    private static let fetchesAtOnce = 6
    /// The maximum number of consecutive loads that reject a server's response solely because of
    /// stored texts.
    ///
    /// If the very first response came from a captive portal, the app has no other texts for a
    /// comparison. Accepting a response does not remove any stored text.
    private static let maximumRejections = 5

    /// The fetched texts of a file, from this launch or an earlier launch.
    struct Fetched: Sendable {
        var texts: JSONValue
        /// The address that the texts were fetched from.
        var source: String
        var entityTag: String?
        /// The number of loads with a rejected response since the last accepted response.
        var rejections = 0
    }

    /// A file's layers of texts, with the problems that occurred while loading them.
    struct Loaded: Sendable {
        var file: ResourceFile
        var fetched: Fetched?
        /// True if the server confirmed the fetched texts.
        var isCurrent = false
        var release: JSONValue?
        var local: JSONValue?
        var problems: [ResourceProblem] = []

        /// The newest available layer.
        var origin: ResourceOrigin? {
            if fetched != nil { return isCurrent ? .external : .cached }
            if release != nil { return .release }
            return local == nil ? nil : .local
        }

        /// The texts that need no comparison with others, newest first.
        var trusted: [JSONValue] { [release, local].compactMap(\.self) }

        /// Returns the merged texts of all layers.
        ///
        /// Each key comes from the newest layer that contains it.
        func texts(_ trees: TextTree) -> JSONValue? {
            let layers = (fetched.map { [$0.texts] } ?? []) + trusted
            return layers.dropFirst().reduce(layers.first) { upper, lower in
                upper.map { trees.merge($0, over: lower) }
            }
        }
    }

    private var trees: TextTree { TextTree(settings.lookup) }

    // MARK: Stored and built-in texts

    /// Reads all namespaces in the given languages without asking the server.
    ///
    /// Texts that were fetched since launch are used instead of stored texts, because they are at
    /// least as new.
    func read(_ languages: [String], earlier: [ResourceFile: Loaded]) -> [Loaded] {
        languages.flatMap { language in
            settings.namespaces.map {
                let file = ResourceFile(language: language, namespace: $0)
                return read(file, earlier: earlier[file])
            }
        }.sorted { $0.file < $1.file }
    }

    private func read(_ file: ResourceFile, earlier: Loaded?) -> Loaded {
        var loaded = Loaded(file: file)
        guard file.isSafe else {
            loaded.problems = [
                .init(.invalidFile, file, "This is not a valid file name for translations.")
            ]
            return loaded
        }
        if settings.isExternal {
            if let fetched = earlier?.fetched {
                (loaded.fetched, loaded.isCurrent) = (fetched, earlier?.isCurrent ?? false)
            } else {
                loaded.fetched = kept(file, &loaded.problems)
            }
        }
        loaded.release = settings.release.flatMap { tree(file, in: $0, &loaded.problems) }
        loaded.local = tree(file, in: settings.local, &loaded.problems)
        return loaded
    }

    /// Reads texts that are built in, or that belong to a release.
    private func tree(
        _ file: ResourceFile, in source: any LocalTexts, _ problems: inout [ResourceProblem]
    ) -> JSONValue? {
        do {
            return try source.json(language: file.language, namespace: file.namespace)
                .flatMap { tree($0, problem: .invalidLocal, file, &problems) }
        } catch {
            problems.append(.init(.invalidLocal, file, "\(error)"))
            return nil
        }
    }

    /// Returns the stored texts, if they came from the current address.
    private func kept(_ file: ResourceFile, _ problems: inout [ResourceProblem]) -> Fetched? {
        do {
            guard let entry = try storage?.read(file), entry.url == source(of: file) else {
                return nil
            }
            return tree(entry.texts, problem: .unreadableStorage, file, &problems).map {
                Fetched(
                    texts: $0, source: entry.url, entityTag: entry.entityTag,
                    rejections: entry.rejections)
            }
        } catch {
            problems.append(error)
            return nil
        }
    }

    /// Parses a file of texts.
    private func tree(
        _ data: Data, problem: ResourceProblem.Kind, _ file: ResourceFile,
        _ problems: inout [ResourceProblem]
    ) -> JSONValue? {
        do {
            let value = try JSONValue.parseMarked(Array(data))
            if value.objectValue != nil { return value }
            problems.append(.init(problem, file, "The file is not an object of texts."))
        } catch {
            problems.append(.init(problem, file, "The file is not valid JSON: \(error)"))
        }
        return nil
    }

    // MARK: Fetched texts

    /// Fetches newer texts, several files at once.
    ///
    /// The time limit in the settings applies to all files together. If a response does not look
    /// like texts, the previous texts are kept.
    func fetch(_ loaded: [Loaded]) async -> [Loaded] {
        let deadline = ContinuousClock.now + settings.timeout
        var loaded = loaded
        let manifest: BundleManifest?
        do {
            manifest = try await fetchManifest(until: deadline)
        } catch {
            for index in loaded.indices {
                loaded[index].isCurrent = false
                if index == 0 { loaded[index].problems.append(error) }
            }
            return loaded
        }
        let known = known(loaded)
        return await withTaskGroup(of: Loaded.self) { group in
            var waiting = loaded[...]
            var done: [Loaded] = []
            func addNext() {
                guard let next = waiting.popFirst() else { return }
                let check = AnswerCheck(
                    known: known.keys[next.file.namespace] ?? [], trees: trees)
                let isBuiltIn = known.builtIn.contains(next.file.namespace)
                group.addTask {
                    await fetch(next, manifest, check, isBuiltIn: isBuiltIn, until: deadline)
                }
            }
            for _ in 0..<Self.fetchesAtOnce { addNext() }
            for await item in group {
                done.append(item)
                addNext()
            }
            return done.sorted { $0.file < $1.file }
        }
    }

    /// Returns the keys of each namespace in any language, and the namespaces for which there are
    /// texts that are built in or belong to a release.
    private func known(
        _ loaded: [Loaded]
    ) -> (keys: [String: Set<ExactText>], builtIn: Set<String>) {
        var keys: [String: Set<ExactText>] = [:]
        var builtIn: Set<String> = []
        for item in loaded {
            let name = item.file.namespace
            for tree in item.trusted {
                let texts = trees.keys(of: tree).texts
                if !texts.isEmpty { builtIn.insert(name) }
                keys[name, default: []].formUnion(texts)
            }
            if let fetched = item.fetched {
                keys[name, default: []].formUnion(trees.keys(of: fetched.texts).texts)
            }
        }
        return (keys, builtIn)
    }

    private func fetch(
        _ item: Loaded, _ manifest: BundleManifest?, _ check: AnswerCheck, isBuiltIn: Bool,
        until deadline: ContinuousClock.Instant
    ) async -> Loaded {
        var item = item
        item.isCurrent = false
        let listed = manifest?.file(
            format: BundleManifest.resourceFormat, language: item.file.language,
            section: item.file.namespace)
        guard item.file.isSafe, manifest == nil || listed != nil,
            let source = source(of: item.file), let url = address(of: item.file, listed)
        else { return item }
        let kept = item.fetched?.source == source ? item.fetched : nil
        // If the stored file is the one that the manifest lists, no request is needed.
        if let listed, kept?.entityTag == listed.tag {
            item.isCurrent = true
            return item
        }
        do {
            let answer = try await fetch(url, kept?.entityTag, until: deadline)
            switch answer {
            case .file(let data, let tag, let type):
                try listed?.check(data)
                accept(data, tag: listed?.tag ?? tag, type, check, isBuiltIn, source, &item)
            case .notModified where kept?.entityTag != nil:
                item.isCurrent = true
                guard kept?.rejections != 0 else { break }
                item.fetched?.rejections = 0
                keep(&item)
            case .notModified, .absent: break
            }
        } catch let error as ResourceFetchError {
            item.problems += error.problem(with: item.file).map { [$0] } ?? []
        } catch {
            item.problems.append(.init(.invalidFile, item.file, "\(error)"))
        }
        return item
    }

    private func fetch(
        _ url: URL, _ tag: String?, maximumSize: Int? = nil,
        until deadline: ContinuousClock.Instant
    ) async throws(ResourceFetchError) -> ResourceAnswer {
        let rest = deadline - .now
        guard rest > .zero else { throw .timedOut }
        return try await fetcher.fetch(
            ResourceRequest(
                url: url, entityTag: tag, headers: settings.headers,
                maximumSize: maximumSize ?? settings.maximumFileSize, timeout: rest))
    }

    /// Replaces the texts fetched earlier with a response, unless it does not look like texts.
    ///
    /// An empty response is ignored, as in i18next's chained backend.
    private func accept(
        _ data: Data, tag: String?, _ type: String?, _ check: AnswerCheck, _ isBuiltIn: Bool,
        _ source: String, _ item: inout Loaded
    ) {
        if let objection = AnswerCheck.objection(toMediaType: type) {
            return item.problems.append(.init(.invalidFile, item.file, objection))
        }
        guard let answer = tree(data, problem: .invalidFile, item.file, &item.problems),
            answer.objectValue?.members.isEmpty == false
        else { return }
        if let objection = check.objection(to: answer) {
            // Built-in texts can be trusted, but stored texts may come from a captive portal.
            let isComparable = !isBuiltIn && item.fetched?.source == source
            if isComparable { item.fetched?.rejections += 1 }
            guard isComparable, item.fetched?.rejections ?? 0 > Self.maximumRejections else {
                item.problems.append(.init(.invalidFile, item.file, objection))
                if isComparable { keep(&item) }
                return
            }
        }
        var texts = answer
        if let kept = item.fetched, kept.source == source {
            let merged = trees.merge(answer, over: kept.texts)
            if CanonicalJSON.encode(merged).count <= settings.maximumFileSize { texts = merged }
        }
        item.fetched = Fetched(texts: texts, source: source, entityTag: tag)
        item.isCurrent = true
        keep(&item)
    }

    private func keep(_ item: inout Loaded) {
        guard let storage, let fetched = item.fetched else { return }
        do {
            try storage.write(
                ResourceStorage.Entry(
                    texts: Data(CanonicalJSON.encode(fetched.texts)), entityTag: fetched.entityTag,
                    url: fetched.source,
                    rejections: fetched.rejections), for: item.file)
        } catch {
            item.problems.append(error)
        }
    }

    // MARK: Addresses

    /// Returns the address of a file, or of the manifest that lists it, as recorded in the storage.
    private func source(of file: ResourceFile) -> String? {
        settings.manifestURL.map(\.absoluteString) ?? address(of: file, nil)?.absoluteString
    }

    private func address(of file: ResourceFile, _ listed: BundleManifest.File?) -> URL? {
        if let listed {
            let directory = settings.manifestURL?.deletingLastPathComponent()
            return directory.map { listed.url(in: $0) }
        }
        guard var url = settings.baseURL else { return nil }
        url.appendPathComponent(file.language)
        for part in "\(file.namespace).json".split(separator: "/") {
            url.appendPathComponent(String(part))
        }
        return url
    }

    /// Fetches the bundle's manifest, if the texts come from a bundle.
    private func fetchManifest(
        until deadline: ContinuousClock.Instant
    ) async throws(ResourceProblem) -> BundleManifest? {
        guard let url = settings.manifestURL else { return nil }
        do {
            let answer = try await fetch(
                url, nil, maximumSize: BundleManifest.maximumSize, until: deadline)
            guard case .file(let data, _, _) = answer else {
                throw ResourceProblem(.invalidFile, nil, "There is no manifest at \(url).")
            }
            return try BundleManifest(data)
        } catch let problem as ResourceProblem {
            throw problem
        } catch let error as ResourceFetchError {
            throw error.problem(with: nil) ?? ResourceProblem(.unreachable, nil, "Cancelled.")
        } catch {
            throw ResourceProblem(.invalidFile, nil, "\(error)")
        }
    }
}

extension ResourceFile {
    /// True if both names are safe to use in a path or an address.
    fileprivate var isSafe: Bool { ResourceName.isSafe(language) && ResourceName.isSafe(namespace) }
}
