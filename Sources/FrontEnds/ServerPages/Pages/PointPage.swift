import Bundles
import EventStore
import HTTPTypes
import Hosting
import Hummingbird
import Server
import Texts
import Translation
import Workspace

extension PageCall {
    /// The number of tags that the field suggests.
    private static let suggested = 50

    /// Returns the form that points a channel, with what apps would get.
    func pointPage() async throws -> Response { try await pointPage(PointFields(query, wording)) }

    private func pointPage(_ fields: PointFields) async throws -> Response {
        let isQuick = fields.revision.isEmpty
        let (content, frame, status) =
            try await isQuick
            ? project.read { try point(fields, in: $0) }
            : project.readSlowly { try point(fields, in: $0) }
        return try site.page(content, frame, status: status)
    }

    private func point(
        _ fields: PointFields, in snapshot: Snapshot
    ) throws -> (PointContent, Frame, HTTPResponse.Status) {
        try requireMaintainer("point.onlyMaintainersPoint", in: snapshot)
        var fields = fields
        let cards = try ChannelCards(self, in: snapshot)
        let current = cards.channels.first { $0.name.hasSameBytes(as: fields.channel) }
        let name = current == nil ? wording("point.newChannel") : fields.channel
        var frame = try projectFrame(
            "point", title: title(name, wording("releases.title")),
            crumbs: [
                .init(label: wording("releases.title"), href: path + "/releases"),
                .init(label: name),
            ], tab: .releases, in: snapshot)
        // A plan that is refused now must not hide the reason why the form was refused.
        let refused = fields.problem
        var preview: PointContent.Preview?
        do {
            preview = try self.preview(fields, cards, in: snapshot)
        } catch {
            if refused == nil { try fields.take(error) }
        }
        if let banner = fields.banner(current, cards) { frame.banners.append(banner) }
        let content = PointContent(
            title: current == nil ? name : wording("point.title", ["name": name]),
            action: path + "/releases/point", channel: current.map { _ in fields.channel },
            name: current == nil
                ? .init(value: fields.channel, error: fields.error(at: "channel")) : nil,
            now: current.map { .init(card: cards.card($0, point: nil)) },
            to: .init(
                value: fields.revision, error: fields.error(at: "to")?.words,
                lang: fields.error(at: "to")?.lang,
                nearest: fields.error(at: "to") == nil
                    ? nil
                    : fields.problem?.nearest.first.map {
                        PageLink(label: $0, href: path(pointing: fields, to: $0))
                    }),
            revisions: try snapshot.releases(limit: Self.suggested).map(\.name),
            versions: .init(value: fields.versions, error: fields.error(at: "versions")),
            profiles: try profiles(fields, in: snapshot), preview: preview,
            history: history(fields.channel, cards),
            remove: current == nil
                ? nil
                : path + "/releases/remove"
                    + PageAddress.query([(name: "channel", value: fields.channel)]),
            back: path + "/releases")
        return (content, frame, fields.problem?.status ?? .ok)
    }

    private func path(pointing fields: PointFields, to name: String) -> String {
        let items =
            [
                (name: "channel", value: fields.channel), (name: "to", value: name),
                (name: "versions", value: fields.versions),
            ] + fields.profiles.map { (name: "profile", value: $0) }
        return path + "/releases/point" + PageAddress.query(items.filter { !$0.value.isEmpty })
    }

    private func profiles(
        _ fields: PointFields, in snapshot: Snapshot
    ) throws -> PointContent.Profiles? {
        let names = try snapshot.exportProfiles().map(\.name)
        guard names.count > 1 || !fields.profiles.isEmpty else { return nil }
        let others = fields.profiles.filter { !names.contains($0) }
        return .init(
            choices: (names + others).map {
                Choice(value: $0, label: $0, selected: fields.profiles.contains($0))
            })
    }

    private func history(_ name: String, _ cards: ChannelCards) -> [PointContent.Move] {
        let history = cards.history(name)
        let current = history?.state?.event.id
        return (history?.moves ?? []).suffix(Self.listedMoves).reversed().map { move in
            let release = move.target.release
            return .init(
                target: cards.words(move.target),
                number: release.map {
                    wording("channel.sequence", ["number": String($0.sequence)])
                },
                change: cards.change(move.event),
                point: move.event.id == current
                    ? nil
                    : release.map {
                        path(pointing: name, to: cards.name(of: $0.commit), as: $0)
                    })
        }
    }

    /// The number of changes of a channel that its page lists.
    private static let listedMoves = 10

    // MARK: Pointing

