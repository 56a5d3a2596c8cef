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
                ? wording("point.rollback", ["number": String(plan.channel.sequence)]) : nil,
            origins: origins.map(sentence), sum: report?.sum,
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
            word: isSame
                ? wording("point.again")
                : wording("point.pointTo", ["channel": plan.name, "release": name]))
    }

    private func sentences(
        _ plan: ChannelPlan, isSame: Bool, before: ReleaseChannel?, _ report: ChangesReport?,
        _ cards: ChannelCards
    ) -> [String] {
        let channel = plan.channel
        var values = [
            "channel": plan.name, "release": cards.name(of: channel.commit),
            "number": String(channel.sequence), "range": channel.appVersions?.description,
        ].compactMapValues(\.self)
        let isForAll = channel.appVersions == nil
        guard let before else {
            return [isForAll ? wording("point.allGet", values) : wording("point.someGet", values)]
        }
        if isSame { return [wording("point.same", values)] }
        values["before"] = cards.name(of: before.commit)
        var sentences = [
            isForAll
                ? wording("point.allGetInstead", values) : wording("point.someGetInstead", values)
        ]
        if before.commit == channel.commit {
            sentences = [wording("point.stays", values)]
        } else if let report, report.cards.isEmpty {
            sentences.append(
                report.sum.counts.isEmpty
                    ? wording("point.sameTexts") : wording("point.tooMany"))
        }
        if before.appVersions != channel.appVersions {
            values["before"] = before.appVersions?.description
            sentences.append(
                isForAll
                    ? wording("point.versionsFreed", values)
                    : before.appVersions == nil
                        ? wording("point.versionsLimited", values)
                        : wording("point.versionsChanged", values))
        }
        return sentences
    }

    /// Returns the origins of a release's texts in one sentence.
    private func sentence(_ origins: OriginCounts) -> String {
        let parts = [
            origins.people > 0 ? wording("origins.byPeople", count: origins.people) : nil,
            origins.machineWords(wording).map {
                wording("origins.byMachines", ["machines": $0])
            },
            origins.edited > 0 ? wording("origins.edited", count: origins.edited) : nil,
            origins.unreviewed > 0
                ? wording("origins.unreviewed", count: origins.unreviewed) : nil,
        ].compactMap(\.self)
        return wording(
            "origins.sum",
            [
                "texts": wording("counts.texts", count: origins.total),
                "origins": wording.parts(parts),
            ])
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
            "dragoman channel sign", name, ShellWord.quoting(release),
            "--sequence \(channel.sequence)",
        ]
        if let versions = channel.appVersions { words.append("--app-versions '\(versions)'") }
        words += channel.profiles.map { "--profile \(ShellWord.quoting($0))" }
        return (words + ["--key ~/.ssh/id_ed25519"]).joined(separator: " ")
    }
}

/// Words in commands that people copy into a shell.
enum ShellWord {
    /// Returns a word as it is if a shell reads it as one word, and otherwise in quotation marks.
    ///
    /// The names of tags may contain almost any character that has a meaning for a shell.
    static func quoting(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-_./+".utf8.contains(byte)
        }
        return isPlain && !word.isEmpty && !word.utf8.starts(with: "-".utf8)
            ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
