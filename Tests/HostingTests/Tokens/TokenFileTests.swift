import Foundation
import TestWorld
import Testing
import Texts
import Translation
import Workspace

@testable import Hosting

/// The life cycle of tokens.
@Suite struct TokenFileTests {
    private let scene: TokenScene

    init() throws { scene = try TokenScene() }

    @Test func withoutAFileThereAreNone() throws {
        let set = try scene.file.read()
        #expect(set.tokens.isEmpty && set.problems.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scene.file.directory))
    }

    @Test func aTokenIsFoundByItself() throws {
        let (token, secret) = try scene.addPerson(
            projects: ["web", "shop", "web"], locales: ["fr"])
        #expect(try scene.finding(secret) == .valid(token))
        #expect(token.kind == .person && token.scope == .review)
        #expect(token.projects == ["shop", "web"] && token.locales.map(\.rawValue) == ["fr"])
        #expect(token.created == Sandbox.start && token.expires == nil && token.generation == 1)
        #expect(token.actor == Actor(name: "Mara", email: "mara@example.org"))
        #expect(token.guid?.utf8.count == 36)
        #expect(try scene.file.read().token(id: token.id) == token)
        #expect(try scene.file.read().token(id: "00000000") == nil)
    }

    @Test func anAppHasNeitherAddressNorGuid() throws {
        let (token, secret) = try scene.file.add(
            TokenRequest(app: "Shop for iOS", projects: ["shop"]), on: scene.host)
        #expect(secret.text.hasPrefix("dga_"))
        #expect(token.actor == nil && token.guid == nil && token.scope == .propose)
        #expect(try scene.finding(secret) == .valid(token))
    }

    @Test func theTokenItselfIsKeptNowhere() throws {
        let (token, secret) = try scene.addPerson()
        let text = try scene.text()
        #expect(text.contains(token.hash.hexadecimal))
        #expect(!text.contains(secret.text.dropFirst(4)))
    }

