import Bundles
import Hosting
import HTTPTypes
import Hummingbird
import JSON
import Representations
import Texts
import Translation
import Workspace

extension APIRoutes {
    /// The routes for channels, which point to the releases that apps load.
    var channelRoutes: [Route] { [listChannels, showChannel, setChannel, removeChannel] }

    private static let name = Route.Parameter("name", in: .path, "The name of a channel.")

    private var listChannels: Route {
        route(
            "channels.list", .get, "/channels", "The channels and their releases, sorted by name.",
            access: .scope(.read), parameters: [APIParameters.position],
            answers: [.json(.array(of: .named("Channel")), "The channels.")]
        ) { call in
            let showsAddresses = call.context.showsAddresses
            // Tags name the releases, so the answer depends on more than the events.
            return try await call.respondWithoutTag { snapshot in
                let names = try snapshot.releaseNames()
                let signers = try snapshot.manifestSigners()
                return JSONAnswer(
                    .array(
                        try snapshot.channels().map {
                            $0.json(names, signers, showsAddresses: showsAddresses)
                        }))
            }
        }
    }

    private var showChannel: Route {
        route(
            "channels.show", .get, "/channels/{name}",
            "The history of a channel, newest release first.", access: .scope(.read),
            parameters: [Self.name, APIParameters.position],
            answers: [.json(.array(of: .named("Channel")), "The releases that the channel had.")]
        ) { call in
            let name = call.context["name"]
            let showsAddresses = call.context.showsAddresses
            return try await call.respondWithoutTag { snapshot in
                let history = try snapshot.channelHistory(name)
                return JSONAnswer(
                    history.json(
                        try snapshot.releaseNames(), try snapshot.manifestSigners(),
                        showsAddresses: showsAddresses), tag: history.state.tag)
            }
        }
    }

    private var setChannel: Route {
        route(
            "channels.set", .put, "/channels/{name}",
            "Point a channel to a release; only maintainers may do this.", access: .right(.point),
            parameters: [Self.name] + APIParameters.conditional,
            body: .json(
                .object(
                    required: ["release": .string],
                    optional: [
                        "appVersions": .string, "profiles": .array(of: .string),
                        "sequence": .integer, "signature": .string,
                    ])),
            answers: APIAnswers.created
        ) { call in
            try call.requireAllLanguages()
            var body = try JSONBody(try await call.context.json())
            let request = ChannelRequest(
                name: call.context["name"],
                revision: try body.requiredText("release", upTo: 1_000),
                appVersions: try body.text("appVersions", upTo: 1_000)
                    .map(ReleaseChannel.requireAppVersions),
                profiles: try body.texts("profiles", upTo: 100) ?? [],
                sequence: try body.number("sequence"))
            let signature = try body.text("signature", upTo: 16 << 10)
            try body.finish()
            let plan = try await call.plan(request, signature: signature)
            let receipt = try await call.write(plan.action, expecting: plan.expected)
            let names = try await call.read { try $0.releaseNames() }
            let state = try await call.read { try $0.history(plan.name).state }
            return call.answer(
                receipt, location: plan.before == nil ? "/channels/\(plan.name)" : nil
            ) { members in
                members.add(
                    "channel",
                    state?.json(names, showsAddresses: call.context.showsAddresses))
            }
        }
    }

    private var removeChannel: Route {
        route(
            "channels.remove", .delete, "/channels/{name}",
            "Remove a channel; only maintainers may do this.", access: .right(.remove),
            parameters: [Self.name] + APIParameters.conditional, answers: APIAnswers.written
        ) { call in
            try call.requireAllLanguages()
            let name = call.context["name"]
            let removal = try await call.read { try ChannelRemoval(of: name, in: $0) }
            try call.requireCondition(on: removal.before)
            return call.answer(try await call.write(removal.action, expecting: removal.expected))
        }
    }
}

extension ProjectCall {
    /// Responds with JSON that no cache may keep, computed from the newest state.
    fileprivate func respondWithoutTag(
        _ body: @escaping @Sendable (Snapshot) throws -> JSONAnswer
    ) async throws -> Response {
        let (answer, position) = try await read { (try body($0), try $0.requirePosition()) }
        var response = answer.response
        response.headers[.cacheControl] = "private, no-store"
        mark(&response, position)
        return response
    }

    /// Returns the plan for a request, whose bundle can be made and whose signature is valid.
    ///
    /// A request that would be refused is refused before the bundle is made.
    fileprivate func plan(
        _ request: ChannelRequest, signature: String?
    ) async throws -> ChannelPlan {
        var plan = try await read { try ChannelPlan(request, in: $0) }
        try requireCondition(on: plan.before)
        if let signature { plan.renew(for: signature) }
        _ = try await rehearse(plan.action, guid: nil, isStrict: false, if: nil)
        return try await readSlowly(at: plan.moment) { [plan] snapshot in
            let bundle = try snapshot.bundle(plan.bundleRequest, at: plan.moment)
            guard let signature else { return plan }
            var signed = plan
            try signed.add(
                signature: Array(signature.utf8), of: bundle,
                checkedBy: try? BundleSigning(snapshot.host, isAttended: false))
            return signed
        }
    }

    /// Throws `changed` if the channel does not meet the conditions `If-Match` and `If-None-Match`.
    fileprivate func requireCondition(on state: ChannelState?) throws {
        guard let condition = try precondition(), !condition.allows(state) else { return }
        throw Problem(
            .changed, "The channel has changed meanwhile.",
            hint: "`GET /channels/NAME` returns its releases, and its ETag.")
    }
}

extension WriteRequest.Precondition {
    fileprivate func allows(_ state: ChannelState?) -> Bool {
        func contains(_ states: States) -> Bool {
            switch states {
            case .present: state.map { $0.target != .nothing } ?? false
            case .tags(let tags): tags.contains(state.tag)
            }
        }
        return (matches.map(contains) ?? true) && !(excludes.map(contains) ?? false)
    }
}

extension ChannelState? {
    /// The tag of a channel, which changes with every change of the channel.
    fileprivate var tag: UnitTag {
        UnitTag("c-" + (self?.heads.map(\.description).joined(separator: ".") ?? "none"))
    }
}
