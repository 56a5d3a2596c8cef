import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server

/// Requests for bundles that do not exist, are not for the sender, or lead elsewhere.
@Suite struct BundleRefusalTests {
    private static let manifest = "manifest.json"

    @Test func unknownNamesHaveSuggestions() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            let channel = try await client.bundle("produktion/manifest.json")
            #expect(channel.status == .notFound)
            #expect(channel.code == "unknown-channel")
            #expect(channel.nearest == ["production"])
            let file = try await client.bundle("production/i18next-json/de/defaults.json")
            #expect(file.code == "unknown-path")
            #expect(file.nearest.first == "i18next-json/de/default.json")
            let tag = try await client.bundle("at/v11/manifest.json")
            #expect(tag.code == "unknown-revision")
            #expect(tag.nearest == ["v1"])
            for answer in [channel, file, tag] {
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(answer.headers[.cacheControl] == "no-store")
            }
            for path in ["at/manifest.json", "production", "production/", "at/\(scene.release)"] {
                #expect(try await client.bundle(path).status == .notFound, "\(path)")
            }
            let put = try await client.bundle("production/manifest.json", method: .put)
            #expect(put.status == .methodNotAllowed)
            #expect(put.headers[.allow] == "GET, HEAD, OPTIONS")
        }
    }

    @Test func aCommitThatNothingContainsIsUnknown() async throws {
        let scene = try BundleScene()
        let lost = try scene.server.sandbox.git(
            "commit-tree", "-m", "lost", "-p", scene.release, scene.release + "^{tree}",
            in: "shop"
        ).trimmingNewline
        try await scene.server.run { client async throws in
            for commit in [lost, String(repeating: "7", count: 40)] {
                for rest in ["/manifest.json", ".zip"] {
                    let answer = try await client.bundle("at/\(commit)\(rest)")
                    #expect(answer.status == .notFound)
                    #expect(answer.code == "unknown-revision")
                }
            }
            // Names of commits other than tags and ids.
            for name in ["HEAD", "translations", "v1~1", "v1%5E", "%3A%2Fcreate", "@%7B1%7D"] {
                let answer = try await client.bundle("at/\(name)/manifest.json")
                #expect(answer.status == .notFound, "\(name)")
            }
        }
    }

    /// Caches keep the release that they have if the server answers 503, but not if it answers 404.
    @Test func aChannelThatCannotBeFollowedIsUnavailable() async throws {
        let scene = try BundleScene()
        try scene.point("gone", at: String(repeating: "7", count: 40), sequence: 1)
        // A commit without translations.
        let empty = try scene.server.sandbox.git(
            "commit-tree", "-m", "app", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", in: "shop"
        ).trimmingNewline
        try scene.server.sandbox.git("tag", "app", empty, in: "shop")
        try scene.point("app", at: empty, sequence: 1)
        try await scene.server.run { client async throws in
            for channel in ["gone", "app"] {
                let answer = try await client.bundle("\(channel)/manifest.json")
                #expect(answer.status == .serviceUnavailable)
                #expect(answer.code == "unavailable-release")
                #expect(answer.headers[.retryAfter] == "60")
            }
            #expect(try await client.bundle("at/\(empty)/manifest.json").status == .notFound)
            #expect(try await client.bundle("production/manifest.json").status == .ok)
        }
    }

    /// A path is looked up in the manifest, and never on the disk.
    @Test func pathsLeadNowhereElse() async throws {
        let scene = try BundleScene()
        let token = try scene.server.token(.read)
        try await scene.server.run("") { client async throws in
            let reader = HTTPFields.bearer(token)
            let known = try await client.bundle("production/manifest.json", reader)
            #expect(known.status == .ok)
            for path in [
                "../../../tokens.jsonl", "..%2f..%2f..%2ftokens.jsonl", "%2e%2e/tokens.jsonl",
                "%2e%2e%2ftokens.jsonl", "..%5ctokens.jsonl", "manifest.json%00.txt", "%00",
                "%2fetc/passwd", "/etc/passwd", "%252e%252e/tokens.jsonl", "index", "./index",
                "manifest.json/..", "manifest.json%0d%0aX-Injected:1", "%ff", "%c0%ae%c0%ae/x",
            ] {
                for place in ["production", "latest", "at/\(scene.release)"] {
                    let answer = try await client.bundle("\(place)/\(path)", reader)
                    #expect(
                        [.badRequest, .notFound].contains(answer.status), "\(place)/\(path)")
                    #expect(!answer.text.contains(token.prefix(8)), "\(path)")
                    #expect(!answer.text.contains("root:"), "\(path)")
                }
            }
            for channel in ["..", "%2e%2e", ".", "%00", "%2e%2e%2fshop", "Production", "channel.x"]
            {
                let answer = try await client.bundle("\(channel)/manifest.json", reader)
                #expect([.badRequest, .notFound].contains(answer.status), "\(channel)")
            }
        }
    }

    @Test func aProjectThatIsNotPublicIsForItsReaders() async throws {
        let scene = try BundleScene()
        let server = scene.server
        let person = try server.token(.read)
        let app = try server.token(.read, app: true)
        try server.cli("init", "\(server.sandbox.directory)/other")
        let elsewhere = try TokenFile(directory: server.stateDirectory).add(
            try TokenRequest(
                person: "Otto", email: "otto@example.org", scope: .admin, projects: ["other"]),
            on: server.sandbox.host()
        ).secret.text
        let other = "[project \"other\"]\n    path = \(server.sandbox.directory)/other\n"
        try await server.run(other) { client async throws in
            let commit = scene.release
            let ages = [
                ("production/manifest.json", "private, max-age=60, stale-if-error=86400"),
                ("latest/manifest.json", "private, no-cache"),
                ("at/\(commit)/manifest.json", "private, max-age=31536000, immutable"),
                ("at/\(commit).zip", "private, max-age=31536000, immutable"),
                ("at/v1/manifest.json", "private, max-age=60, stale-if-error=86400"),
            ]
            for (path, caching) in ages {
                for token in [person, app] {
                    let answer = try await client.bundle(path, .bearer(token))
                    #expect([.ok, .found].contains(answer.status), "\(path)")
                    #expect(answer.headers[.cacheControl] == caching)
                    #expect(
                        answer.headers[.vary] == "Accept-Encoding, Authorization, Cookie")
                    #expect(answer.headers[.accessControlAllowOrigin] == nil)
                    guard let tag = answer.headers[.eTag] else { continue }
                    var headers = HTTPFields.bearer(token)
                    headers[.ifNoneMatch] = tag
                    let unchanged = try await client.bundle(path, headers)
                    #expect(unchanged.status == .notModified)
                    #expect(unchanged.headers[.cacheControl] == caching)
                    #expect(
                        unchanged.headers[.vary] == "Accept-Encoding, Authorization, Cookie")
                    // A sender who may not read does not learn whether a tag is right.
                    let anonymous = try await client.bundle(path, [.ifNoneMatch: tag])
                    #expect(anonymous.status == .unauthorized)
                }
                let anonymous = try await client.bundle(path)
                #expect(anonymous.status == .unauthorized, "\(path)")
                #expect(anonymous.headers[.cacheControl] == "no-store")
                let stranger = try await client.bundle(path, .bearer(elsewhere))
                #expect(stranger.status == .forbidden, "\(path)")
                #expect(stranger.headers[.cacheControl] == "no-store")
            }
            // A commit of one project is not served for another.
            let foreign = try await client.bundle(
                "/projects/other/bundles/at/\(commit)/manifest.json", .bearer(elsewhere))
            #expect(foreign.status == .notFound)
            #expect(foreign.code == "unknown-revision")
        }
    }

    @Test func pagesOfOtherOriginsReadPublicBundles() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            let answer = try await client.bundle(
                "production/manifest.json", [.origin: "https://app.example.org"])
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            #expect(
                answer.headers[.accessControlExposeHeaders]?.contains("Dragoman-Release") == true)
        }
    }

    @Test func aStoreThatCannotBeWrittenIsReported() async throws {
        let scene = try BundleScene()
        // A file where the store needs a directory: every attempt to store a bundle fails.
        try scene.server.sandbox.write("", to: "state/bundles")
        try await scene.server.run { client async throws in
            let answer = try await client.bundle("production/manifest.json")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.code == "file")
            #expect(!answer.text.contains(scene.server.sandbox.directory))
            #expect(try await client.bundle("/locales/de/default.json").status == .ok)
        }
    }
}
