import Archive
import Foundation
import GitEventStore
package import JSON
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
        package var origins: Origins?
    }

    /// The number of texts by origin.
    package struct Origins: Sendable, Equatable, Codable {
        /// Texts by people.
        package var people = 0
        /// Reviewed texts that nobody edited, by the machine that wrote them.
        package var machines: [String: Int] = [:]
        /// Texts of machines that a person edited when accepting them.
        package var edited = 0
        /// Texts that nobody reviewed.
        package var unreviewed = 0

        /// Creates counts of zero.
        package init() {}

        /// The number of all texts.
        package var total: Int { people + machines.values.reduce(0, +) + edited + unreviewed }
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
                languages: manifest.languages.map { language in
                    .init(
                        tag: language.locale.rawValue,
                        origins: ReleaseFacts.Origins(language.json.objectValue?["origins"]))
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

extension ReleaseFacts.Origins {
    /// Reads the member “origins” of a language in a manifest; returns nil if there is none.
    package init?(_ json: JSONValue?) {
        guard let object = json?.objectValue else { return nil }
        func count(_ value: JSONValue?) -> Int {
            value?.integerValue.flatMap { Int(exactly: $0) } ?? 0
        }
        people = count(object["people"])
        edited = count(object["edited"])
        unreviewed = count(object["unreviewed"])
        for (name, value) in object["machine"]?.objectValue?.members ?? [] {
            machines[name] = count(value)
        }
    }

    /// Adds counts.
    package static func += (a: inout Self, b: Self) {
        a.people += b.people
        a.edited += b.edited
        a.unreviewed += b.unreviewed
        a.machines.merge(b.machines, uniquingKeysWith: +)
    }
}

extension ReleaseFacts {
    /// The origins of the texts in all languages, or nil if the manifest does not count them.
    package var origins: Origins? {
        let counts = languages.compactMap(\.origins)
        return counts.isEmpty ? nil : counts.reduce(into: Origins()) { $0 += $1 }
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
