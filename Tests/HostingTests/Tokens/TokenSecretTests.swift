import TestKit
import Testing

@testable import Hosting

/// The format of tokens.
@Suite struct TokenSecretTests {
    /// Computed with Python's `zlib.crc32` and `hashlib`.
    private static let person = "dgp_0123456789ABCDEFGHIJKLMNOPQ0qK7pF"
    private static let app = "dga_0123456789ABCDEFGHIJKLMNOPQ3jSR4G"

    @Test func checksumsAreThoseOfZlib() {
        #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
        #expect(Checksum.crc32("".utf8) == 0)
    }

    @Test func numbersInBase62() {
        #expect(Base62.text(of: [0], digits: 3) == "000")
        #expect(Base62.text(of: [61], digits: 2) == "0z")
        #expect(Base62.text(of: [62], digits: 2) == "10")
        let largest = [UInt32](repeating: .max, count: 5)
        #expect(Base62.text(of: largest, digits: 27) == "aWgEPTl1tmebfsQzFP4bxwgy80V")
    }

    @Test func readsTokensOfBothKinds() throws {
        let person = try #require(TokenSecret(Self.person))
        #expect(person.kind == .person && person.text == Self.person)
        #expect(
            person.hash.hexadecimal
                == "64d86d11562fef7ec19374d36f70eb3a8ddda3e86a9f0e825f90bce163ce1ab1")
        #expect(TokenSecret(Self.app)?.kind == .app)
    }

    @Test(arguments: 0..<50)
    func newTokensAreRead(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        for kind in TokenKind.allCases {
            let secret = TokenSecret(kind: kind, using: &random)
            #expect(secret.text.utf8.count == TokenSecret.length)
            #expect(secret.text.hasPrefix(kind.prefix))
            let read = try #require(TokenSecret(secret.text))
            #expect(read.kind == kind && read.hash == secret.hash)
        }
    }

    /// Any mistyped character is detected without a look-up.
    @Test func anotherCharacterIsNoToken() {
        let bytes = Array(Self.person.utf8)
        for index in bytes.indices {
            for other in "0Aaz_-".utf8 where other != bytes[index] {
                var wrong = bytes
                wrong[index] = other
                #expect(TokenSecret(String(decoding: wrong, as: UTF8.self)) == nil)
            }
        }
    }

    @Test(arguments: [
        "", "dgp_", "dgx_0123456789ABCDEFGHIJKLMNOPQ0qK7pF", person + " ", " " + person,
        String(person.dropLast()), person + "0", "dga_0123456789ABCDEFGHIJKLMNOPQ0qK7pF",
        "DGP_0123456789ABCDEFGHIJKLMNOPQ0qK7pF", "dgp_0123456789ABCDEFGHIJKLMNOPé0qK7pF",
    ])
    func whatHasAnotherFormIsNone(text: String) {
        #expect(TokenSecret(text) == nil)
    }

    @Test func descriptionsDoNotShowIt() throws {
        let secret = try #require(TokenSecret(Self.person))
        #expect("\(secret)" == "dgp_…")
        #expect(String(reflecting: secret) == "dgp_…")
    }

    @Test(arguments: [
        "", "0", String(repeating: "g", count: 64), String(repeating: "A", count: 64),
    ])
    func hashesAreStrict(text: String) {
        #expect(TokenHash(hexadecimal: text) == nil)
    }

    @Test func hashesAreWrittenAsTheyAreRead() {
        let text = String(repeating: "0f", count: 32)
        #expect(TokenHash(hexadecimal: text)?.hexadecimal == text)
    }
}
