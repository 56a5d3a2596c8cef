public import HTTPTypes
public import Hummingbird
public import JSON
import NIOCore

extension Response {
    /// An answer of bytes.
    public static func bytes(
        _ bytes: [UInt8], mediaType: String, status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = mediaType
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A JSON answer, on one line with a final line feed.
    public static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok,
        mediaType: String = "application/json", headers: HTTPFields = [:]
    ) -> Response {
        bytes(
            CanonicalJSON.encode(value) + [UInt8(ascii: "\n")], mediaType: mediaType,
            status: status, headers: headers)
    }

    /// A plain text.
    public static func text(
        _ text: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        bytes(
            Array(text.utf8), mediaType: "text/plain; charset=utf-8", status: status,
            headers: headers)
    }

    /// A page.
    public static func html(
        _ page: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        bytes(
            Array(page.utf8), mediaType: "text/html; charset=utf-8", status: status,
            headers: headers)
    }
}

extension RequestContext {
    /// Answers with the bytes of a file that is kept in memory, without a copy of them.
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
    public static let requestID = field("X-Request-Id")
    /// The secret that proposals without a person belong to.
    public static let dragomanGuid = field("Dragoman-Guid")
    /// The commit that an answer reflects.
    public static let dragomanPosition = field("Dragoman-Position")
    /// Links to other resources (RFC 8288).
    public static let link = field("Link")
    /// A key under which a request is carried out only once.
    public static let idempotencyKey = field("Idempotency-Key")
    /// Says that an answer repeats an earlier one.
    public static let idempotencyReplayed = field("Idempotency-Replayed")
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
    static let secFetchSite = field("Sec-Fetch-Site")

    /// A name that is one; a test looks at them all.
    private static func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .via }
}
