import TestKit
import TestWorld
import Testing
import Translation

@testable import Hosting

/// Lines of the file are parsed strictly and independently.
@Suite struct TokenLineTests {
    private let scene: TokenScene

    init() throws { scene = try TokenScene() }

    private static let hash = String(repeating: "0f", count: 32)
    private static let app =
        #"{"created":"2026-11-21T09:30:00.000Z","generation":1,"hash":"\#(hash)","#
        + #""id":"k3x9abcd","kind":"app","name":"Shop","scope":"propose"}"#

    private func problems(_ line: String) -> [String] {
        TokenSet(bytes: Array(line.utf8)).problems.map(\.reason)
    }

    @Test func readsOneLine() {
        let set = TokenSet(bytes: Array(Self.app.utf8))
        #expect(set.problems.isEmpty && set.tokens.map(\.id) == ["k3x9abcd"])
        #expect(set.tokens.first?.line == Array((Self.app + "\n").utf8))
    }

    @Test(
        arguments: [
            (#""kind":"app""#, #""kind":"app","note":"x""#, "has an unknown member “note”"),
            (#""id":"k3x9abcd","#, "", "lacks “id”"),
            (#""id":"k3x9abcd""#, #""id":"K3X9ABCD""#, "has an invalid id"),
            (#""id":"k3x9abcd""#, #""id":"k3x9abc""#, "has an invalid id"),
            (#""id":"k3x9abcd""#, #""id":7"#, "requires a nonempty string for “id”"),
            (#""kind":"app""#, #""kind":"robot""#, "has an unknown kind “robot”"),
            (
                #""kind":"app""#, #""kind":"person""#,
                "belongs to a person, but lacks an email or a guid"
            ),
            (
                #""kind":"app""#, #""email":"a@example.org","kind":"app""#,
                "belongs to an app, but has an email or a guid"
            ),
            (#""scope":"propose""#, #""scope":"all""#, "has an unknown scope “all”"),
            (
                #""scope":"propose""#, #""scope":"admin""#,
                "belongs to an app, but has the scope admin"
            ),
            (#""name":"Shop""#, #""name":"""#, "requires a nonempty string for “name”"),
            (#""name":"Shop""#, #""name":"a\nb""#, "has a malformed “name”"),
            (#""name":"Shop""#, #""name":"a <b""#, "has a malformed “name”"),
            (
                #""name":"Shop""#, #""name":"Shop","projects":[]"#,
                "requires a list of nonempty strings for “projects”"
            ),
            (
                #""name":"Shop""#, #""name":"Shop","projects":["a",1]"#,
                "requires a list of nonempty strings for “projects”"
            ),
            (
                #""name":"Shop""#, #""name":"Shop","projects":"shop""#,
                "requires a list of nonempty strings for “projects”"
            ),
            (
                #""kind":"app""#, #""kind":"app","locales":[]"#,
                "requires a list of nonempty strings for “locales”"
            ),
            (
                #""kind":"app""#, #""kind":"app","locales":["fr","no tag"]"#,
                "has an invalid language tag in “locales”"
            ),
            ("2026-11-21T09:30:00.000Z", "2026-11-21", "requires a time for “created”"),
            ("2026-11-21T09:30:00.000Z", "today", "requires a time for “created”"),
            (#""generation":1"#, #""generation":0"#, "requires a positive number for “generation”"),
            (
                #""generation":1"#, #""generation":1.5"#,
                "requires a positive number for “generation”"
            ),
            (
                #""generation":1"#, #""generation":9007199254740991"#,
                "requires a positive number for “generation”"
            ),
            (hash, "0f", "requires a SHA-256 hash for “hash”"),
            (
                #""name":"Shop""#, #""name":"Shop","previous":{"hash":"\#(hash)"}"#, "lacks “until”"
            ),
            (
                #""name":"Shop""#,
                #""name":"Shop","invitation":{"until":"2026-11-22T09:30:00Z"}"#,
                "is an invitation, but belongs to an app or was rotated"
            ),
            (
                #""name":"Shop""#, #""name":"Shop","invitation":{"used":"2026-11-22T09:30:00Z"}"#,
                "lacks “until”"
            ),
            (
                #""name":"Shop""#, #""name":"Shop","previous":1"#,
                "requires an object for “previous”"
            ),
            (
                #""name":"Shop""#,
                #""name":"Shop","previous":{"hash":"\#(hash)","until":"2026-11-22T09:30:00Z"}"#,
                "has the same hash twice"
            ),
            (
                #""created":"#, #""expires":true,"created":"#,
                "requires a nonempty string for “expires”"
            ),
        ])
    func whatIsNotInTheTableIsNoToken(part: String, other: String, reason: String) {
        let line = Self.app.replacing(part, with: other)
        #expect(line != Self.app)
        #expect(problems(line) == [reason])
    }

    @Test func whatIsNoObjectIsNoToken() {
        #expect(problems("[]") == ["is not an object"])
        #expect(problems("{").first?.hasPrefix("is not JSON: ") == true)
        #expect(problems(Self.app + Self.app).first?.hasPrefix("is not JSON: ") == true)
        let twice = Self.app.replacing(#""kind":"app""#, with: #""kind":"app","kind":"app""#)
        #expect(problems(twice).first?.hasPrefix("is not JSON: ") == true)
        #expect(problems("\n\n").isEmpty)
    }

    /// A guid is a capability, so a report of a damaged line does not show it.
    @Test func reportsShowNoGuid() {
        let line =
            #"{"created":"2026-11-21T09:30:00Z","email":"a@example.org","generation":1,"#
            + #""guid":"sécret-guid","hash":"\#(Self.hash)","id":"k3x9abcd","kind":"person","#
            + #""name":"Ada","scope":"read"}"#
        #expect(problems(line) == ["has a malformed “guid”"])
    }

    // MARK: Damage

    @Test func aDamagedLineTakesAwayItsOwnTokenOnly() throws {
        let secrets = try ["Ada", "Ben", "Cem"].map { try scene.addPerson($0).secret }
        let lines = try scene.text().split(separator: "\n").map(String.init)
        let damaged = lines[1].dropLast(5) + "\u{0}x"
        try scene.write([lines[0], String(damaged), "", lines[2]].joined(separator: "\n"))
        #expect(try secrets.map(scene.isAccepted) == [true, false, true])
        let set = try scene.file.read()
        #expect(set.problems.map(\.line) == [2])
        #expect(try scene.finding(secrets[1]) == .unknown)
    }

    /// Flips one bit in a file of three tokens, of which the second is revoked.
    @Test(arguments: 0..<200)
    func damageGrantsNothing(seed: Int) throws {
        let tokens = try ["Ada", "Ben", "Cem"].map { try scene.addPerson($0) }
        try scene.file.revoke(tokens[1].token.id, on: scene.host)
        let before = try scene.file.read()
        var random = SplitMix64(seed: seed)
        var bytes = Array(try scene.text().utf8)
        let place = random.number(in: 0...(bytes.count - 1))
        bytes[place] ^= 1 << UInt8(random.number(in: 0...7))
        let after = TokenSet(bytes: bytes)
        var lost = 0
        for (index, made) in tokens.enumerated() {
            switch after.find(made.secret.text, at: scene.now) {
            case .valid: #expect(index != 1)
            case .unknown: lost += 1
            case .revoked: #expect(index == 1)
            case .malformed, .expired: break
            }
        }
        // A flipped line feed joins two lines or splits one.
        #expect(lost <= (after.tokens.count + after.problems.count == before.tokens.count ? 1 : 2))
    }

    @Test func ofLinesWithOneIDOrHashNoneIsAToken() throws {
        let secrets = try ["Ada", "Ben", "Cem"].map { try scene.addPerson($0) }
        let text = try scene.text()
        try scene.write(text + text.split(separator: "\n")[0] + "\n")
        let set = try scene.file.read()
        #expect(
            set.problems == [
                TokenProblem(line: 1, reason: "has the same id or hash as line 4"),
                TokenProblem(line: 4, reason: "has the same id or hash as line 1"),
            ])
        #expect(try secrets.map { try scene.isAccepted($0.secret) } == [false, true, true])
        try scene.write(
            text.replacing(
                secrets[2].token.hash.hexadecimal, with: secrets[1].token.hash.hexadecimal)
        )
        #expect(try scene.file.read().problems.map(\.line) == [2, 3])
        #expect(try secrets.map { try scene.isAccepted($0.secret) } == [true, false, false])
    }

    /// A line with the old hash of a rotated token must not outlive the rotation.
    @Test func theHashOfARotatedTokenCountsToo() throws {
        let (token, old) = try scene.addPerson()
        let line = try scene.text()
        let (_, new) = try scene.file.rotate(token.id, on: scene.host)
        try scene.write(try scene.text() + line.replacing(token.id, with: "00000000"))
        #expect(try !scene.isAccepted(old) && !scene.isAccepted(new))
    }

    @Test func changesWriteOtherLinesAsTheyWere() throws {
        let (first, _) = try scene.addPerson("Ada")
        let (second, _) = try scene.addPerson("Ben")
        let lines = try scene.text().split(separator: "\n").map(String.init)
        // Another spelling of the first line, damage, a blank line, a Windows line ending, and no
        // final line feed.
        let odd = lines[0].replacing(",", with: " , ")
        try scene.write("\(odd)\nbroken\n\n\(Self.app)\r\n\(lines[1])")
        try scene.file.revoke(second.id, on: scene.host)
        let text = try scene.text()
        #expect(text.utf8.starts(with: "\(odd)\nbroken\n\n\(Self.app)\r\n".utf8))
        #expect(try scene.file.read().token(id: second.id)?.revoked != nil)
        #expect(try scene.file.read().token(id: first.id) == first)
        #expect(try scene.file.read().problems.map(\.line) == [2])
    }
}
