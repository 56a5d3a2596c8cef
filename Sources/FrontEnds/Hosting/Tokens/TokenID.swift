/// Token ids: 40 random bits in lowercase Crockford's base 32.
enum TokenID {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    static let length = 8

    static func random(using random: inout some RandomNumberGenerator) -> String {
        let characters = (0..<length).map { _ in
            alphabet[Int.random(in: alphabet.indices, using: &random)]
        }
        return String(decoding: characters, as: UTF8.self)
    }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy(alphabet.contains)
    }
}
