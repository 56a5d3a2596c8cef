import JSON
import Texts

/// A digest of a file's entry for a string, which the next import uses to detect changes.
///
/// See the data model. The digest excludes the arguments of choices and the order of cases. Readers
/// take these from the source, which can change while the file stays the same.
struct TextMark: Equatable {
    /// The hash of the text.
    let text: String
    /// True if the file marks the text as needing work.
    let needsWork: Bool
    /// The hash of the comment, the length limit and the translatable flag; empty if there are
    /// none.
    let description: String
    /// The hash of the references and format-specific data; empty if there are none.
    let rest: String

    /// Creates the mark for an entry with the given text.
    init(_ entry: FileEntry, _ value: Value) {
        text = Self.text(of: value)
        needsWork = entry.textDetails.needsWork == true
        let details = entry.details
        var described = JSONMembers()
        described.add("comment", details.comment)
        described.add("limit", details.maximumLength.map { "\($0.count) \($0.unit.rawValue)" })
        described.add("translate", details.isTranslatable.map(JSONValue.bool))
        description = Self.hash(of: described)
        var rest = JSONMembers()
        if let references = details.references { rest.add("refs", list: references) }
        rest.add("meta", details.meta.map(JSONValue.object))
        rest.add("text", entry.textDetails.meta.map(JSONValue.object))
        self.rest = Self.hash(of: rest)
    }

    /// Parses a stored mark.
    ///
    /// Every text is a valid mark.
    init(stored: String) {
        let parts = stored.split(separator: ".", omittingEmptySubsequences: false)
        let first = parts.first ?? ""
        needsWork = first.hasSuffix("!")
        text = String(needsWork ? first.dropLast() : first)
        description = parts.count > 1 ? String(parts[1]) : ""
        rest = parts.count > 2 ? String(parts[2]) : ""
    }

    /// The mark as stored in events.
    var stored: String {
        let first = needsWork ? text + "!" : text
        return description.isEmpty && rest.isEmpty ? first : "\(first).\(description).\(rest)"
    }

    /// Returns true if another mark has the same text and the same ``needsWork``.
    func saysSame(as other: TextMark) -> Bool {
        text == other.text && needsWork == other.needsWork
    }

    /// Returns a hash of all texts in a value, including their paths.
    ///
    /// The order of cases does not matter.
    static func text(of value: Value) -> String {
        var hash = FNV1a()
        if let text = value.plainText {
            hash.add(0x1E)
            hash.add(text)
        } else {
            let texts = value.texts.map { ($0.path.joined(separator: "\u{1F}"), $0.text) }
            for (path, text) in texts.sorted(by: { $0.0.precedesInBytes($1.0) }) {
                hash.add(path)
                hash.add(0x1E)
                hash.add(text)
                hash.add(0x1D)
            }
        }
        return hash.text
    }

    private static func hash(of members: JSONMembers) -> String {
        guard !members.members.isEmpty else { return "" }
        var hash = FNV1a()
        for byte in CanonicalJSON.encode(members.json) { hash.add(byte) }
        return String(hash.text.suffix(8))
    }
}

/// The 64-bit FNV-1a hash by Fowler, Noll and Vo.
///
/// Accidental collisions are unlikely, and deliberate collisions have no benefit.
struct FNV1a {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// The hash as sixteen lower-case hexadecimal digits.
    var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
