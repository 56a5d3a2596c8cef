/// The entities that a document type declares, each of which must expand to plain text.
///
/// Their number, length and use are limited. The text of an entity contains no elements or other
/// declared entities, so using an entity never expands to more than its text.
struct XMLEntities {
    /// The maximum number of declared entities.
    static let maximumCount = 1000
    /// The maximum length of an entity's text, in bytes.
    static let maximumLength = 4096
    /// The maximum total size of all expanded entities in a file: 16 MiB.
    static let maximumUse = 16 << 20

    private var count = 0
    private var used = 0

    /// Returns whether an entity is one of the five entities that XML predefines and that cannot be
    /// redefined.
    static func isOwn(_ name: String) -> Bool {
        ["amp", "lt", "gt", "quot", "apos"].contains { $0.utf8.elementsEqual(name.utf8) }
    }

    /// Counts a declared entity.
    ///
    /// Returns the reason if the entity is rejected, and nil otherwise.
    mutating func obstacle(_ name: String, text: some Collection<UInt8>) -> String? {
        count += 1
        guard count <= Self.maximumCount else {
            return "The document type declares more than \(Self.maximumCount) entities."
        }
        guard text.count <= Self.maximumLength else {
            return "The entity &\(name.prefix(60)); is larger than \(Self.maximumLength) bytes."
        }
        return Self.isPlain(Array(text))
            ? nil
            : "The entity &\(name.prefix(60)); is not plain text: it contains a tag or another entity."
    }

    /// Counts the use of an entity, given the length of its text in bytes.
    ///
    /// Returns the reason if the use is rejected, and nil otherwise.
    mutating func obstacle(toUseOf length: Int) -> String? {
        used += length
        return used <= Self.maximumUse
            ? nil : "The entities expand to more than \(Self.maximumUse >> 20) MiB of text."
    }

    /// Returns whether a text contains no tags, and no references other than to characters and
    /// predefined entities.
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
