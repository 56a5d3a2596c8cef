import EventStore
import Hosting
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JSON
package import ReadModel
package import Translation
import Workspace

/// A client's position in a list: the sort key of the last item that it received.
///
/// Unlike an offset, it causes no gaps or repetitions if the list changes meanwhile.
package enum PageCursor: Sendable, Equatable {
    /// A position in a list ordered by id.
    case id(EventID)
    /// A position in a list of strings.
    case place(EntryFilter.Place)
    /// The number of items before the page, in a list of a state that never changes.
    case index(Int)

    /// The cursor as written in links: an id, or a JSON array encoded in base64url.
    package var text: String {
        switch self {
        case .id(let id): id.description
        case .place(let place):
            Base64URL.encode(
                CanonicalJSON.encode(
                    .array([
                        .string(place.section), place.order.map { .integer($0) } ?? .bool(false),
                        .string(place.key),
                    ])))
        case .index(let index):
            Base64URL.encode(CanonicalJSON.encode(.array([.integer(Int64(index))])))
        }
    }

    /// Parses a cursor; returns nil if it is invalid.
    package init?(_ text: String) {
        if let id = EventID(text) {
            self = .id(id)
            return
        }
        guard let bytes = Base64URL.decode(text),
            let items = (try? JSONValue.parse(bytes))?.arrayValue
        else { return nil }
        if items.count == 1, let number = items[0].integerValue, let index = Int(exactly: number),
            index > 0
        {
            self = .index(index)
            return
        }
        guard items.count == 3, let section = items[0].stringValue, let key = items[2].stringValue,
            items[1].integerValue != nil || items[1].boolValue == false
        else { return nil }
        self = .place(
            EntryFilter.Place(section: section, order: items[1].integerValue, key: key))
    }
}

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
    package static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let three = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            let bits = three.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - three.count))
            for index in 0...three.count {
                text.append(alphabet[Int(bits >> (18 - 6 * index) & 63)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    package static func decode(_ text: String) -> [UInt8]? {
        guard !text.utf8.contains(UInt8(ascii: "+")), !text.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        let plain = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return Base64.decode(Substring(String(plain) + padding))
    }
}

/// A request for a page of a list.
package struct Page: Sendable {
    package let limit: Int
    /// The cursor after which the page begins.
    package let cursor: PageCursor?

    static let usual = 100
    static let longest = 1_000

    static let parameters: [Route.Parameter] = [
        .init(
            "limit", "The maximum number of items; 100 by default.",
            schema: .integer(in: 1...Int64(longest))),
        .init("cursor", "The start of the page; taken from the link to the next page."),
        .init(
            "position", "The minimum position of the response.",
            schema: .string(pattern: "^[0-9a-f]{40}$")),
    ]

    /// Parses the query parameters `limit` and `cursor`.
    package init(_ query: Query) throws(Problem) {
        limit = try query.number("limit", in: 1...Self.longest) ?? Self.usual
        guard let text = query["cursor"] else {
            cursor = nil
            return
        }
        guard let cursor = PageCursor(text) else { throw Self.wrongCursor }
        self.cursor = cursor
    }

    static let wrongCursor = Problem(
        ProblemCode(.invalidValue), "“cursor” is not a position in this list.",
        hint: "Copy it from the link to the next page, or omit it.")

    /// Parses a cursor for a list of strings.
    package static func place(of cursor: String) throws(Problem) -> EntryFilter.Place {
        guard case .place(let place)? = PageCursor(cursor) else { throw wrongCursor }
        return place
    }

    /// Returns the id after which the page begins.
    package func id() throws(Problem) -> EventID? {
        switch cursor {
        case nil: return nil
        case .id(let id): return id
        case .place, .index: throw Self.wrongCursor
        }
    }

    /// Returns the number of items before the page.
    package func index() throws(Problem) -> Int {
        switch cursor {
        case nil: return 0
        case .index(let index): return index
        case .id, .place: throw Self.wrongCursor
        }
    }

    /// Returns the place after which the page begins.
    package func place() throws(Problem) -> EntryFilter.Place? {
        switch cursor {
        case nil: return nil
        case .place(let place): return place
        case .id, .index: throw Self.wrongCursor
        }
    }
}

extension Query {
    package func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = self[name] else { return nil }
        guard text.utf8.count <= 9, let number = Int(text), range.contains(number) else {
            throw Problem(
                ProblemCode(.invalidValue),
                "“\(name)” is not a number from \(range.lowerBound) to \(range.upperBound).",
                hint: "Correct it, or leave it out.")
        }
        return number
    }

    /// Returns the Boolean in a parameter: `true`, `1` or empty for true, `false` or `0` for false.
    ///
    /// An absent parameter is false.
    package func flag(_ name: String) throws(Problem) -> Bool {
        switch self[name] {
        case nil, "false", "0": return false
        case "true", "1", "": return true
        default:
            throw Problem(
                ProblemCode(.invalidValue), "“\(name)” is neither true nor false.",
                hint: "Correct it, or leave it out.")
        }
    }
}

extension RequestContext {
    /// Returns a page of a list of a state.
    ///
    /// The link to the next page names the state's commit, so that no item is skipped or repeated
    /// if the project changes meanwhile.
    func answer<Item>(
        _ page: Page, of items: [Item], in snapshot: Snapshot, json: (Item) -> JSONValue
    ) throws -> JSONAnswer {
        let start = min(try page.index(), items.count)
        let end = min(start + page.limit, items.count)
        var answer = JSONAnswer(.array(items[start..<end].map(json)))
        if end < items.count {
            let commit = query["at"] == nil ? try snapshot.position?.commit : nil
            answer.headers[.link] = linkToNext(
                PageCursor.index(end).text, commit.map { [("rev", $0)] } ?? [])
        }
        return answer
    }

    /// Returns the link to the next page (RFC 8288): this request with a new cursor.
    ///
    /// `others` override the request's parameters.
    func linkToNext(_ cursor: String, _ others: [(name: String, value: String)] = []) -> String {
        let changed = [("cursor", cursor)] + others.map { ($0.name, $0.value) }
        let kept = query.items.filter { item in
            item.name != "position" && !changed.contains { $0.0 == item.name }
        }.map { ($0.name, $0.value) }
        let text = (kept + changed).map { name, value in
            PercentEncoding.text(name) + "=" + PercentEncoding.text(value)
        }.joined(separator: "&")
        let base = links.basePath
        let path = request.uri.path
        let address =
            base.isEmpty || path.hasPrefix(base + "/")
            ? links.origin + path : links.absolute(path)
        return "<\(address)?\(text)>; rel=\"next\""
    }
}

/// Encodes texts for URLs with percent-encoding (RFC 3986).
package enum PercentEncoding {
    /// Encodes all characters except for unreserved characters.
    package static func text(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return encoded
    }
}
