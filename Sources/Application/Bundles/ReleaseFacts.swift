import Archive
import Foundation
import GitEventStore
import Machine
import ReadModel
import Texts
import Translation
package import Workspace

/// The facts about a release that take long to find out, and that do not change.
package struct ReleaseFacts: Sendable, Equatable, Codable {
    /// The digest of the state.
    package var digest: String
    /// The languages in the release, sorted by tag; empty if it has no files.
    package var languages: [Language]
    /// The number of files.
    package var fileCount: Int
    /// The first files by path, at most ``listedFiles``.
    package var files: [File]
    /// The size of the `.tar.gz` archive in bytes, or nil if there are no files.
    package var archiveSize: Int?
    /// The changes since the previous release, or nil if it is the first one.
    package var changes: Changes?

    /// A language in a release.
    package struct Language: Sendable, Equatable, Codable {
        package var tag: String
        /// The number of texts by origin, if the manifest counts them.
        package var origins: OriginCounts?
    }

    /// A file in a release.
    package struct File: Sendable, Equatable, Codable {
        package var path: String
        package var size: Int
    }

    /// The changes since another release.
    package struct Changes: Sendable, Equatable, Codable {
        /// The full id of the other release's commit.
        package var since: String
        /// The number of strings whose texts differ in any language.
        package var strings: Int
    }

    /// The maximum number of files that are listed.
    package static let listedFiles = 200
}

extension Snapshot {
    /// Finds out the facts about this state, which is that of a release's commit, without the
    /// changes.
    ///
    /// Cost: exports all files, and packs them.
    package func releaseFacts(of commit: String) throws -> ReleaseFacts {
        do {
            let bundle = try bundle(BundleRequest(), at: .revision(commit))
            let manifest = bundle.manifest
            return ReleaseFacts(
                digest: manifest.digest,
                languages: manifest.languages.map {
                    .init(tag: $0.locale.rawValue, origins: $0.origins)
                },
                fileCount: manifest.files.count,
                files: manifest.files.prefix(ReleaseFacts.listedFiles).map {
                    .init(path: $0.path, size: $0.size)
                }, archiveSize: try bundle.archive(.tarGzip).count)
        } catch let refusal as Refusal where refusal.code == .noText {
            return ReleaseFacts(
                digest: try model.digest(), languages: [], fileCount: 0, files: [])
        }
    }

    /// Returns the changes between two releases, given as full ids of commits.
    ///
    /// This state must be the tip. Cost: see ``difference(from:to:)``.
    package func changes(
        from earlier: String, to later: String
    ) throws -> ReleaseFacts.Changes {
        let difference = try difference(
            from: side(named: earlier), to: side(named: later))
        let strings = difference.locales.flatMap { locale in
            locale.added.map(\.string) + locale.changed.map(\.string)
                + locale.removed.map(\.string)
        }
        return .init(since: earlier, strings: Set(strings).count)
    }
}

extension ReleaseFacts {
    /// The origins of the texts in all languages, or nil if the manifest does not count them.
    package var origins: OriginCounts? {
        let counts = languages.compactMap(\.origins)
        return counts.isEmpty ? nil : counts.reduce(into: OriginCounts()) { $0.add($1) }
    }
}

extension ProjectScope {
    /// The directory of the facts, which can be deleted at any time.
    private var factsDirectory: String { store.projectionDirectory + "/releases" }

    /// Returns the stored facts of a release, or nil if there are none.
    package func storedFacts(of commit: String) -> ReleaseFacts? {
        guard let bytes = try? Files.read(factsDirectory + "/\(commit).json") else { return nil }
        return try? JSONDecoder().decode(ReleaseFacts.self, from: Data(bytes))
    }

    /// Stores the facts of a release.
    package func store(_ facts: ReleaseFacts, of commit: String) throws {
        try Files.makeDirectory(factsDirectory)
        try Files.write(Array(JSONEncoder().encode(facts)), to: factsDirectory + "/\(commit).json")
    }
}
