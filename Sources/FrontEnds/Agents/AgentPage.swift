import JSON
import ReadModel
import Texts
import Translation
import Workspace

/// A page of a list, as the arguments of a call select it.
struct AgentPage: Sendable {
    let limit: Int
    /// The position after which the page begins, as an earlier page returned it.
    private let cursor: String?

    init(_ arguments: inout ToolArguments) throws(AgentFailure) {
        limit = try arguments.number("limit", in: 1...AgentLimits.page) ?? 50
        cursor = try arguments.text("cursor", upTo: 4_000)
    }

    private static let wrongCursor = AgentFailure(
        code: ToolArguments.code, message: "“cursor” is not a position in this list.",
        hint: "Copy “nextCursor” from the previous page, or omit it to begin again.")

    /// Returns the place after which a page of strings begins.
    func place(in snapshot: Snapshot) throws -> EntryFilter.Place? {
        guard let cursor else { return nil }
        let parts = cursor.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let section = PercentText.decode(parts[0]),
            let key = PercentText.decode(parts[1]),
            let definition = try snapshot.model.definitions(StringID(section: section, key: key))
                .currentDefinition
        else { throw Self.wrongCursor }
        return EntryFilter.Place(section: section, order: definition.order, key: key)
    }

    /// Returns the id after which a page of proposals begins.
    func id() throws(AgentFailure) -> EventID? {
        guard let cursor else { return nil }
        guard let id = EventID(cursor) else { throw Self.wrongCursor }
        return id
    }

    /// Returns the number of items before the page, and the text that the cursor contains besides.
    func index() throws(AgentFailure) -> (start: Int, mark: String?) {
        guard let cursor else { return (0, nil) }
        let parts = cursor.split(separator: "@", maxSplits: 1)
        guard let first = parts.first, let start = Int(first), start > 0 else {
            throw Self.wrongCursor
        }
        return (start, parts.count == 2 ? String(parts[1]) : nil)
    }

    /// Adds a page to a result: the items, and the cursor of the next page if there is one.
    ///
    /// `items` has one more item than ``limit`` if there is another page. The page ends early if it
    /// becomes too large for a model.
    func add<Item>(
        _ name: String, _ items: some Sequence<Item>, to members: inout JSONMembers,
        json: (Item) throws -> JSONValue, cursor: (_ last: Item, _ count: Int) -> String
    ) rethrows {
        var shown: [JSONValue] = []
        var last: Item?
        var size = 0
        var hasMore = false
        for item in items {
            let value = try json(item)
            size += CanonicalJSON.encode(value).count
            guard shown.count < limit, shown.isEmpty || size <= AgentLimits.pageBytes else {
                hasMore = true
                break
            }
            shown.append(value)
            last = item
        }
        members.add(name, .array(shown))
        if hasMore, let last { members.add("nextCursor", cursor(last, shown.count)) }
    }

    /// Returns the cursor of the page after a string.
    static func cursor(after string: StringID) -> String {
        PercentText.encode(string.section) + "/" + PercentText.encode(string.key)
    }
}

/// Percent-encoding (RFC 3986) of the parts of resource addresses and cursors.
enum PercentText {
    /// Encodes all bytes except for unreserved characters.
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = UnicodeScalar(byte)
            if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
                || "-._~".unicodeScalars.contains(scalar)
            {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// Decodes a part once; returns nil if it is malformed or not UTF-8.
    static func decode(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2,
                digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
                let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
