import Foundation

/// Fetches the current release of a channel, if the app does not have it.
struct ReleaseFetch: Sendable {
    let rules: ReleaseRules
    let storage: ReleaseStorage
    let fetcher: any ResourceFetcher
    /// The release in use, or nil if the app uses the built-in texts.
    let release: TextBundle?
    let newest: NewestRelease?

    private var settings: ChannelSettings { rules.settings }

    /// The maximum number of attempts if the channel moves to another release meanwhile.
    private static let attempts = 3
    /// The maximum number of concurrent fetches.
    private static let fetchesAtOnce = 6

    /// A manifest as the server sent it.
    private struct Offer {
        var manifest: Data
        var signature: Data?
        var entityTag: String?

        func isSame(as other: Offer) -> Bool {
            manifest == other.manifest && signature == other.signature
        }
    }

    /// Returns the channel's current release after storing it, or nil if the app already has it.
    func run() async throws(ChannelProblem) -> TextBundle? {
        let deadline = ContinuousClock.now + settings.timeout
        var earlier: (offer: Offer, problem: ChannelProblem)?
        for _ in 0..<Self.attempts {
            guard let offer = try await offer(isConditional: earlier == nil, until: deadline) else {
                return nil
            }
            // The problem is real, because the channel did not move.
            if let earlier, offer.isSame(as: earlier.offer) { throw earlier.problem }
            do {
                return try await take(offer, until: deadline)
            } catch {
                guard error.canResultFromMove else { throw error }
                earlier = (offer, error)
            }
        }
        throw .movedRepeatedly
    }

    // MARK: The manifest

    /// The hash of the manifest in use.
    private var current: String? { (release ?? settings.shipped)?.manifest.hash }

    /// Returns the manifest and its signature, or nil if they belong to the release in use.
    private func offer(
        isConditional: Bool, until deadline: ContinuousClock.Instant
    ) async throws(ChannelProblem) -> Offer? {
        let tag = isConditional ? current.flatMap(storage.entityTag) : nil
        switch try await fetch(
            BundleManifest.name, tag, maximumSize: BundleManifest.maximumSize, until: deadline)
        {
        case .notModified: return nil
        case .absent: throw .noRelease
        case .file(let manifest, let entityTag, _):
            if let current, BundleManifest.hash(of: manifest) == current {
                storage.write(entityTag: entityTag, of: current)
                return nil
            }
            let signature = settings.keys.isEmpty ? nil : try await signature(until: deadline)
            return Offer(manifest: manifest, signature: signature, entityTag: entityTag)
        }
    }

    private func signature(
        until deadline: ContinuousClock.Instant
    ) async throws(ChannelProblem) -> Data? {
        let answer = try await fetch(
            BundleManifest.signatureName, maximumSize: SSHSignature.maximumSize, until: deadline)
        guard case .file(let data, _, _) = answer else { return nil }
        return data
    }

    // MARK: The files

    private func take(
        _ offer: Offer, until deadline: ContinuousClock.Instant
    ) async throws(ChannelProblem) -> TextBundle {
        let manifest = try rules.accept(
            offer.manifest, signature: offer.signature, after: newest)
        let draft = storage.begin(manifest)
        var missing: [BundleManifest.File] = []
        for file in manifest.files where (try? draft.bundle.data(of: file)) == nil {
            if let data = ownData(of: file) {
                try draft.write(data, to: file)
            } else {
                missing.append(file)
            }
        }
        try await fetch(missing, into: draft, until: deadline)
        let bundle = try storage.finish(
            draft, manifest: offer.manifest, signature: offer.signature, replacing: release)
        storage.write(entityTag: offer.entityTag, of: manifest.hash)
        return bundle
    }

    /// Returns the contents of a file that another release of the app contains, at any path.
    private func ownData(of file: BundleManifest.File) -> Data? {
        for bundle in [release, settings.shipped].compactMap(\.self) {
            for other in bundle.manifest.files where other.sha256 == file.sha256 {
                if let data = try? bundle.data(of: other), (try? file.check(data)) != nil {
                    return data
                }
            }
        }
        return nil
    }

    private func fetch(
        _ files: [BundleManifest.File], into draft: ReleaseStorage.Draft,
        until deadline: ContinuousClock.Instant
    ) async throws(ChannelProblem) {
        let problem = await withTaskGroup(of: ChannelProblem?.self) { group -> ChannelProblem? in
            var waiting = files[...]
            func addNext() {
                guard let file = waiting.popFirst() else { return }
                group.addTask {
                    do throws(ChannelProblem) {
                        try await draft.write(fetch(file, until: deadline), to: file)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for _ in 0..<Self.fetchesAtOnce { addNext() }
            for await problem in group {
                if let problem {
                    group.cancelAll()
                    return problem
                }
                addNext()
            }
            return nil
        }
        if let problem { throw problem }
    }

    private func fetch(
        _ file: BundleManifest.File, until deadline: ContinuousClock.Instant
    ) async throws(ChannelProblem) -> Data {
        let answer: ResourceAnswer
        do throws(ChannelProblem) {
            answer = try await fetch(file.path, maximumSize: file.size, until: deadline)
        } catch {
            throw error == .notFetched(path: file.path, .tooLarge) ? .alteredFile(file.path) : error
        }
        guard case .file(let data, _, _) = answer else { throw .missingFile(file.path) }
        guard (try? file.check(data)) != nil else { throw .alteredFile(file.path) }
        return data
    }

    private func fetch(
        _ path: String, _ tag: String? = nil, maximumSize: Int,
        until deadline: ContinuousClock.Instant
    ) async throws(ChannelProblem) -> ResourceAnswer {
        do throws(ResourceFetchError) {
            let rest = deadline - .now
            guard rest > .zero else { throw .timedOut }
            let headers = ["Accept": "*/*"].merging(settings.headers) { $1 }
            return try await fetcher.fetch(
                ResourceRequest(
                    url: settings.url(path), entityTag: tag, headers: headers,
                    maximumSize: maximumSize, timeout: rest))
        } catch {
            throw .notFetched(path: path, error)
        }
    }
}
