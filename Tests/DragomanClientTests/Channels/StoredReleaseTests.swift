import Foundation
import TestWorld
import Testing

@testable import DragomanClient

/// Restarts: other keys, other versions of the app, and damage.
extension ChannelFollowerTests {
    private func take(_ sequence: Int64) async throws {
        try serve(TestRelease(sequence))
        #expect(try await follower().check() == .updated(sequence: sequence))
    }

    private func check(
        _ sequence: Int64, keys: [SigningKey]? = nil, appVersion: String = "3.4",
        shipped: TestRelease? = nil
    ) async throws -> ChannelCheck {
        try serve(TestRelease(sequence))
        return try await follower(keys: keys, appVersion: appVersion, shipped: shipped).check()
    }

    // MARK: The number never goes down

    @Test func theNumberNeverGoesDown() async throws {
        try await take(12)
        #expect(try await check(11) == .kept(.older(sequence: 11, seen: 12)))
        #expect(try follower().release?.sequence == 12)
        // An update of the app contains a newer release.
        let shipped = TestRelease(20)
        #expect(try follower(shipped: shipped).release == nil)
        #expect(try await check(13, shipped: shipped) == .kept(.older(sequence: 13, seen: 20)))
        #expect(try await check(20, shipped: shipped) == .unchanged)
        #expect(try await check(21, shipped: shipped) == .updated(sequence: 21))
        #expect(try follower(shipped: shipped).release?.sequence == 21)
        // The stored release counts also if the next version of the app contains none.
        #expect(try await check(20) == .kept(.older(sequence: 20, seen: 21)))
    }

    @Test func anotherReleaseWithTheAppsNumberIsNotTaken() async throws {
        var shipped = TestRelease(12)
        shipped.files[TestRelease.french] = "{}"
        #expect(try await check(12, shipped: shipped) == .kept(.sameSequence(12)))
        // A bundle for no channel has a number, too.
        shipped.channel = nil
        #expect(try await check(12, shipped: shipped) == .kept(.sameSequence(12)))
    }

    @Test(
        arguments: [
            { $0.channel = "beta" }, { $0.project = "other" }, { $0.sequence = nil },
        ] as [@Sendable (inout TestRelease) -> Void])
    func numbersOfOtherBundlesDoNotCount(
        change: @Sendable (inout TestRelease) -> Void
    ) async throws {
        var shipped = TestRelease(20)
        change(&shipped)
        #expect(try await check(12, shipped: shipped) == .updated(sequence: 12))
        #expect(try follower(shipped: shipped).release?.sequence == 12)
    }

    // MARK: Keys

    @Test func oldAndNewKeysCountSideBySide() async throws {
        let next = TestSigner()
        let both = [try signer.publicKey(), try next.publicKey()]
        #expect(try await check(12, keys: both) == .updated(sequence: 12))
        try serve(TestRelease(13), signedBy: next)
        #expect(try await follower(keys: both).check() == .updated(sequence: 13))
        // An app that knows only the old key keeps its texts.
        guard case .kept(.badSignature(.unknownKey)) = try await follower().check() else {
            Issue.record("The key is not pinned.")
            return
        }
    }

    @Test func aReleaseOfARemovedKeyIsDropped() async throws {
        try await take(900)
        let next = TestSigner()
        let keys = [try next.publicKey()]
        #expect(try follower(keys: keys).release == nil)
        // Its number does not lock out the releases of the new key.
        try serve(TestRelease(13), signedBy: next)
        #expect(try await follower(keys: keys).check() == .updated(sequence: 13))
    }

    @Test func aReleaseOutlivesTheEndOfItsKey() async throws {
        try await take(12)
        let past = Date(timeIntervalSince1970: 1_000_000)
        let ended = [try signer.publicKey(validUntil: past)]
        #expect(try follower(keys: ended).release?.sequence == 12)
        let problem = SignatureProblem.expiredKey(fingerprint: ended[0].fingerprint)
        #expect(try await check(13, keys: ended) == .kept(.badSignature(problem)))
    }

