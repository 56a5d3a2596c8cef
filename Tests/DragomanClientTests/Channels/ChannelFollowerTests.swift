import Foundation
import Synchronization
import TestWorld
import Testing

@testable import DragomanClient

@Suite struct ChannelFollowerTests {
    let sandbox: Sandbox
    let fetcher = TestFetcher()
    let signer = TestSigner()

    init() throws { sandbox = try Sandbox() }

    func serve(_ release: TestRelease, signedBy signer: TestSigner? = nil) throws {
        let files = try release.served(signedBy: signer ?? self.signer)
        fetcher.state.withLock { $0.files = [:] }
        for (path, text) in files {
            fetcher.set("bundles/production/\(path)", text, tag: "\"\(release.sequence ?? 0)\"")
        }
    }

    func settings(
        keys: [SigningKey]? = nil, appVersion: String = "3.4", shipped: TestRelease? = nil
    ) throws -> ChannelSettings {
        var settings = try ChannelSettings(
            projectURL: try #require(URL(string: "https://example.org/shop")),
            projectID: TestRelease.project, channel: "production", appVersion: appVersion,
            keys: keys ?? [signer.publicKey()],
            storageDirectory: URL(fileURLWithPath: sandbox.directory + "/store"))
        if let shipped {
            for (path, text) in try shipped.served(signedBy: nil) {
                try sandbox.write(text, to: "app-\(shipped.sequence ?? 0)/\(path)")
            }
            settings.shipped = try TextBundle(
                directory: URL(
                    fileURLWithPath: sandbox.directory + "/app-\(shipped.sequence ?? 0)"))
        }
        settings.timeout = .seconds(600)
        return settings
    }

    func follower(
        keys: [SigningKey]? = nil, appVersion: String = "3.4", shipped: TestRelease? = nil
    ) throws -> ChannelFollower {
        ChannelFollower(
            try settings(keys: keys, appVersion: appVersion, shipped: shipped), fetcher: fetcher)
    }

    /// The paths requested since the last call.
    func requested() -> [String] {
        fetcher.state.withLock { state in
            defer { state.requests = [] }
            return state.requests.map {
                $0.url.path.replacingOccurrences(of: "/shop/bundles/production/", with: "")
            }.sorted()
        }
    }

    /// The directory with a stored release.
    func place(of release: TestRelease) -> String {
        let directory = "store/\(FileName.encode(TestRelease.project))/production"
        let hash = BundleManifest.hash(of: release.manifest)
        return "\(directory)/\(release.sequence ?? 0)-\(hash)"
    }

    static let manifest = "manifest.json"
    static let signature = "manifest.json.sig"

    // MARK: Fetching

