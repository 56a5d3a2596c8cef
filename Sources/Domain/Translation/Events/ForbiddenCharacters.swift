import JSON
import Texts

/// The characters that are not allowed in new texts: U+0000 to U+001F, except tab and line breaks.
///
/// Most file formats cannot represent them, so a single text with such a character would block the
/// export of a whole language. Existing logs may contain them, and readers accept them.
public enum ForbiddenCharacters {
    /// Returns the first forbidden character in a text, as its UTF-8 byte.
    public static func first(in text: String) -> UInt8? { text.utf8.first(where: isForbidden) }

    /// Returns the first forbidden character in the texts and member names of a JSON value.
    static func first(in json: JSONValue) -> UInt8? {
        switch json {
        case .string(let text): return first(in: text)
        case .array(let items): return items.lazy.compactMap(first).first
        case .object(let object):
            return object.members.lazy.compactMap { first(in: $0.key) ?? first(in: $0.value) }.first
        default: return nil
        }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }

    /// The separator between context and message in the keys of gettext strings.
    private static let contextEnd: UInt8 = 0x04

    /// Returns the first forbidden character in a key.
    ///
    /// A single U+0004 is allowed.
    public static func first(inKey key: String) -> UInt8? {
        let parts = key.utf8.split(
            separator: contextEnd, maxSplits: 1, omittingEmptySubsequences: false)
        return parts.lazy.compactMap { $0.first(where: isForbidden) }.first
    }

    /// Returns the first forbidden character in a JSON object whose member names are keys.
    static func firstInKeys(of json: JSONValue) -> UInt8? {
        guard case .object(let object) = json else { return first(in: json) }
        return object.members.lazy.compactMap { first(inKey: $0.key) ?? first(in: $0.value) }.first
    }

    /// Returns the character in the usual notation, such as `U+0007`.
    public static func spelled(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension Event {
    /// A sentence that reports the first forbidden character in the event, or `nil` if it has none.
    ///
    /// Computing it requires encoding the event as JSON.
    public var forbiddenCharacter: String? {
        for (name, value) in json.objectValue?.members ?? [] {
            let found =
                switch name {
                case "key": value.stringValue.flatMap(ForbiddenCharacters.first(inKey:))
                case "texts": ForbiddenCharacters.firstInKeys(of: value)
                default: ForbiddenCharacters.first(in: value)
                }
            guard let found else { continue }
            let member = name == "value" ? "text" : "member “\(name)”"
            return
                "The \(member) contains the control character \(ForbiddenCharacters.spelled(found))."
        }
        return nil
    }
}
