package import HTTPTypes
package import Hummingbird
package import JSON
import NIOCore

extension Response {
    /// Returns a response with the given bytes.
    package static func bytes(
        _ bytes: [UInt8], mediaType: String, status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = mediaType
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns a JSON response, on one line with a final line feed.
    package static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok,
        mediaType: String = "application/json", headers: HTTPFields = [:]
    ) -> Response {
        bytes(
            CanonicalJSON.encode(value) + [UInt8(ascii: "\n")], mediaType: mediaType,
            status: status, headers: headers)
    }

    /// Returns a response with plain text.
    package static func text(
        _ text: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        bytes(
            Array(text.utf8), mediaType: "text/plain; charset=utf-8", status: status,
            headers: headers)
    }

    /// Returns a response with a page.
    package static func html(
        _ page: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        bytes(
            Array(page.utf8), mediaType: "text/html; charset=utf-8", status: status,
            headers: headers)
    }
}

extension Response {
    /// Returns the value of `Content-Disposition` for a file to save (RFC 6266).
    ///
    /// The plain name contains only characters that are allowed in a header field; `filename*`
    /// contains the whole name, encoded.
    package static func attachment(named name: String) -> String {
        let plain = String(
            name.unicodeScalars.map { scalar -> Character in
                let isPlain =
                    scalar.isASCII
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || "-._".unicodeScalars.contains(scalar))
                return isPlain ? Character(scalar) : "_"
            })
        return
            "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.text(name))"
    }
}

extension RequestContext {
    /// Responds with the bytes of a cached file, without copying them.
    func answer(
        _ shared: SharedBytes, mediaType: String, headers: HTTPFields = [:]
    ) -> Response {
        record.note { $0.sharedBytes = shared }
        var headers = headers
        headers[.contentType] = mediaType
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: shared.buffer))
    }
}

extension HTTPField.Name {
    /// The id of a request.
    package static let requestID = field("X-Request-Id")
    /// The secret that owns proposals without a named author.
    package static let dragomanGuid = field("Dragoman-Guid")
    /// The environment of the app that sends a request, such as `staging`.
    package static let dragomanEnvironment = field("Dragoman-Environment")
    static let mcpProtocolVersion = field("MCP-Protocol-Version")
    static let mcpMethod = field("Mcp-Method")
    static let mcpName = field("Mcp-Name")
    /// The commit that a response reflects.
    package static let dragomanPosition = field("Dragoman-Position")
    /// The commit of the release that a file belongs to.
    package static let dragomanRelease = field("Dragoman-Release")
    /// Links to other resources (RFC 8288).
    package static let link = field("Link")
    /// The idempotency key of a request.
    package static let idempotencyKey = field("Idempotency-Key")
    /// Marks a response that repeats an earlier response.
    package static let idempotencyReplayed = field("Idempotency-Replayed")
    /// A client's preferences (RFC 7240).
    static let prefer = field("Prefer")
    static let preferenceApplied = field("Preference-Applied")
    static let referrerPolicy = field("Referrer-Policy")
    static let forwarded = field("Forwarded")
    static let xForwardedFor = field("X-Forwarded-For")
    static let restAPIKey = field("X-Rest-Api-Key")
    static let applicationID = field("X-Application-Id")
    static let xAcceptLanguage = field("X-Accept-Language")
    static let nMeta = field("N-Meta")
    static let rateLimit = field("RateLimit")
    static let rateLimitPolicy = field("RateLimit-Policy")
    static let accelBuffering = field("X-Accel-Buffering")
    static let lastEventID = field("Last-Event-ID")
    static let gitProtocol = field("Git-Protocol")
    static let secFetchSite = field("Sec-Fetch-Site")

    /// Returns a header field's name, which must be valid.
    ///
    /// A test checks all names.
    private static func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .via }
}