    @Test func onlyFilesThatAreMissingAreFetched() async throws {
        let follower = try follower()
        #expect(await follower.check() == .kept(.noRelease) && follower.release == nil)
        try serve(TestRelease(12))
        _ = requested()
        #expect(await follower.check() == .updated(sequence: 12))
        #expect(
            requested() == [
                TestRelease.ios, Self.manifest, Self.signature, TestRelease.english,
                "web/en/legal.json", TestRelease.french,
            ])
        #expect(await follower.check() == .unchanged)
        #expect(requested() == [Self.manifest])
        try serve(TestRelease(13))
        #expect(await follower.check() == .updated(sequence: 13))
        #expect(!requested().contains("web/en/legal.json"))
        #expect(follower.release?.sequence == 13)
        let release = try #require(follower.release)
        #expect(try I18nextTexts(bundle: release).text("legal:terms", language: "en") == "Terms")
    }

    @Test func filesOfTheAppAreNotFetched() async throws {
        var moved = TestRelease(13)
        moved.files["web/en/rules.json"] = moved.files.removeValue(forKey: "web/en/legal.json")
        try serve(moved)
        let follower = try follower(shipped: TestRelease(12))
        #expect(await follower.check() == .updated(sequence: 13))
        #expect(!requested().contains("web/en/rules.json"))
        #expect(try #require(follower.release).isComplete)
    }

    @Test func entityTagsOutliveARestart() async throws {
        try serve(TestRelease(12))
        #expect(try await follower().check() == .updated(sequence: 12))
        let next = try follower()
        fetcher.state.withLock { $0.requests = [] }
        #expect(await next.check() == .unchanged)
        #expect(fetcher.state.withLock { $0.requests.map(\.entityTag) } == ["\"12\""])
        // A tag is only sent for the manifest that it belongs to.
        try serve(TestRelease(13))
        #expect(try await follower().check() == .updated(sequence: 13))
        try sandbox.write(
            "{", to: "store/\(FileName.encode(TestRelease.project))/production/tag.json")
        #expect(try await follower().check() == .unchanged)
        #expect(try await follower().check() == .unchanged)
    }

    @Test func releasesWithTheSameManifestAsTheAppAreNotFetched() async throws {
        try serve(TestRelease(12))
        let follower = try follower(shipped: TestRelease(12))
        #expect(await follower.check() == .unchanged && follower.release == nil)
        #expect(requested() == [Self.manifest])
    }

    @Test func acceptHeaderAndTokenAreSent() async throws {
        var settings = try settings()
        settings.headers = ["Authorization": "Bearer x"]
        _ = await ChannelFollower(settings, fetcher: fetcher).check()
        #expect(
            fetcher.state.withLock { $0.requests.first?.headers }
                == ["Accept": "*/*", "Authorization": "Bearer x"])
    }

    @Test func checksAtOnceAreOne() async throws {
        try serve(TestRelease(12))
        let follower = try follower()
        fetcher.hold("bundles/production/manifest.json")
        async let first = follower.check()
        while requested().isEmpty { await Task.yield() }
        async let second = follower.check()
        fetcher.letGo("bundles/production/manifest.json")
        let results = await [first, second]
        #expect(results.contains(.updated(sequence: 12)))
        #expect(results.allSatisfy { $0 == .updated(sequence: 12) || $0 == .unchanged })
        #expect(requested().filter { $0 == TestRelease.french }.count == 1)
    }

    // MARK: Interruptions

    @Test func aReleaseThatMovesMeanwhileIsFetchedAgain() async throws {
        try serve(TestRelease(12))
        let follower = try follower()
        for (path, next) in [(Self.signature, 13), (TestRelease.french, 14)] as [(String, Int64)] {
            let before = next - 1
            try serve(TestRelease(before))
            fetcher.hold("bundles/production/\(path)")
            async let check = follower.check()
            while !requested().contains(path) { await Task.yield() }
            try serve(TestRelease(next))
            fetcher.letGo("bundles/production/\(path)")
            #expect(await check == .updated(sequence: next))
            #expect(try #require(follower.release).isComplete)
        }
    }

    /// A server that moves to another release after each manifest.
    private final class MovingFetcher: ResourceFetcher {
        let world: ChannelFollowerTests
        let sequence = Mutex<Int64>(12)

        init(world: ChannelFollowerTests) { self.world = world }

        func fetch(_ request: ResourceRequest) async throws(ResourceFetchError) -> ResourceAnswer {
            let answer = try await world.fetcher.fetch(request)
            if request.url.lastPathComponent == ChannelFollowerTests.manifest {
                let next = sequence.withLock { sequence in
                    sequence += 1
                    return sequence
                }
                try? world.serve(TestRelease(next))
            }
            return answer
        }
    }

    @Test func aReleaseThatMovesForeverIsGivenUp() async throws {
        try serve(TestRelease(12))
        let follower = ChannelFollower(try settings(), fetcher: MovingFetcher(world: self))
        #expect(await follower.check() == .kept(.movedRepeatedly))
        #expect(requested().filter { $0 == Self.manifest }.count == 3)
        #expect(follower.release == nil)
    }

    @Test func aCutConnectionIsContinued() async throws {
        try serve(TestRelease(12))
        #expect(try await follower().check() == .updated(sequence: 12))
        try serve(TestRelease(13))
        let path = "bundles/production/" + TestRelease.ios
        fetcher.hold(path)
        let follower = try follower()
        async let check = follower.check()
        // All other files arrive before the connection is lost.
        let draft = place(of: TestRelease(13)) + ".part/"
        let others = [TestRelease.english, TestRelease.french, "web/en/legal.json"]
        while !others.allSatisfy({
            FileManager.default.fileExists(atPath: sandbox.directory + "/" + draft + $0)
        }) { await Task.yield() }
        fetcher.fail(.unreachable("cut"))
        fetcher.letGo(path)
        let result = await check
        let problem = ChannelProblem.notFetched(path: TestRelease.ios, .unreachable("cut"))
        #expect(result == .kept(problem))
        #expect(follower.release?.sequence == 12)
        #expect(try self.follower().release?.sequence == 12)
        fetcher.fail(nil)
        _ = requested()
        #expect(await follower.check() == .updated(sequence: 13))
        #expect(requested() == [TestRelease.ios, Self.manifest, Self.signature])
    }

    @Test func whatAnEarlierAttemptLeftIsRemoved() async throws {
        try serve(TestRelease(13))
        fetcher.set("bundles/production/" + TestRelease.ios, nil)
        let follower = try follower()
        #expect(await follower.check() == .kept(.missingFile(TestRelease.ios)))
        for sequence in 14...16 as ClosedRange<Int64> {
            try serve(TestRelease(sequence))
            #expect(await follower.check() == .updated(sequence: sequence))
        }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.directory + "/" + place(of: TestRelease(16)) + "/..")
        // The previous release may still be in use.
        #expect(names.map { $0.prefix(2) }.sorted() == ["15", "16", "ta"])
    }

    @Test func aFullDiskChangesNothing() async throws {
        try serve(TestRelease(12))
        let follower = try follower()
        #expect(await follower.check() == .updated(sequence: 12))
        // A file in the place of the new release's directory fails like a full disk.
        let draft = place(of: TestRelease(13)) + ".part"
        try sandbox.write("", to: draft)
        try serve(TestRelease(13))
        guard case .kept(.notStored) = await follower.check() else {
            Issue.record("Nothing could have been stored.")
            return
        }
        #expect(follower.release?.sequence == 12)
        #expect(try self.follower().release?.sequence == 12)
        try FileManager.default.removeItem(atPath: sandbox.directory + "/" + draft)
        #expect(await follower.check() == .updated(sequence: 13))
    }

    // MARK: Using texts

    @Test func aReleaseIsALayerOfResources() async throws {
        var release = TestRelease(12)
        release.files["web/de/default.json"] = #"{"title":"Wagen"}"#
        try serve(release)
        var shipped = TestRelease(11)
        shipped.files[TestRelease.english] = #"{"title":"Shipped","new":"Only in the app"}"#
        let follower = try follower(shipped: shipped)
        var settings = ResourceSettings(
            defaultLanguage: "en", local: try #require(try self.settings(shipped: shipped).shipped))
        settings.deviceLanguages = ["fr"]
        settings.release = follower.release
        let resources = Resources(settings)
        let first = await resources.start()
        #expect(resources.text("title") == "Panier 11" && first.origins.values.contains(.local))
        #expect(await follower.check() == .updated(sequence: 12))
        let newer = follower.release
        let second = await resources.update { $0.release = newer }
        #expect(second.problems.isEmpty && !second.origins.values.contains(.local))
        #expect(resources.text("title") == "Panier 12")
        // Keys that the release lacks come from the app.
        #expect(resources.text("new") == "Only in the app")
        await resources.update { $0.release = nil }
        #expect(resources.text("title") == "Panier 11")
    }

    // MARK: Settings

    @Test(arguments: ["", "Production", "at", "latest", "-x", "a/b", "ä", "a b", "x.y"])
    func otherNamesOfChannelsAreRefused(name: String) throws {
        #expect(throws: ChannelSettingsError.invalidChannel(name)) { try make(channel: name) }
    }

    @Test(arguments: ["", "3.4-beta", "1.2.3.4.5", "v3"])
    func otherVersionsAreRefused(version: String) throws {
        #expect(throws: ChannelSettingsError.invalidAppVersion(version)) {
            try make(appVersion: version)
        }
    }

    private func make(
        channel: String = "beta-2", appVersion: String = "1"
    ) throws -> ChannelSettings {
        try ChannelSettings(
            projectURL: URL(fileURLWithPath: "/"), projectID: "", channel: channel,
            appVersion: appVersion, keys: [], storageDirectory: URL(fileURLWithPath: "/"))
    }

    @Test func longNamesOfChannelsAreRefused() throws {
        #expect(try make().channel == "beta-2")
        #expect(throws: ChannelSettingsError.self) {
            try make(channel: String(repeating: "a", count: 64))
        }
    }
}
