import Hosting
import HTTPTypes
import Hummingbird
import Texts
import Workspace

/// A response whose bytes take long to compute: a file, an archive or a difference.
struct SlowAnswer: Sendable {
    let bytes: [UInt8]
    let mediaType: String
    var headers: HTTPFields = [:]
}

extension ProjectCall {
    /// Responds with bytes computed from the state at a moment, in the lane for slow reads.
    ///
    /// The tag is a hash of the bytes. If `isFixed` is true, the response can never change, and may
    /// be cached forever.
    func respondSlowly(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil, isFixed: Bool,
        _ body: @escaping @Sendable (Snapshot) throws -> SlowAnswer
    ) async throws -> Response {
        let (answer, position) = try await readSlowly(at: moment, locales: locales) { snapshot in
            (try body(snapshot), try snapshot.position)
        }
        let tag = EntityTag.strong(Digest.short(answer.bytes))
        let cacheControl = isFixed ? Self.immutable : "private, no-cache"
        var response: Response
        if let unchanged = context.notModified(tag, cacheControl: cacheControl) {
            response = unchanged
        } else {
            response = .bytes(answer.bytes, mediaType: answer.mediaType, headers: answer.headers)
            response.headers[.eTag] = tag.field
            response.headers[.cacheControl] = cacheControl
        }
        if let position { mark(&response, position) }
        return response
    }
}
