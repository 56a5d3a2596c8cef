import Texts

/// Finds the parts of a text that are written for people, not for programs.
enum Prose {
    /// Returns the bytes of a text, with zeros in place of placeholders, tags, entities, addresses,
    /// and MediaWiki's syntax for choices and links.
    static func bytes(of text: ScannedText) -> [UInt8] {
        var bytes = text.bytes
        func blank(_ range: Range<Int>) {
            for index in range { bytes[index] = 0 }
        }
        if text.mayHavePlaceholders {
            let scan = text.placeholders
            for placeholder in scan.joined(besides: [scan]).placeholders + scan.parameters {
                blank(placeholder.range)
            }
        }
        if text.contains("<") {
            for tag in MarkupTag.ranges(in: text.bytes) { blank(tag) }
        }
        if text.contains("&") {
            for entity in Entity.entities(in: text) { blank(entity.range) }
        }
        for address in Address.addresses(in: text) { blank(address.range) }
        if text.contains("|") {
            for part in PlaceholderScanner(text.string).wikiSyntax() { blank(part) }
        }
        return bytes
    }
}

/// A character reference by name or number, as in HTML.
struct Entity {
    /// The text between `&` and `;`.
    let name: String
    /// The range in UTF-8 bytes.
    let range: Range<Int>

    /// The names and numbers of characters that would be markup if they were written literally.
    private static let structural: [String: String] = [
        "lt": "&lt;", "gt": "&gt;", "amp": "&amp;", "#60": "&lt;", "#62": "&gt;", "#38": "&amp;",
        "#x3c": "&lt;", "#x3e": "&gt;", "#x26": "&amp;",
    ]

    /// The usual form of an entity for `<`, `>` or `&`; nil for characters that could be written
    /// literally.
    var structuralForm: String? { Self.structural[name.lowercased()] }

    /// The maximum length of an HTML entity name.
    private static let longestName = 31

    /// Returns the entities in a text, in order.
    static func entities(in text: ScannedText) -> [Entity] {
        guard text.contains("&"), text.contains(";") else { return [] }
        let bytes = text.bytes
        var entities: [Entity] = []
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "&")) {
            var end = start + 1
            if end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
            let digits = end
            while end < bytes.count, end - start <= longestName,
                PlaceholderScanner.isLetterOrDigit(bytes[end])
            {
                end += 1
            }
            if end > digits, end < bytes.count, bytes[end] == UInt8(ascii: ";") {
                entities.append(
                    Entity(
                        name: String(decoding: bytes[(start + 1)..<end], as: UTF8.self),
                        range: start..<(end + 1)))
            }
            index = end
        }
        return entities
    }
}

/// A URL or a mail address in a text.
struct Address {
    /// The address as written.
    let text: String
    /// The range in UTF-8 bytes.
    let range: Range<Int>
    /// Whether it is a mail address.
    let isMail: Bool

    /// Whether the address is only an example, so that its words may be translated.
    ///
    /// True for a host without a dot, as in `smb://server/file`, and for mail to a domain reserved
    /// for examples (RFC 2606).
    var isExample: Bool {
        let host = self.host
        guard isMail else { return host.count < 2 }
        let reserved = ["example", "test", "invalid", "localhost"].map { Value.Text($0) }
        return host.suffix(2).contains { reserved.contains(Value.Text($0)) }
    }

    /// Returns whether this address is the same site's page for another country or language, such
    /// as `example.de` for `example.com`.
    func isBranch(of other: Address) -> Bool {
        let (own, others) = (host, other.host)
        guard !isMail, !other.isMail, own.count > 1, others.count > 1, let end = own.last,
            let otherEnd = others.last, end.utf8.count == 2 || otherEnd.utf8.count == 2
        else { return false }
        return own.dropLast().last.map { Value.Text($0) }
            == others.dropLast().last.map { Value.Text($0) }
    }

    /// The host's labels, such as `www`, `example` and `com`.
    private var host: [String] {
        if isMail {
            return text.split(separator: "@").last.map { $0.split(separator: ".").map(String.init) }
                ?? []
        }
        let start = text.utf8.firstIndex(of: UInt8(ascii: "/")) ?? text.utf8.startIndex
        return text.utf8[start...].dropFirst(2).prefix { !"/?#:".utf8.contains($0) }
            .split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The host's last two labels, which a site's pages in all languages share.
    var site: Value.Text {
        let start = text.utf8.firstIndex(of: UInt8(ascii: "/")) ?? text.utf8.startIndex
        let host = text.utf8[start...].drop { $0 == UInt8(ascii: "/") }
            .prefix { !"/?#:".utf8.contains($0) }
        let labels = host.split(separator: UInt8(ascii: "."))
        return Value.Text(
            labels.suffix(2).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "."))
    }

    /// Returns the addresses in a text, in order.
    static func addresses(in text: ScannedText) -> [Address] {
        var addresses = text.contains(":") && text.contains("/") ? links(in: text) : []
        if text.contains("@"), text.contains(".") { addresses += mails(in: text) }
        return addresses.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static func links(in text: ScannedText) -> [Address] {
        let bytes = text.bytes
        var links: [Address] = []
        var index = 0
        while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
            index = colon + 1
            guard text.has("://", at: colon) else { continue }
            let scheme = bytes[..<colon].reversed().prefix(while: PlaceholderScanner.isLetter)
            let end =
                bytes[(colon + 3)...].firstIndex { byte in
                    byte <= 0x20 || byte >= 0x80 || "<>\"'|{}[]()`".utf8.contains(byte)
                } ?? bytes.count
            // Trailing punctuation may belong to the sentence.
            var last = end
            while last > colon + 3, ".,;:!?".utf8.contains(bytes[last - 1]) { last -= 1 }
            guard !scheme.isEmpty, last > colon + 3 else { continue }
            let range = (colon - scheme.count)..<last
            // The app completes addresses that contain a placeholder, so they are not compared.
            if !bytes[range].contains(where: { "%$".utf8.contains($0) }) {
                links.append(address(range, in: bytes, isMail: false))
            }
            index = last
        }
        return links
    }

    private static func mails(in text: ScannedText) -> [Address] {
        let bytes = text.bytes
        return bytes.indices.filter { bytes[$0] == UInt8(ascii: "@") }.compactMap { at in
            func isPart(_ byte: UInt8) -> Bool {
                PlaceholderScanner.isLetterOrDigit(byte) || ".-_+".utf8.contains(byte)
            }
            let local = bytes[..<at].reversed().prefix(while: isPart)
            var end = at + 1 + bytes[(at + 1)...].prefix(while: isPart).count
            while end > at + 1, !PlaceholderScanner.isLetter(bytes[end - 1]) { end -= 1 }
            let host = bytes[(at + 1)..<end]
            guard let first = host.first, PlaceholderScanner.isLetterOrDigit(first),
                host.contains(UInt8(ascii: ".")), let start = local.last,
                PlaceholderScanner.isLetterOrDigit(start)
            else { return nil }
            return address((at - local.count)..<end, in: bytes, isMail: true)
        }
    }

    private static func address(_ range: Range<Int>, in bytes: [UInt8], isMail: Bool) -> Address {
        Address(
            text: String(decoding: bytes[range], as: UTF8.self), range: range, isMail: isMail)
    }
}