    @Test func theFileIsThatOfItsDocumentation() throws {
        _ = try scene.file.add(
            TokenRequest(
                person: "Mara", email: "mara@example.org", guid: "guid-of-mara", scope: .review,
                projects: ["shop"], locales: ["fr", "de"].compactMap { LanguageTag($0) },
                expiry: .after(TokenScene.day)), on: scene.host)
        let token = try #require(try scene.file.read().tokens.first)
        #expect(
            try scene.text()
                == #"{"created":"2026-11-21T09:30:00.000Z","email":"mara@example.org","#
                + #""expires":"2026-11-22T09:30:00.000Z","generation":1,"guid":"guid-of-mara","#
                + #""hash":"\#(token.hash.hexadecimal)","id":"\#(token.id)","kind":"person","#
                + #""locales":["de","fr"],"name":"Mara","projects":["shop"],"scope":"review"}"#
                + "\n")
    }

    @Test func onlyItsOwnerReadsIt() throws {
        try scene.addPerson()
        #expect(try scene.mode("state") == 0o700)
        #expect(try scene.mode("state/tokens.jsonl") == 0o600)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: scene.file.path)
        try scene.addPerson("Otto")
        #expect(try scene.mode("state/tokens.jsonl") == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.file.directory)
        #expect(names.sorted() == ["tokens.jsonl", "write"])
    }

    @Test func itEndsAtItsExpiry() throws {
        let (token, secret) = try scene.addPerson(expiry: .after(1000))
        scene.sandbox.advanceClock(milliseconds: 999)
        #expect(try scene.finding(secret) == .valid(token))
        scene.sandbox.advanceClock(milliseconds: 1)
        #expect(try scene.finding(secret) == .expired(token))
        #expect(token.state(at: scene.now) == .expired)
    }

    @Test func whatIsNoTokenOrUnknownIsToldApart() throws {
        let set = try scene.file.read()
        #expect(set.find("dgp_x", at: scene.now) == .malformed)
        #expect(set.find("dgp_0123456789ABCDEFGHIJKLMNOPQ0qK7pF", at: scene.now) == .unknown)
    }

    // MARK: Revoking

    @Test func aRevokedTokenEndsAndStaysInTheFile() throws {
        let (token, secret) = try scene.addPerson()
        scene.sandbox.advanceClock(milliseconds: 1000)
        let revoked = try scene.file.revoke(token.id, on: scene.host)
        #expect(revoked.revoked == Sandbox.start + 1000)
        #expect(try scene.finding(secret) == .revoked(revoked))
        let text = try scene.text()
        scene.sandbox.advanceClock(milliseconds: 1000)
        #expect(try scene.file.revoke(token.id, on: scene.host) == revoked)
        #expect(try scene.text() == text)
    }

    @Test func revokingEndsTheTokenBeforeTheRotationToo() throws {
        let (token, old) = try scene.addPerson()
        let (_, new) = try scene.file.rotate(token.id, on: scene.host)
        let revoked = try scene.file.revoke(token.id, on: scene.host)
        #expect(try scene.finding(old) == .revoked(revoked))
        #expect(try scene.finding(new) == .revoked(revoked))
    }

    // MARK: Rotating

    @Test func bothTokensWorkForADay() throws {
        let (token, old) = try scene.addPerson(projects: ["shop"], locales: ["fr"])
        let (rotated, new) = try scene.file.rotate(token.id, on: scene.host)
        #expect(rotated.id == token.id && rotated.guid == token.guid && rotated.scope == .review)
        #expect(rotated.projects == token.projects && rotated.locales == token.locales)
        #expect(rotated.generation == 2, "Sessions end.")
        scene.sandbox.advanceClock(milliseconds: TokenScene.day - 1)
        #expect(try scene.finding(old) == .valid(rotated))
        #expect(try scene.finding(new) == .valid(rotated))
        scene.sandbox.advanceClock(milliseconds: 1)
        #expect(try scene.finding(old) == .expired(rotated))
        #expect(try scene.finding(new) == .valid(rotated))
    }

    @Test func rotatingAgainEndsTheOlderTokenAtOnce() throws {
        let (token, first) = try scene.addPerson()
        let (_, second) = try scene.file.rotate(token.id, on: scene.host)
        let (rotated, third) = try scene.file.rotate(token.id, on: scene.host)
        #expect(try scene.finding(first) == .unknown)
        #expect(try scene.finding(second) == .valid(rotated))
        #expect(try scene.finding(third) == .valid(rotated))
        #expect(rotated.generation == 3)
    }

    @Test func theOldTokenDoesNotOutliveTheExpiry() throws {
        let (token, old) = try scene.addPerson(expiry: .after(1000))
        let (rotated, _) = try scene.file.rotate(token.id, expiry: .after(5000), on: scene.host)
        #expect(rotated.previous?.until == Sandbox.start + 1000)
        #expect(rotated.expires == Sandbox.start + 5000)
        scene.sandbox.advanceClock(milliseconds: 1000)
        #expect(try scene.finding(old) == .expired(rotated))
    }

    @Test func whatEndedIsNotRotated() throws {
        let (expiring, _) = try scene.addPerson(expiry: .after(1000))
        let (revoked, _) = try scene.addPerson("Otto")
        try scene.file.revoke(revoked.id, on: scene.host)
        scene.sandbox.advanceClock(milliseconds: 1000)
        for (id, state) in [(expiring.id, "expired"), (revoked.id, "revoked")] {
            let refusal = try refusal { try scene.file.rotate(id, on: scene.host) }
            #expect(refusal.code == .alreadyDecided)
            #expect(refusal.message == "Token \(id) is \(state).")
            #expect(refusal.hint.typed.contains("dragoman token add"))
        }
    }

    @Test func endingSessionsLeavesTheTokenAlone() throws {
        let (token, secret) = try scene.addPerson()
        let ended = try scene.file.endSessions(of: token.id)
        #expect(ended.generation == 2 && ended.hash == token.hash)
        #expect(try scene.finding(secret) == .valid(ended))
    }

    // MARK: Naming

    @Test func aTokenIsNamedByItsIDTheBeginningOfItOrItself() throws {
        let (token, secret) = try scene.addPerson()
        for reference in [
            token.id, token.id.uppercased(), String(token.id.prefix(4)), secret.text,
        ] {
            #expect(try scene.file.revoke(reference, on: scene.host).id == token.id)
        }
        let (second, old) = try scene.addPerson("Otto")
        _ = try scene.file.rotate(second.id, on: scene.host)
        #expect(try scene.file.revoke(old.text, on: scene.host).id == second.id)
    }

    @Test func otherNamesAreRefused() throws {
        let (token, secret) = try scene.addPerson()
        let near = String(token.id.dropLast()) + (token.id.hasSuffix("0") ? "1" : "0")
        let typo = try refusal { try scene.file.revoke(near, on: scene.host) }
        #expect(typo.code == .unknownID && typo.nearest == [token.id])
        #expect(typo.hint.typed.contains("dragoman token list"))
        for reference in ["", String(token.id.prefix(3)), "dgp_"] {
            let refusal = try refusal { try scene.file.revoke(reference, on: scene.host) }
            #expect(refusal.message == "No token has the id “\(reference)”.")
        }
        let other = try TokenScene(seed: 2)
        try other.addPerson()
        let unknown = try refusal { try other.file.revoke(secret.text, on: other.host) }
        #expect(unknown.message == "No token has the id “dgp_…”.", "It is a secret elsewhere.")
    }

    @Test func aBeginningOfSeveralIDsIsRefused() throws {
        let (token, _) = try scene.addPerson()
        let (second, _) = try scene.addPerson("Otto")
        let alike = String(token.id.prefix(7)) + (token.id.hasSuffix("0") ? "1" : "0")
        try scene.write(try scene.text().replacing(second.id, with: alike))
        let refusal = try refusal {
            try scene.file.revoke(String(token.id.prefix(4)), on: scene.host)
        }
        #expect(refusal.code == .ambiguousID && refusal.nearest == [token.id, alike])
        #expect(try scene.file.revoke(alike, on: scene.host).name == "Otto")
    }

    /// A misspelled directory is not created.
    @Test func onlyAddingMakesTheDirectory() throws {
        for change in [
            { _ = try scene.file.revoke("k3x9", on: scene.host) },
            { _ = try scene.file.rotate("k3x9", on: scene.host) },
            { _ = try scene.file.endSessions(of: "k3x9") },
        ] as [() throws -> Void] {
            #expect(try refusal(change).code == .unknownID)
        }
        #expect(!FileManager.default.fileExists(atPath: scene.file.directory))
    }
}
