/// The entities that a document type may declare: names for plain text, few, short, and with
/// limited use.
///
/// The text of an entity holds no elements or other declared entities, so no use of one grows to
/// more than its text.
struct XMLEntities {
    /// The maximum number of declared entities.
    static let maximumCount = 1000
    /// The maximum length of an entity's text, in bytes.
    static let maximumLength = 4096
    /// The maximum size of all uses in a file together: 16 MiB.
    static let maximumUse = 16 << 20

    private var count = 0
    private var used = 0

    /// Whether an entity is one of XML's own five, which no declaration changes.
    static func isOwn(_ name: String) -> Bool {
        ["amp", "lt", "gt", "quot", "apos"].contains { $0.utf8.elementsEqual(name.utf8) }
    }

    /// Counts a declared entity; returns why it is refused, or nil.
    mutating func obstacle(_ name: String, text: some Collection<UInt8>) -> String? {
        count += 1
        guard count <= Self.maximumCount else {
            return "Its document type declares more than \(Self.maximumCount) entities."
        }
        guard text.count <= Self.maximumLength else {
            return "The entity &\(name.prefix(60)); has more than \(Self.maximumLength) bytes."
        }
        return Self.isPlain(Array(text))
            ? nil
            : "The entity &\(name.prefix(60)); is not plain text: it holds a tag or another entity."
    }

    /// Counts a use of an entity whose text has some length in bytes; returns why it is refused, or nil.
    mutating func obstacle(toUseOf length: Int) -> String? {
        used += length
        return used <= Self.maximumUse
            ? nil : "Its entities come to more than \(Self.maximumUse >> 20) MiB of text."
    }

    /// Whether a text has no tag, and no reference but those to characters.
    private static func isPlain(_ text: [UInt8]) -> Bool {
        guard !text.contains(UInt8(ascii: "<")) else { return false }
        return text.indices.allSatisfy { index in
            guard text[index] == UInt8(ascii: "&") else { return true }
            let name = text[(index + 1)...].prefix { $0 != UInt8(ascii: ";") }
            return name.endIndex < text.endIndex
                && (name.first == UInt8(ascii: "#")
                    || isOwn(String(decoding: name, as: UTF8.self)))
        }
    }
}
