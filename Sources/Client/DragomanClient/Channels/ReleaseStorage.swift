import Foundation
import JSON

/// The stored releases of a channel.
///
/// Each release is a directory `SEQUENCE-HASH`, with the hash of its manifest. A release that is
/// being fetched has the suffix `.part`, and is renamed when it is complete. The older release
/// remains beside it. Nothing else is recorded, except for an entity tag: a release counts only if
/// its signature and the hashes of its files are still right when it is read.
struct ReleaseStorage: Sendable {
    private let directory: URL
    private let rules: ReleaseRules

    private static let partial = ".part"

    init(_ rules: ReleaseRules) {
        self.rules = rules
        directory = rules.settings.storageDirectory
            .appendingPathComponent(FileName.encode(rules.settings.projectID))
            .appendingPathComponent(rules.settings.channel)
    }

    /// The name of a release's directory.
    private struct Name: Equatable {
        let sequence: Int64
        let hash: String

        init(_ manifest: BundleManifest) {
            sequence = manifest.sequence ?? 0
            hash = manifest.hash
        }

        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let sequence = Int64(parts[0]), parts[1].utf8.count == 64 else {
                return nil
            }
            self.sequence = sequence
            hash = String(parts[1])
        }

        var text: String { "\(sequence)-\(hash)" }
    }

    // MARK: Reading

    /// The stored releases that are still trusted.
    struct Contents: Sendable {
        /// The newest complete release for the app's version.
        var release: TextBundle?
        /// The newest release of all.
        var newest: NewestRelease?
    }

    /// Reads the stored releases, newest first, and hashes the files of the newest.
    func read() -> Contents {
        var contents = Contents()
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
            .compactMap(Name.init).sorted { ($0.sequence, $0.hash) > ($1.sequence, $1.hash) }
        for name in names {
            let place = directory.appendingPathComponent(name.text)
            do throws(ChannelProblem) {
                guard let manifest = try manifest(name, in: place) else { continue }
                contents.newest = .newer(
                    contents.newest, NewestRelease(sequence: name.sequence, manifest: name.hash))
                guard contents.release == nil else { continue }
                try rules.requireAppVersion(in: manifest)
                let bundle = TextBundle(manifest, directory: place)
                if bundle.isComplete { contents.release = bundle }
            } catch {
                // Damage does not permit an older release.
                contents.newest = .newer(
                    contents.newest, NewestRelease(sequence: name.sequence, manifest: name.hash))
            }
        }
        return contents
    }

    /// Returns the manifest of a stored release, or nil if the release is not trusted any more.
    private func manifest(_ name: Name, in place: URL) throws(ChannelProblem) -> BundleManifest? {
        do throws(TextsFileError) {
            let data = try BoundedFile.read(
                place.appendingPathComponent(BundleManifest.name),
                limit: BundleManifest.maximumSize)
            guard BundleManifest.hash(of: data) == name.hash else {
                throw .altered(BundleManifest.name)
            }
            let signature = try? BoundedFile.read(
                place.appendingPathComponent(BundleManifest.signatureName),
                limit: SSHSignature.maximumSize)
            do throws(ChannelProblem) {
                return try rules.acceptStored(data, signature: signature)
            } catch {
                switch error {
                case .unsigned, .badSignature(.unknownKey), .otherProject, .otherChannel:
                    return nil
                default: throw TextsFileError.altered(BundleManifest.signatureName)
                }
            }
        } catch {
            throw .malformedManifest(error)
        }
    }

    // MARK: Writing

    /// A release that is being fetched.
    struct Draft: Sendable {
        /// The bundle with the files that are stored so far.
        let bundle: TextBundle
        fileprivate let place: URL

        /// Stores a file whose contents match the manifest.
        func write(_ data: Data, to file: BundleManifest.File) throws(ChannelProblem) {
            try ReleaseStorage.write(data, to: file.url(in: place))
        }
    }

    /// Begins to store a release, or continues an earlier attempt.
    ///
    /// Removes what other attempts have left.
    func begin(_ manifest: BundleManifest) -> Draft {
        let name = Name(manifest)
        let complete = directory.appendingPathComponent(name.text)
        // A damaged release is repaired in place, so that its number is never forgotten.
        let isDamaged = FileManager.default.fileExists(atPath: complete.path)
        let place =
            isDamaged ? complete : directory.appendingPathComponent(name.text + Self.partial)
        removeAll { other in
            other.hasSuffix(Self.partial) && other != place.lastPathComponent
        }
        return Draft(bundle: TextBundle(manifest, directory: place), place: place)
    }

    /// Completes a release, and returns it.
    ///
    /// Removes older releases, except for the one that is still in use.
    func finish(
        _ draft: Draft, manifest: Data, signature: Data?, replacing earlier: TextBundle?
    ) throws(ChannelProblem) -> TextBundle {
        let name = Name(draft.bundle.manifest)
        let complete = directory.appendingPathComponent(name.text)
        if let signature {
            try Self.write(
                signature, to: draft.place.appendingPathComponent(BundleManifest.signatureName))
        }
        try Self.write(manifest, to: draft.place.appendingPathComponent(BundleManifest.name))
        guard draft.bundle.isComplete else {
            throw .notStored("The stored files differ from the fetched ones.")
        }
        if draft.place != complete {
            do {
                try FileManager.default.moveItem(at: draft.place, to: complete)
            } catch {
                throw .notStored(BoundedFile.reason(of: error))
            }
        }
        let kept = [name, earlier.map { Name($0.manifest) }]
        removeAll { other in Name(other).map { !kept.contains($0) } ?? false }
        return TextBundle(draft.bundle.manifest, directory: complete)
    }

    private static func write(_ data: Data, to url: URL) throws(ChannelProblem) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url, options: .atomic)
        } catch {
            throw .notStored(BoundedFile.reason(of: error))
        }
    }

    /// Removes the directories of some releases.
    ///
    /// Whatever cannot be removed now is removed after the next release.
    private func removeAll(where isSuperfluous: (String) -> Bool) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names where isSuperfluous(name) {
            try? FileManager.default.removeItem(at: directory.appendingPathComponent(name))
        }
    }

    // MARK: The entity tag

    private var tagFile: URL { directory.appendingPathComponent("tag.json") }
    private static let maximumTagSize = 16 << 10

    /// Returns the entity tag that the server gave to a manifest.
    func entityTag(of manifest: String) -> String? {
        guard let data = try? BoundedFile.read(tagFile, limit: Self.maximumTagSize),
            let object = (try? JSONValue.parse(Array(data)))?.objectValue,
            object["manifest"]?.stringValue == manifest,
            object["url"]?.stringValue == rules.settings.projectURL.absoluteString
        else { return nil }
        return object["entityTag"]?.stringValue
    }

    /// Stores the entity tag of a manifest.
    ///
    /// If this fails, the next check fetches the manifest again.
    func write(entityTag: String?, of manifest: String) {
        guard let entityTag else { return }
        let object = JSONValue.object { object in
            object.add("manifest", manifest)
            object.add("url", rules.settings.projectURL.absoluteString)
            object.add("entityTag", entityTag)
        }
        try? Self.write(Data(CanonicalJSON.encode(object)), to: tagFile)
    }
}

extension TextBundle {
    /// True if all files exist and match the manifest.
    var isComplete: Bool { manifest.files.allSatisfy { (try? data(of: $0)) != nil } }
}
