import Crypto
import JSON
import Machine
import ReadModel
import Translation

/// A secret that signs messages: `whsec_` and 24 to 64 bytes in base64.
package struct WebhookSecret: Sendable, Equatable {
    private static let prefix = "whsec_"
    fileprivate let bytes: [UInt8]

    /// Parses a secret; returns nil if it is invalid.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix),
            let bytes = Base64.decode(text.dropFirst(Self.prefix.count)),
            (24...64).contains(bytes.count)
        else { return nil }
        self.bytes = bytes
    }
}

/// A message to a webhook's receiver, as defined by Standard Webhooks 1.0.
///
/// Source: <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.
package struct WebhookMessage: Sendable, Equatable {
    /// The id, which is the same in each attempt: an event's id.
    package let id: String
    /// The body: one JSON object, the same in each attempt.
    package let body: [UInt8]

    package init(id: String, body: [UInt8]) { (self.id, self.body) = (id, body) }

    /// Creates the message for an event of a project.
    ///
    /// `position` is a commit that contains the event. The event is sent as it is stored.
    init(_ stored: StoredEvent, project: String, position: String) {
        let start = CanonicalJSON.encode { members in
            members.add("position", position)
            members.add("project", project)
        }
        let end = CanonicalJSON.encode { members in
            members.add("timestamp", stored.event.at)
            members.add("type", stored.event.payload.typeName)
        }
        self.init(
            id: stored.event.id.description,
            body: Array("{\"data\":{\"event\":".utf8) + stored.line + Array(",".utf8)
                + start.dropFirst() + Array(",".utf8) + end.dropFirst())
    }

    /// Creates a message for trying out a receiver.
    package static func test(id: String, project: String, time: Int64) -> WebhookMessage {
        WebhookMessage(
            id: id,
            body: CanonicalJSON.encode {
                $0.addObject("data") { $0.add("project", project) }
                $0.add("timestamp", Timestamp.text(milliseconds: time))
                $0.add("type", "webhook.test")
            })
    }

    /// The header fields of an attempt at a time in Unix seconds.
    package func headers(
        at seconds: Int64, secrets: [WebhookSecret]
    ) -> [(name: String, value: String)] {
        let signed = Array("\(id).\(seconds).".utf8) + body
        let signatures = secrets.map { secret in
            let code = HMAC<SHA256>.authenticationCode(
                for: signed, using: SymmetricKey(data: secret.bytes))
            return "v1," + Base64.encode(Array(code))
        }
        return [
            ("content-type", "application/json"), ("webhook-id", id),
            ("webhook-timestamp", "\(seconds)"),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
    }
}
