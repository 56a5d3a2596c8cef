import Bundles
import Languages
import Server
import Texts
import Translation
import Workspace

/// The releases of a project, newest first, with their facts.
struct ReleaseList {
    private let call: PageCall
    private let snapshot: Snapshot
    private let people: People
    private let signed: Set<String>
    private var wording: Wording { call.wording }
    let channels: ChannelCards
    /// The releases, each with the release before it.
    let releases: [(release: Release, previous: Release?)]
    /// The releases whose facts are not known yet.
    private(set) var missing: [ReleaseFactsKeeper.Wanted] = []
    private var facts: [String: ReleaseFacts] = [:]

    /// The number of languages that a row names.
    private static let namedLanguages = 6
    /// The number of digits of a digest that a row shows.
    private static let digestLength = 7

    /// Reads the releases, of which the page shows those in `range`.
    init(
        _ call: PageCall, _ range: Range<Int>, in snapshot: Snapshot
    ) throws {
        let channels = try ChannelCards(call, in: snapshot)
        // One more release, for the changes since then.
        let all = try snapshot.releases(limit: range.upperBound + 1, besides: channels.untagged)
        let shown = all.dropFirst(range.lowerBound).prefix(range.count)
        self.init(
            call, channels,
            zip(shown, shown.indices).map { release, index in
                (release, index + 1 < all.count ? all[index + 1] : nil)
            }, people: try call.people(in: snapshot), in: snapshot)
    }

    /// Reads one release, given by the full id of its commit.
    init(_ call: PageCall, commit: String, in snapshot: Snapshot) throws {
        let channels = try ChannelCards(call, in: snapshot)
        let found = try snapshot.releaseWithPrevious(commit, besides: channels.commits)
        self.init(
            call, channels, [found], people: try call.people(in: snapshot), in: snapshot)
    }

    private init(
        _ call: PageCall, _ channels: ChannelCards,
        _ releases: [(release: Release, previous: Release?)], people: People,
        in snapshot: Snapshot
    ) {
        self.call = call
        self.snapshot = snapshot
        self.channels = channels
        self.releases = releases
        self.people = people
        signed = channels.signed
        let keeper = call.site.releaseFacts
        for (release, previous) in releases {
            let wanted = ReleaseFactsKeeper.Wanted(
                commit: release.commit, previous: previous?.commit)
            if let known = keeper.facts(of: wanted, in: snapshot, of: call.project) {
                facts[release.commit] = known
            } else if !keeper.hasFailed(wanted, of: call.project) {
                missing.append(wanted)
            }
        }
    }

    /// Returns the rows of the list.
    func rows() throws -> [ReleasesContent.Release] {
        try releases.map { release, previous in
            let facts = facts[release.commit]
            let tags = facts?.languages.map(\.tag) ?? []
            let others = tags.count - Self.namedLanguages
            return .init(
                name: release.name, href: call.path(release: release.commit),
                pills: pills(of: release), who: try who(made: release), when: when(release),
                changed: changed(release, since: previous),
                digest: facts.map { String($0.digest.prefix(Self.digestLength)) },
                languages: Array(tags.prefix(Self.namedLanguages)),
                moreLanguages: others > 0 ? wording("counts.more", count: others) : nil,
                changes: changes(in: release, since: previous), downloads: downloads(of: release),
                verification: verification(of: release))
        }
    }

    /// Returns the page of the first release, or nil if there is none.
    func page() throws -> ReleaseContent? {
        guard let (release, previous) = releases.first else { return nil }
        let facts = facts[release.commit]
        let unlisted = (facts?.fileCount ?? 0) - (facts?.files.count ?? 0)
        let base = bundle(of: release)
        return ReleaseContent(
            name: release.name, pills: pills(of: release), who: try who(made: release),
            when: when(release), changed: changed(release, since: previous),
            commit: release.commit, digest: facts?.digest,
            signatures: channels.signatures(of: release.commit),
            changes: changes(in: release, since: previous), downloads: downloads(of: release),
            verification: verification(of: release), isCounting: !missing.isEmpty,
            languages: facts.map(languages) ?? [], hasOrigins: facts?.origins != nil,
            files: (facts?.files ?? []).map { file in
                let path = file.path.utf8.split(separator: UInt8(ascii: "/")).map {
                    PercentEncoding.text(String(Substring($0)))
                }
                return .init(
                    path: file.path, href: base + "/" + path.joined(separator: "/"),
                    size: wording.size(file.size))
            },
            moreFiles: unlisted > 0 ? wording("releases.moreFiles", count: unlisted) : nil)
    }

    private func languages(_ facts: ReleaseFacts) -> [ReleaseContent.Language] {
        let names = LanguageName.names(
            of: facts.languages.map(\.tag), in: wording.tag.rawValue)
        return zip(facts.languages, names).map { language, name in
            let origins = language.origins ?? OriginCounts()
            return .init(
                tag: language.tag, languageName: name,
                href: call.path + "/languages/" + language.tag,
                people: wording.number(origins.people),
                machine: origins.machineWords(wording) ?? wording.number(0),
                edited: wording.number(origins.edited),
                unreviewed: wording.number(origins.unreviewed))
        }.sorted { $0.languageName < $1.languageName }
    }

    private func pills(of release: Release) -> [Pill] {
        channels.pills(of: release.commit, signed: signed.contains(release.commit))
    }

    private func who(made release: Release) throws -> String {
        people.name(of: try snapshot.maker(of: release))
    }

    private func when(_ release: Release) -> TimeMark {
        TimeMark(PageTime.timestamp(release.time), now: call.now, wording)
    }

    /// Returns the number of strings that changed, in words, or nil if it is not known.
    private func changed(_ release: Release, since previous: Release?) -> String? {
        guard previous != nil else { return wording("releases.first") }
        if let changes = facts[release.commit]?.changes {
            return wording("counts.strings", count: changes.strings)
        }
        return missing.contains { $0.commit == release.commit }
            ? wording("project.counting") : nil
    }

    private func changes(in release: Release, since previous: Release?) -> PageLink? {
        previous.map { previous in
            PageLink(
                label: previous.name,
                href: call.path + "/changes"
                    + ChangesQuery(from: previous.name, to: release.name).address)
        }
    }

    /// The address of a release's files.
    private func bundle(of release: Release) -> String {
        call.path + "/bundles/at/" + release.commit
    }

    /// Returns the addresses of a release's files, or nil if it is known to have none.
    private func downloads(of release: Release) -> ReleasesContent.Downloads? {
        let facts = facts[release.commit]
        guard facts?.fileCount != 0 else { return nil }
        let base = bundle(of: release)
        return .init(
            tar: base + ".tar.gz", zip: base + ".zip", manifest: base + "/manifest.json",
            size: facts?.archiveSize.map(wording.size))
    }

    /// The command that verifies the files of a release.
    private func verification(of release: Release) -> String {
        "dragoman verify \(call.name)-\(release.commit.prefix(12)).tar.gz --rev "
            + ShellWord.quoting(release.name)
    }
}

extension OriginCounts {
    /// Returns the texts of machines, such as `12 argos, 3 deepl`, or nil if there are none.
    func machineWords(_ wording: Wording) -> String? {
        let parts = sortedMachines.filter { $0.count > 0 }
            .map { "\(wording.number($0.count)) \($0.name)" }
        return parts.isEmpty ? nil : wording.commas(parts)
    }
}
