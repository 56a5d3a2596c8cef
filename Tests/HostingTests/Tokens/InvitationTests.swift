import Machine
import TestWorld
import Testing
import Texts
import Translation

@testable import Hosting

/// Invitations: their lines in the token file, and their single use.
@Suite struct InvitationTests {
    private let scene: TokenScene

    init() throws { scene = try TokenScene() }

    private func invite(
        expiry: TokenExpiry? = Invitation.usualExpiry
    ) throws -> (token: Token, secret: InvitationSecret) {
        try scene.file.invite(
            TokenRequest(
                person: "Otto", email: "otto@example.org", scope: .translate, projects: ["shop"],
                locales: [LanguageTag("fr")].compactMap(\.self), expiry: expiry), on: scene.host)
    }

    private func redeem(_ secret: InvitationSecret) throws -> InvitationFinding {
        try scene.file.redeem(secret.text, on: scene.host)
    }

    @Test func onlyTheHashIsStored() throws {
        let (token, secret) = try invite()
        let text = try scene.text()
        #expect(!text.contains(secret.text) && !text.contains(secret.text.dropFirst(4)))
        #expect(text.contains(token.hash.hexadecimal) && text.contains(#""invitation":{"until":"#))
        #expect(try scene.file.read().tokens == [token])
        #expect("\(secret)" == "dgi_…" && secret.debugDescription == "dgi_…")
    }

    @Test func anInvitationIsUsedOnce() throws {
        let (token, secret) = try invite()
        guard case .open(let used) = try redeem(secret) else {
            Issue.record("The invitation was refused.")
            return
        }
        #expect(used.id == token.id && used.email == "otto@example.org" && used.scope == .translate)
        let again = try redeem(secret)
        guard case .used(let found, let time) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(found.id == token.id && time <= scene.now)
        #expect(try scene.file.read().token(id: token.id)?.state(at: scene.now) == .active)
    }

    /// The lock of the state directory lets only one of several requests use the invitation.
    @Test func ofSimultaneousUsesOneSucceeds() async throws {
        let (_, secret) = try invite()
        let (file, host) = (scene.file, scene.host)
        let opened = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    if case .open = try file.redeem(secret.text, on: host) { true } else { false }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test func aLinkWorksForAWeekAndNotBeyondTheRights() throws {
        let (token, secret) = try invite()
        let until = try #require(token.invitation?.until)
        #expect(until == token.created + 7 * TokenScene.day)
        let set = try scene.file.read()
        #expect(set.invitation(secret, at: until - 1) == .open(token))
        #expect(set.invitation(secret, at: until) == .expired(token))
        let (short, _) = try invite(expiry: .after(1000))
        #expect(short.invitation?.until == short.expires)
        #expect(try invite(expiry: nil).token.expires == nil)
    }

    @Test func eachRefusalHasItsOwnReason() throws {
        let (token, secret) = try invite()
        try scene.file.revoke(token.id, on: scene.host)
        guard case .revoked = try redeem(secret) else {
            Issue.record("A revoked invitation was not recognized.")
            return
        }
        #expect(try scene.file.redeem("dgi_x", on: scene.host) == .malformed)
        #expect(try scene.file.redeem(String(secret.text.dropLast()), on: scene.host) == .malformed)
        var random = scene.host.random
        let foreign = InvitationSecret(using: &random)
        #expect(try redeem(foreign) == .unknown)
    }

    /// The API must not accept the secret of a link, before or after its use.
    @Test func anInvitationIsNoToken() throws {
        let (_, secret) = try invite()
        #expect(TokenSecret(secret.text) == nil)
        #expect(try scene.file.read().find(secret.text, at: scene.now) == .malformed)
        let (_, token) = try scene.addPerson()
        #expect(InvitationSecret(token.text) == nil)
        #expect(try scene.file.redeem(token.text, on: scene.host) == .malformed)
    }

    @Test func anotherLinkEndsTheFirstAndItsSessions() throws {
        let (token, first) = try invite()
        _ = try redeem(first)
        let (renewed, second) = try scene.file.inviteAgain(token.id, on: scene.host)
        #expect(renewed.id == token.id && renewed.guid == token.guid)
        #expect(renewed.generation == 2 && renewed.invitation?.used == nil)
        #expect(try redeem(first) == .unknown)
        guard case .open = try redeem(second) else {
            Issue.record("The second link does not work.")
            return
        }
    }

    @Test func tokensAndInvitationsAreNotMixedUp() throws {
        let (invited, secret) = try invite()
        let (token, _) = try scene.addPerson()
        #expect(throws: Refusal.self) { try scene.file.rotate(invited.id, on: scene.host) }
        #expect(throws: Refusal.self) { try scene.file.inviteAgain(token.id, on: scene.host) }
        #expect(throws: Refusal.self) {
            try scene.file.invite(TokenRequest(app: "Shop"), on: scene.host)
        }
        #expect(try scene.file.revoke(secret.text, on: scene.host).id == invited.id)
        #expect(throws: Refusal.self) { try scene.file.inviteAgain(invited.id, on: scene.host) }
    }
}
