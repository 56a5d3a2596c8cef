import Compression
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

/// A project with a release, whose channel `production` points to it.
struct BundleScene {
    static let base = "/projects/shop/bundles"
    static let signature =
        "-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n"

    let server: ProjectServer
    /// The commit of the release, with the tag `v1`.
    let release: String

    init() throws {
        server = try ProjectServer()
        // The German file is long enough to be compressed.
        for number in 0..<40 {
            try server.cli("string", "add", "filler.\(number)", "Filler \(number)")
        }
        release = try Self.commit(in: server)
        try server.sandbox.git("tag", "v1", release, in: "shop")
        try point("production", at: release, sequence: 1)
        try server.cli("set", "de", "cart.title", "Einkaufswagen")
    }

    private static func commit(in server: ProjectServer) throws -> String {
        try server.sandbox.git("rev-parse", "translations", in: "shop").trimmingNewline
    }

    /// The newest commit.
    var tip: String { get throws { try Self.commit(in: server) } }

    func point(_ channel: String, at commit: String, sequence: Int, more: String = "") throws {
        try server.cli(
            "config", "channel.\(channel)",
            #"{"commit":"\#(commit)","sequence":\#(sequence)\#(more)}"#)
    }

    /// The bytes of a file in the bundle that the command line writes.
    func written(_ path: String, at revision: String) throws -> [UInt8] {
        let directory = "dist-\(revision)"
        if !FileManager.default.fileExists(atPath: "\(server.sandbox.directory)/\(directory)") {
            try server.cli("bundle", "--rev", revision, "-o", "../" + directory)
        }
        return Array(
            try Data(
                contentsOf: URL(filePath: "\(server.sandbox.directory)/\(directory)/\(path)")))
    }
}

extension TestClientProtocol {
    /// Requests a file of a bundle.
    func bundle(
        _ path: String, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        try await execute(
            uri: path.hasPrefix("/") ? path : "\(BundleScene.base)/\(path)", method: method,
            headers: headers)
    }
}

extension TestResponse {
    var bytes: [UInt8] { Array(body.readableBytesView) }
    var nearest: [String] {
        json?.objectValue?["nearest"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
