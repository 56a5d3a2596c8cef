import JSON
import Texts

/// A mark of what a file says of a string, so that the next import knows what is new; see the data model.
///
/// Arguments of choices and the order of cases are no part of it: readers take these from the source, which changes while the
/// file does not.
struct TextMark: Equatable {
    /// Of the text.
    let text: String
    /// Whether the file says that the text needs work.
    let needsWork: Bool
    /// Of comment, limit, and whether the string is to be translated; empty without these.
    let description: String
    /// Of what only the format knows, and of references; empty without these.
    let rest: String

    /// Marks what an entry says with a text.
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

    /// Reads a mark as it is stored; any text is one.
    init(stored: String) {
        let parts = stored.split(separator: ".", omittingEmptySubsequences: false)
        let first = parts.first ?? ""
        needsWork = first.hasSuffix("!")
        text = String(needsWork ? first.dropLast() : first)
        description = parts.count > 1 ? String(parts[1]) : ""
        rest = parts.count > 2 ? String(parts[2]) : ""
    }

    /// The stored form.
    var stored: String {
        let first = needsWork ? text + "!" : text
        return description.isEmpty && rest.isEmpty ? first : "\(first).\(description).\(rest)"
    }

    /// Whether the text and its mark are those of another.
    func saysSame(as other: TextMark) -> Bool {
        text == other.text && needsWork == other.needsWork
    }

    /// A hash of all texts of a value with the paths to them, whatever the order of its cases.
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

/// Fowler, Noll and Vo's hash FNV-1a of 64 bits: what differs by chance has another one, and nobody gains by making two that are equal.
struct FNV1a {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }

    /// Sixteen hexadecimal digits, in lower case.
    var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
