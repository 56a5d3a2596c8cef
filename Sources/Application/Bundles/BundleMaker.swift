import Crypto
import EventStore
import Git
import GitEventStore
import Interchange
import JSON
import Languages
import ReadModel
package import Texts
import Translation
package import Workspace

/// The options of a release bundle.
package struct BundleRequest: Sendable {
    /// The names of the export profiles to use; if empty, all are used.
    package var profiles: [String]
    /// Whether all profiles write only reviewed texts.
    package var isReviewedOnly: Bool
    /// The channel that the bundle is for.
    package var channel: String?
    /// Whether no profile writes texts that are a machine's.
    package var omitsMachine: Bool
    /// The app versions that the bundle is for.
    package var appVersions: AppVersionRange?
    /// The bundle's position in a sequence of releases.
    package var sequence: Int64?

    /// Creates the options of a release bundle.
    package init(
        profiles: [String] = [], isReviewedOnly: Bool = false, omitsMachine: Bool = false,
        channel: String? = nil, appVersions: AppVersionRange? = nil, sequence: Int64? = nil
    ) {
        self.profiles = profiles
        self.isReviewedOnly = isReviewedOnly
        self.channel = channel
        self.omitsMachine = omitsMachine
        self.appVersions = appVersions
        self.sequence = sequence
    }
}

/// Creates release bundles for a project.
package struct BundleMaker {
    private let workspace: Workspace

    package init(_ workspace: Workspace) { self.workspace = workspace }

    /// Returns a release bundle for a point in time, without writing to disk.
    ///
    /// If the settings contain no export profiles, ``Snapshot/profilesOfFiles()`` supplies them.
    package func bundle(_ request: BundleRequest, at moment: Moment) throws -> ReleaseBundle {
        try workspace.read(at: moment) { try $0.bundle(request, at: moment) }
    }
}

extension Snapshot {
    /// Returns a release bundle of this state, which must be the state at `moment`.
    package func bundle(_ request: BundleRequest, at moment: Moment) throws -> ReleaseBundle {
        try BundleExport(self).bundle(request, of: moment)
    }
}

/// Exports a state for a bundle.
struct BundleExport {
    let snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// Returns a release bundle of the state at `moment`.
    func bundle(
        _ request: BundleRequest, of moment: Moment
    ) throws -> ReleaseBundle {
        var (revision, at): (String?, Int64?) = (nil, nil)
        switch moment {
        case .tip: revision = try snapshot.requirePosition().commit
        case .revision(let name): revision = name
        case .time(let time): at = time
        }
        let commit = try snapshot.commit(
            of: revision ?? Workspace.requireHead(of: snapshot.store).commit)
        var profiles = try snapshot.exportProfiles()
        if profiles.isEmpty { profiles = try snapshot.profilesOfFiles() }
        profiles = try Workspace.profiles(named: request.profiles, of: profiles)
        for index in profiles.indices {
            if request.isReviewedOnly { profiles[index].request.isReviewedOnly = true }
            if request.omitsMachine { profiles[index].request.omitsMachine = true }
        }
        var (manifest, exported) = try manifest(of: profiles)
        manifest.channel = request.channel
        manifest.appVersions = request.appVersions
        manifest.sequence = request.sequence
        guard !manifest.files.isEmpty else {
            throw Refusal(
                .noText, "The bundle would contain no files.",
                hint: .typed(
                    "`dragoman status` shows the languages; `dragoman config export-profiles` "
                        + "shows the profiles."
                ))
        }
        let committed = try snapshot.store.repository.commit(commit).committer.secondsSinceEpoch
        return ReleaseBundle(
            manifest: manifest,
            provenance: BundleProvenance(
                commit: commit.description, seconds: committed, at: at),
            contents: exported.files.map { ($0.path, $0.bytes) })
    }

    /// Exports profiles and returns the manifest of the result, without the members that say whom
    /// the bundle is for.
    func manifest(of profiles: [ExportProfile]) throws -> (BundleManifest, Exported) {
        let exported = try snapshot.export(profiles)
        for file in exported.files where BundleManifest.ownNames.contains(file.path) {
            throw Refusal(
                .contradiction,
                "The profile “\(file.profile)” writes \(file.path), a name that is reserved in "
                    + "bundles.",
                hint: "Give the profile a directory in the setting “export-profiles”.")
        }
        let locales = Set(try profiles.flatMap { try snapshot.exportedLocales($0.request) })
        let manifest = BundleManifest(
            project: snapshot.project.id, source: snapshot.project.source,
            digest: try snapshot.model.digest(),
            events: try snapshot.model.eventCount(),
            lastEvent: try snapshot.model.lastEventID(notAfter: Self.endOfTime),
            cldr: CLDR.version,
            rules: try profiles.map { try rule(of: $0) },
            languages: try locales.sorted().map {
                try bundleLanguage($0, shipping: exported.shipped[$0])
            },
            files: exported.files.map(BundleManifest.File.init),
            unrepresentable: exported.unrepresentable)
        return (manifest, exported)
    }

    /// The last millisecond that fits in an id.
    private static let endOfTime: UInt64 = 1 << 48 - 1

    /// Returns the rule for a profile: everything that determines its output.
    ///
    /// If neither the profile nor the settings specify `inherit`, it is omitted. The app's files
    /// then stay without the texts that they lacked at their last import.
    private func rule(of profile: ExportProfile) throws -> JSONObject {
        let request = profile.request
        var members = JSONMembers()
        members.add("name", profile.name)
        members.add("format", request.format.name)
        members.add("directory", profile.directory)
        if profile.isDirectoryForOthers { members.add("directoryForOthers", true) }
        members.add(
            "locales", request.locales.map { .array($0.map { .string($0.rawValue) }) })
        members.add("sections", request.sections.map { .array($0.map(JSONValue.string)) })
        members.add("untranslated", request.untranslated.rawValue)
        members.add("flat", request.isFlat)
        if let inherits = try snapshot.isToldToInherit(request) { members.add("inherit", inherits) }
        members.add("reviewedOnly", request.isReviewedOnly)
        if request.omitsMachine { members.add("machine", "omit") }
        members.add("stale", request.omitsStale ? "omit" : "keep")
        return JSONObject(uniqueMembers: members.members)
    }

    private func bundleLanguage(
        _ locale: LanguageTag, shipping origins: OriginCounts
    ) throws -> BundleManifest.Language {
        let status = try snapshot.model.status(of: locale)
        let counts = [
            status.total, status.translated, status.reviewed, status.inherited, status.stale,
            status.missing,
        ]
        let tag = locale.rawValue
        let attributes = try snapshot.model.locale(locale)?.attributes
        return BundleManifest.Language(
            locale: locale, name: attributes?.name ?? LanguageName.own(tag),
            englishName: LanguageName.english(tag),
            direction: WritingDirection.direction(of: tag) == .rightToLeft ? "rtl" : "ltr",
            fallback: attributes?.fallback ?? [],
            coverage: Array(zip(BundleManifest.Language.coverageKeys, counts)), origins: origins)
    }
}

extension BundleManifest.File {
    fileprivate init(_ file: Exported.File) {
        self.init(
            path: file.path, profile: file.profile, locale: file.locale, section: file.section,
            mediaType: file.mediaType, size: file.bytes.count,
            sha256: StateDigest.hex(SHA256.hash(data: file.bytes)))
    }
}