    /// Points a channel to a release, unless another person has changed it since the form was
    /// shown.
    func pointChannel(_ form: PageForm) async throws -> Response {
        try project.requireAllLanguages()
        var fields = try PointFields(form)
        do {
            guard let request = try fields.request() else {
                throw wording.problem(.usage, "problems.incomplete", hint: "problems.openAgain")
            }
            let seen = fields.seen ?? []
            let plan = try await project.read { [fields] snapshot -> ChannelPlan? in
                try requireMaintainer("point.onlyMaintainersPoint", in: snapshot)
                let state = try snapshot.history(request.name).state
                // A form that was sent twice has done its work.
                if let state, fields.isInEffect(state) { return nil }
                guard state?.heads ?? [] == seen else {
                    throw wording.problem(
                        .changed, "point.changedMeanwhile", hint: "point.compare")
                }
                return try ChannelPlan(request, in: snapshot)
            }
            let message = wording(
                "point.done", ["channel": request.name, "release": fields.revision])
            var answer = ActAnswer(message: message)
            if let plan {
                let signed = try await sign(plan, with: fields.signatureBytes())
                let receipt = try await project.write(
                    signed.action, expecting: .init(name: signed.expected.name, heads: seen),
                    key: form.fields["idempotency"])
                answer.position = receipt.position.commit
            }
            answer.next = PageAddress(path + "/releases")
            return goBack(answer, form, nil)
        } catch {
            guard context.wantsPage else { throw (error as? FieldRefusal)?.problem ?? error }
            try fields.take(error)
            return try await pointPage(fields)
        }
    }

    /// Returns a plan with a signature of the manifest that apps would get.
    ///
    /// Makes the bundle even without a signature, to prove that the release can be made.
    private func sign(
        _ plan: ChannelPlan, with signature: [UInt8]?
    ) async throws -> ChannelPlan {
        let host = context.host
        return try await project.readSlowly(at: plan.moment) { snapshot in
            var plan = plan
            let bundle = try snapshot.bundle(plan.bundleRequest, at: plan.moment)
            guard let signature else { return plan }
            do {
                // Without OpenSSH, apps are the first to check the signature.
                let signing = try? BundleSigning(host, isAttended: false)
                try plan.add(
                    signature: signature, of: bundle, checkedBy: signing)
            } catch let refusal as Refusal where refusal.code == .invalidValue {
                throw FieldRefusal("signature", Problem(refusal))
            }
            return plan
        }
    }

    // MARK: Removing

    /// Returns the page that says what removing a channel does, and asks for a confirmation.
    func removeChannelPage() async throws -> Response {
        try await removeChannelPage(query["channel"] ?? "", isAgain: false)
    }

    private func removeChannelPage(_ name: String, isAgain: Bool) async throws -> Response {
        let (content, frame) = try await project.read { snapshot in
            try requireMaintainer("point.onlyMaintainersRemove", in: snapshot)
            let removal = try ChannelRemoval(of: name, in: snapshot)
            let cards = try ChannelCards(self, in: snapshot)
            var frame = try projectFrame(
                "confirm", title: title(name, wording("point.removeThis")),
                crumbs: [
                    .init(label: wording("releases.title"), href: path + "/releases"),
                    .init(label: name),
                ], tab: .releases, in: snapshot)
            if isAgain { frame.banners.append(.changedMeanwhile(wording)) }
            let target = cards.words(removal.before.target)
            let address = path + "/releases/remove"
            let content = ConfirmContent(
                title: wording("point.removeTitle"), name: name, isCode: true, text: nil,
                effects: Effects(
                    sentences: [
                        wording("point.removal", ["release": target]),
                        wording("point.sequenceContinues"),
                    ], rows: [], more: nil), action: address,
                hidden: hidden(
                    back: address + PageAddress.query([(name: "channel", value: name)])),
                fields: [
                    NamedField(name: "channel", value: name),
                    NamedField(name: "seen", value: Self.words(removal.expected.heads)),
                ], word: wording("point.removeThis"), isBad: true, alternative: nil, again: nil,
                back: path + "/releases")
            return (content, frame)
        }
        return try site.page(content, frame)
    }

    /// Removes a channel, unless another person has changed it since the page was shown.
    func removeChannel(_ form: PageForm) async throws -> Response {
        try project.requireAllLanguages()
        let name = form.fields["channel"] ?? ""
        let removal = try await project.read { snapshot in
            try requireMaintainer("point.onlyMaintainersRemove", in: snapshot)
            return try ChannelRemoval(of: name, in: snapshot)
        }
        guard Self.words(removal.expected.heads) == form.fields["seen"] else {
            return try await removeChannelPage(name, isAgain: true)
        }
        let receipt = try await project.write(
            removal.action, expecting: removal.expected, key: form.fields["idempotency"])
        var answer = answer(wording("point.removed", ["channel": name]), receipt)
        answer.undo = []
        answer.next = PageAddress(path + "/releases")
        return goBack(answer, form, nil)
    }

    /// Returns ids as the value of a hidden field.
    static func words(_ ids: [EventID]) -> String {
        ids.map(\.description).joined(separator: " ")
    }
}
