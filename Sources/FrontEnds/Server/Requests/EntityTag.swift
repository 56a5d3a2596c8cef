import Crypto
import HTTPTypes
import Hosting
package import Hummingbird

/// The tag of a representation (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable, Equatable {
    /// Whether the tag identifies only equivalent content, and not exact bytes.
    package let isWeak: Bool
    /// The text of the tag, without its quotes.
    package let value: String

    /// Returns a strong tag, which identifies exact bytes.
    ///
    /// The value must consist of visible ASCII characters other than quotes.
    package static func strong(_ value: String) -> EntityTag {
        EntityTag(isWeak: false, value: value)
    }

    /// Returns a weak tag, which identifies equivalent content.
    package static func weak(_ value: String) -> EntityTag { EntityTag(isWeak: true, value: value) }

    private init(isWeak: Bool, value: String) {
        self.isWeak = isWeak
        self.value = value
    }

    /// Parses a tag in a header field; returns nil if it is invalid.
    package init?(_ field: String) {
        isWeak = field.hasPrefix("W/")
        let quoted = isWeak ? field.dropFirst(2) : field[...]
        guard quoted.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { return nil }
        value = String(quoted.dropFirst().dropLast())
        guard !value.contains("\"") else { return nil }
    }

    /// The tag in header field syntax.
    package var field: String { (isWeak ? "W/\"" : "\"") + value + "\"" }

    /// The tag of the same bytes after gzip compression.
    ///
    /// Compressed bytes need a different tag, because a strong tag identifies exact bytes.
    var compressed: EntityTag { isWeak ? self : .strong(value + "-gz") }

    /// The tag of the same bytes before gzip compression.
    var uncompressed: EntityTag {
        value.hasSuffix("-gz")
            ? EntityTag(isWeak: isWeak, value: String(value.dropLast(3))) : self
    }

    /// Parses the list in `If-None-Match` or `If-Match`; returns nil for `*`.
    package static func list(_ fields: [String]) -> [EntityTag]? {
        let items = fields.flatMap { $0.split(separator: ",") }.map { item in
            String(item.filter { $0 != " " })
        }
        return items.contains("*") ? nil : items.compactMap { EntityTag($0) }
    }
}

extension RequestContext {
    /// Returns a 304 response if the client already has the content with the given tag, otherwise
    /// nil.
    ///
    /// Call this before any query, to save its cost. If the query may find nothing, pass
    /// `isPresent: false`, because `*` matches only existing content. Tags are compared weakly, as
    /// RFC 9110 requires for `If-None-Match`.
    package func notModified(
        _ tag: EntityTag, cacheControl: String? = nil, isPresent: Bool = true
    ) -> Response? {
        guard request.method == .get || request.method == .head,
            request.headers.contains(.ifNoneMatch)
        else { return nil }
        var known = tag
        if let tags = EntityTag.list(request.headers[values: .ifNoneMatch]) {
            // The response has the tag of the bytes that the client has, compressed or not.
            guard
                let match = [tag, tag.compressed].first(where: { tag in
                    tags.contains { $0.value == tag.value }
                })
            else { return nil }
            known = match
        } else if !isPresent {
            return nil
        }
        var headers: HTTPFields = [.eTag: known.field]
        headers[.cacheControl] = cacheControl
        return Response(status: .notModified, headers: headers)
    }

    /// Returns true if `If-Match` is absent or contains the tag, which must be strong.
    ///
    /// `*` matches any existing content.
    package func matches(_ tag: EntityTag) -> Bool {
        guard request.headers.contains(.ifMatch) else { return true }
        guard let tags = EntityTag.list(request.headers[values: .ifMatch]) else { return true }
        return tags.contains { !$0.isWeak && !tag.isWeak && $0.value == tag.value }
    }

    /// Returns the weak tag of a response that depends only on the events' tree and on the request.
    ///
    /// `eventsTree` is the id of the tree, in hexadecimal. Such responses have a single media type,
    /// so the tag ignores `Accept`, which may change between requests.
    package func stateTag(eventsTree: String) -> EntityTag {
        var hash = SHA256()
        func add(_ text: String) {
            // The length makes the encoding of a list unique.
            hash.update(data: Array("\(text.utf8.count):\(text)".utf8))
        }
        add(request.uri.path)
        for item in query.items.sorted(by: { ($0.name, $0.value) < ($1.name, $1.value) }) {
            add(item.name)
            add(item.value)
        }
        add(principal.tokenID ?? "")
        add(scope?.rawValue ?? "")
        add(guid ?? "")
        add(services.version)
        let digits = hash.finalize().prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return .weak(eventsTree.prefix(16) + digits.joined())
    }
}

/// Determines which content codings a client accepts.
package enum ContentCoding {
    /// Returns true if `Accept-Encoding` contains gzip or `*` without `q=0` (RFC 9110, section
    /// 12.5.3).
    package static func takesGzip(_ fields: [String]) -> Bool {
        var star = false
        for item in fields.flatMap({ $0.split(separator: ",") }) {
            let parts = item.split(separator: ";").map { $0.lowercased().filter { $0 != " " } }
            guard let name = parts.first else { continue }
            let isWanted = !parts.dropFirst().contains { part in
                part.hasPrefix("q=") && Double(part.dropFirst(2)) ?? 0 == 0
            }
            if name == "gzip" || name == "x-gzip" { return isWanted }
            if name == "*" { star = isWanted }
        }
        return star
    }
}
