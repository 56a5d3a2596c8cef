import Bundles
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The maximum number of changed texts that the form shows.
    private static let mostChanges = 100

    /// Returns what apps would get from a channel, or nil if the fields are not filled in yet.
    ///
    /// Throws the reason why the channel cannot point to the release.
    func preview(
        _ fields: PointFields, _ cards: ChannelCards, in snapshot: Snapshot
    ) throws -> PointContent.Preview? {
        var fields = fields
        // A number that was refused is replaced by the next one.
        fields.sequence = nil
        guard let request = try fields.request() else { return nil }
        var plan = try ChannelPlan(request, in: snapshot)
        let isSame = plan.isInEffect
        plan.renew()
        let commit = plan.channel.commit
        let name = cards.name(of: commit)
        let before = plan.before?.rivals.isEmpty == false ? nil : plan.before?.release
        var report: ChangesReport?
        let names = before.map { (from: cards.name(of: $0.commit), to: name) }
        if let before, let names, let from = try? snapshot.side(named: before.commit) {
            report = try ChangesReport(
                self, ChangesQuery(from: names.from, to: names.to),
                snapshot.difference(from: from, to: snapshot.side(named: commit)),
                most: Self.mostChanges, in: snapshot)
        }
        let origins = site.releaseFacts.facts(
            of: .init(commit: commit, previous: nil), in: snapshot, of: project)?.origins
        return PointContent.Preview(
            sentences: sentences(plan, isSame: isSame, before: before, report, cards),
            rollback: try isRollback(plan, in: snapshot)
                ? "This is an earlier release. Rolling back is pointing to it: apps load its texts "
                    + "again, with sequence number \(plan.channel.sequence)." : nil,
            origins: origins?.sentence, sum: report?.sum,
            cards: report?.cards ?? [],
            all: report == nil
                ? nil
                : names.map { path + "/changes" + ChangesQuery(from: $0.from, to: $0.to).address },
            command: plan.signingCommand(name), action: path + "/releases/point",
            hidden: hidden(back: path(pointing: plan.name, to: fields.revision, as: plan.channel)),
            fields: [
                NamedField(name: "channel", value: plan.name),
                NamedField(name: "to", value: fields.revision),
                NamedField(name: "commit", value: commit),
                NamedField(name: "sequence", value: String(plan.channel.sequence)),
                NamedField(name: "versions", value: fields.versions),
                NamedField(name: "seen", value: Self.words(plan.expected.heads)),
            ] + fields.profiles.map { NamedField(name: "profile", value: $0) },
            signature: fields.signature, signatureError: fields.error(at: "signature"),
            word: isSame ? "Point it again" : "Point \(plan.name) to \(name)")
    }

    private func sentences(
        _ plan: ChannelPlan, isSame: Bool, before: ReleaseChannel?, _ report: ChangesReport?,
        _ cards: ChannelCards
    ) -> [String] {
        let name = cards.name(of: plan.channel.commit)
        let apps =
            plan.channel.appVersions.map { "Apps with versions \($0)" } ?? "All apps"
        guard let before else {
            return [
                "\(apps) that follow \(plan.name) get \(name), with sequence number \(plan.channel.sequence)."
            ]
        }
        if isSame {
            return [
                "\(plan.name) points to \(name) already. Pointing it again gives the same texts a "
                    + "new sequence number, \(plan.channel.sequence), and the signature below."
            ]
        }
        var sentences = [
            "\(apps) that follow \(plan.name) get \(name) instead of "
                + "\(cards.name(of: before.commit)), with sequence number \(plan.channel.sequence)."
        ]
        if before.commit == plan.channel.commit {
            sentences = [
                "The release stays \(name), with sequence number \(plan.channel.sequence)."
            ]
        } else if let report, report.cards.isEmpty {
            sentences.append(
                report.sum.counts.isEmpty
                    ? "Both have the same texts." : "There are too many changes to show them here.")
        }
        if before.appVersions != plan.channel.appVersions {
            sentences.append(
                "It is for \(plan.channel.appVersions.map { "app versions \($0)" } ?? "all app versions"), "
                    + "not \(before.appVersions.map { "for \($0)" } ?? "for all") as before.")
        }
        return sentences
    }

    /// Returns true if the release is earlier than the present one.
    private func isRollback(_ plan: ChannelPlan, in snapshot: Snapshot) throws -> Bool {
        guard let before = plan.before?.release, before.commit != plan.channel.commit else {
            return false
        }
        return try snapshot.isRelease(plan.channel.commit, before: before.commit)
    }
}

extension ChannelPlan {
    /// The command that makes the signature of the manifest that apps would get.
    fileprivate func signingCommand(_ release: String) -> String {
        var words = [
            "dragoman channel sign", name, release, "--sequence \(channel.sequence)",
        ]
        if let versions = channel.appVersions { words.append("--app-versions '\(versions)'") }
        words += channel.profiles.map { "--profile \(Self.quoted($0))" }
        return (words + ["--key ~/.ssh/id_ed25519"]).joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
