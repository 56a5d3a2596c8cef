import Bundles
import Compression
import Crypto
import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import ReadModel
import TestWorld
import Testing

@testable import Server

@Suite struct BundleRouteTests {
    private static let german = "i18next-json/de/default.json"

    @Test func aChannelServesItsRelease() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            let answer = try await client.bundle("production/\(Self.german)")
            #expect(answer.status == .ok)
            #expect(try answer.bytes == scene.written(Self.german, at: scene.release))
            #expect(answer.text.contains("Warenkorb"))
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.dragomanRelease] == scene.release)
            #expect(
                answer.headers[.cacheControl] == "public, max-age=60, stale-if-error=86400")
            #expect(answer.headers[.vary] == "Accept-Encoding")
            let hash = StateDigest.hex(SHA256.hash(data: answer.bytes))
            #expect(answer.headers[.eTag] == "\"\(hash)\"")
            let manifest = try BundleManifest(
                try await client.bundle("production/manifest.json").bytes)
            #expect(manifest.channel == "production")
            #expect(manifest.sequence == 1)
            #expect(manifest.files.first { $0.path == Self.german }?.sha256 == hash)
            for file in manifest.files {
                let answer = try await client.bundle("production/\(file.path)")
                #expect(StateDigest.hex(SHA256.hash(data: answer.bytes)) == file.sha256)
            }
            let provenance = try await client.bundle("production/provenance.json")
            #expect(provenance.json?.objectValue?["commit"]?.stringValue == scene.release)
        }
    }

    @Test func theNewestStateIsLatest() async throws {
        let scene = try BundleScene()
        let tip = try scene.tip
        try await scene.server.run { client async throws in
            let answer = try await client.bundle("latest/\(Self.german)")
            #expect(answer.text.contains("Einkaufswagen"))
            #expect(answer.headers[.cacheControl] == "public, no-cache")
            #expect(answer.headers[.dragomanRelease] == tip)
            try scene.server.cli("set", "de", "cart.title", "Wagen")
            let after = try scene.tip
            let newer = try await client.bundle(
                "latest/\(Self.german)", [.dragomanPosition: after])
            #expect(newer.text.contains("Wagen\""))
            #expect(newer.headers[.dragomanRelease] == after)
        }
    }

    @Test func aCommitNeverChanges() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            for path in ["manifest.json", "provenance.json", Self.german] {
                let answer = try await client.bundle("at/\(scene.release)/\(path)")
                #expect(try answer.bytes == scene.written(path, at: scene.release), "\(path)")
                #expect(
                    answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(answer.headers[.dragomanRelease] == scene.release)
            }
            // It belongs to no channel, so no channel's signature covers it.
            let signature = try await client.bundle("at/\(scene.release)/manifest.json.sig")
            #expect(signature.status == .notFound)
        }
    }

    @Test func anUnchangedFileIsNotSent() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            // Small files are not compressed.
            let path = "production/manifest.json"
            let plain = try await client.bundle(path)
            let packed = try await client.bundle(path, [.acceptEncoding: "gzip"])
            let tags = try [plain, packed].map { try #require($0.headers[.eTag]) }
            #expect(tags[1] == tags[0].dropLast() + "-gz\"")
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(try packed.bytes == Gzip.compress(plain.bytes))
            for (tag, encoding) in [(tags[0], ""), (tags[1], "gzip"), ("W/" + tags[0], "gzip")] {
                let answer = try await client.bundle(
                    path, [.ifNoneMatch: tag, .acceptEncoding: encoding])
                #expect(answer.status == .notModified)
                #expect(answer.bytes.isEmpty)
                #expect(answer.headers[.eTag] == tag.replacing("W/", with: ""))
                for name in [
                    HTTPField.Name.cacheControl, .dragomanRelease, .vary,
                ] { #expect(answer.headers[name] == plain.headers[name]) }
            }
            let other = try await client.bundle(path, [.ifNoneMatch: "\"0\""])
            #expect(other.status == .ok)
        }
    }

    @Test func headHasTheFieldsOfGet() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            for encoding in ["", "gzip"] {
                let path = "production/\(Self.german)"
                let headers: HTTPFields = [.acceptEncoding: encoding]
                let get = try await client.bundle(path, headers)
                let head = try await client.bundle(path, headers, method: .head)
                #expect(head.status == .ok)
                #expect(head.bytes.isEmpty)
                #expect(head.headers[.contentLength] == "\(get.bytes.count)")
                for name in [
                    HTTPField.Name.eTag, .contentType, .contentEncoding, .cacheControl, .vary,
                ] { #expect(head.headers[name] == get.headers[name]) }
            }
        }
    }

    /// The whole file answers a request for a part of it.
    @Test func thereAreNoRanges() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            let answer = try await client.bundle(
                "production/\(Self.german)", [.range: "bytes=0-9"])
            #expect(answer.status == .ok)
            #expect(try answer.bytes == scene.written(Self.german, at: scene.release))
            #expect(answer.headers[.acceptRanges] == nil)
        }
    }

    @Test func tagsAndShortIdsAreRedirected() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            let full = "http://localhost:8080\(BundleScene.base)/at/\(scene.release)"
            for name in ["v1", String(scene.release.prefix(8)), scene.release.uppercased()] {
                for rest in ["/manifest.json", "/a%20b/c.json", ".tar.gz", ".zip"] {
                    let answer = try await client.bundle("at/\(name)\(rest)")
                    #expect(answer.status == .found)
                    #expect(answer.headers[.location] == full + rest)
                    #expect(answer.headers[.cacheControl]?.hasPrefix("public, max-age=60") == true)
                }
            }
        }
    }

    @Test func archivesAreThoseOfTheCommandLine() async throws {
        let scene = try BundleScene()
        try await scene.server.run { client async throws in
            for (suffix, type) in [(".tar.gz", "application/gzip"), (".zip", "application/zip")] {
                try scene.server.cli("bundle", "--rev", "v1", "-o", "../dist" + suffix)
                let written = try Data(
                    contentsOf: URL(
                        filePath: "\(scene.server.sandbox.directory)/dist\(suffix)"))
                let answer = try await client.bundle(
                    "at/\(scene.release)\(suffix)", [.acceptEncoding: "gzip"])
                #expect(answer.status == .ok)
                #expect(answer.bytes == Array(written))
                #expect(answer.headers[.contentType] == type)
                #expect(answer.headers[.contentEncoding] == nil)
                let name = "shop-\(scene.release.prefix(12))\(suffix)"
                #expect(
                    answer.headers[.contentDisposition] == "attachment; filename=\"\(name)\"")
                let tag = try #require(answer.headers[.eTag])
                let again = try await client.bundle(
                    "at/\(scene.release)\(suffix)", [.ifNoneMatch: tag])
                #expect(again.status == .notModified)
            }
        }
    }

    @Test func aSignatureIsServedAsItWasGiven() async throws {
        let scene = try BundleScene()
        let member = JSONValue.string(BundleScene.signature)
        let text = String(decoding: CanonicalJSON.encode(member), as: UTF8.self)
        try scene.point(
            "production", at: scene.release, sequence: 2,
            more: #","appVersions":">=3.2 <5","signature":\#(text)"#)
        try await scene.server.run { client async throws in
            let answer = try await client.bundle("production/manifest.json.sig")
            #expect(answer.text == BundleScene.signature)
            let manifest = try await client.bundle("production/manifest.json").json?.objectValue
            #expect(manifest?["appVersions"]?.stringValue == ">=3.2 <5")
            #expect(manifest?["sequence"]?.integerValue == 2)
            #expect(manifest?["channel"]?.stringValue == "production")
        }
    }

    @Test func aChannelHasTheFilesOfItsProfiles() async throws {
        let scene = try BundleScene()
        try scene.server.cli(
            "config", "export-profiles",
            """
            [{"name":"web","format":"i18next-json","directory":"web"},
             {"name":"ios","format":"verid-xml","directory":"ios"}]
            """)
        try scene.point("web", at: try scene.tip, sequence: 1, more: #","profiles":["web"]"#)
        try scene.point("all", at: try scene.tip, sequence: 1)
        try scene.point("tv", at: try scene.tip, sequence: 1, more: #","profiles":["tv"]"#)
        try await scene.server.run { client async throws in
            #expect(try await client.bundle("web/web/de/default.json").status == .ok)
            let xml = try await client.bundle("all/manifest.json")
            let manifest = try BundleManifest(xml.bytes)
            let file = try #require(manifest.files.first { $0.profile == "ios" })
            let answer = try await client.bundle("all/\(file.path)")
            #expect(answer.headers[.contentType] == file.mediaType)
            #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            #expect(try await client.bundle("web/\(file.path)").status == .notFound)
            // The release exists, but nothing can be made of it: a cache keeps the one it has.
            let broken = try await client.bundle("tv/manifest.json")
            #expect(broken.status == .serviceUnavailable)
            #expect(broken.code == "unavailable-release")
            #expect(broken.headers[.cacheControl] == "no-store")
        }
    }
}