    @Test func theEndOfAKeyIsComparedWithTheClock() async throws {
        let end = Date(timeIntervalSince1970: 2_000_000)
        var settings = try settings(keys: [signer.publicKey(validUntil: end)])
        try serve(TestRelease(12))
        settings.now = { end }
        #expect(await ChannelFollower(settings, fetcher: fetcher).check() == .updated(sequence: 12))
    }

    @Test func withoutKeysAllOtherChecksRemain() async throws {
        let unsigned = TestRelease(12)
        try serve(unsigned)
        fetcher.set("bundles/production/\(Self.signature)", nil)
        #expect(try await follower(keys: []).check() == .updated(sequence: 12))
        #expect(!requested().contains(Self.signature))
        #expect(try await check(11, keys: []) == .kept(.older(sequence: 11, seen: 12)))
        var next = TestRelease(13)
        next.channel = "beta"
        try serve(next)
        #expect(try await follower(keys: []).check() == .kept(.otherChannel("beta")))
        try serve(TestRelease(13))
        fetcher.set("bundles/production/\(TestRelease.french)", "{}")
        #expect(try await follower(keys: []).check() == .kept(.alteredFile(TestRelease.french)))
        // An update of the app that pins keys does not use the unsigned release.
        #expect(try follower().release == nil)
        #expect(try await check(12) == .updated(sequence: 12))
        #expect(try follower().release?.sequence == 12)
    }

    // MARK: Versions of the app

    @Test func anUpdatedAppDoesNotUseAReleaseForOtherVersions() async throws {
        var release = TestRelease(12)
        release.appVersions = ">=3 <4"
        try serve(release)
        #expect(try await follower(appVersion: "3.9").check() == .updated(sequence: 12))
        let updated = try follower(appVersion: "4.0")
        #expect(updated.release == nil)
        #expect(await updated.check() == .kept(.otherAppVersions(">=3 <4")))
        #expect(
            try await check(11, appVersion: "4.0") == .kept(.older(sequence: 11, seen: 12)))
        #expect(try await check(13, appVersion: "4.0") == .updated(sequence: 13))
    }

    // MARK: Damage

    @Test(arguments: [TestRelease.french, TestRelease.ios])
    func aDamagedFileIsFetchedAgain(path: String) async throws {
        try await take(11)
        try await take(12)
        try sandbox.write("{}", to: place(of: TestRelease(12)) + "/" + path)
        let follower = try follower()
        #expect(follower.release?.sequence == 11)
        // Damage does not make an older release acceptable.
        try serve(TestRelease(11))
        #expect(await follower.check() == .unchanged)
        try serve(TestRelease(12))
        _ = requested()
        #expect(await follower.check() == .updated(sequence: 12))
        #expect(requested() == [path, Self.manifest, Self.signature].sorted())
        #expect(try self.follower().release?.sequence == 12)
    }

    @Test(arguments: [manifest, signature])
    func aDamagedManifestKeepsItsNumber(path: String) async throws {
        try await take(12)
        try sandbox.write("damaged", to: place(of: TestRelease(12)) + "/" + path)
        #expect(try follower().release == nil)
        #expect(try await check(11) == .kept(.older(sequence: 11, seen: 12)))
        #expect(try await check(12) == .updated(sequence: 12))
        #expect(try follower().release?.sequence == 12)
    }

    @Test func aReleaseThatIsIncompleteIsNotUsed() async throws {
        try await take(12)
        let place = sandbox.directory + "/" + place(of: TestRelease(12))
        try FileManager.default.moveItem(atPath: place, toPath: place + ".part")
        #expect(try follower().release == nil)
        try serve(TestRelease(12))
        _ = requested()
        #expect(try await follower().check() == .updated(sequence: 12))
        #expect(requested() == [Self.manifest, Self.signature])
    }
}
