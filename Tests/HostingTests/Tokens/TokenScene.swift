import Foundation
import Machine
import TestWorld
import Testing
import Texts
import Translation
import struct Machine.Host

@testable import Hosting

/// A state directory in a sandbox, with a clock that only tests advance.
struct TokenScene {
    let sandbox: Sandbox
    let file: TokenFile

    init(seed: UInt64 = 1) throws {
        sandbox = try Sandbox(seed: seed)
        file = TokenFile(directory: sandbox.directory + "/state")
    }

    var host: Host { sandbox.host() }

    var now: Int64 { host.now() }

    static let day: Int64 = 86_400_000

    /// Adds a person's token.
    @discardableResult
    func addPerson(
        _ name: String = "Mara", scope: Scope = .review, projects: [String] = [],
        locales: [String] = [], expiry: TokenExpiry? = nil
    ) throws -> (token: Token, secret: TokenSecret) {
        try file.add(
            TokenRequest(
                person: name, email: "\(name.lowercased())@example.org", scope: scope,
                projects: projects, locales: locales.compactMap { LanguageTag($0) }, expiry: expiry),
            on: host)
    }

    /// The bytes of the file as text.
    func text() throws -> String { try sandbox.read("state/tokens.jsonl") }

    /// Replaces the file, as an editor does.
    func write(_ text: String) throws { try sandbox.write(text, to: "state/tokens.jsonl") }

    func finding(_ secret: TokenSecret) throws -> TokenSet.Finding {
        try file.read().find(secret.text, at: now)
    }

    func isAccepted(_ secret: TokenSecret) throws -> Bool {
        if case .valid = try finding(secret) { true } else { false }
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(
            atPath: sandbox.directory + "/" + path)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}
