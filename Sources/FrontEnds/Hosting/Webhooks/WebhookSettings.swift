package import Texts
import Translation

/// A receiver of a project's events, from a section `[webhook "name"]`.
package struct WebhookSettings: Sendable, Equatable {
    /// The name of the webhook, which identifies its cursor.
    package let name: String
    /// The name of the project whose events are sent.
    package var project = ""
    /// The address of the receiver.
    package var url = ""
    /// The secrets that sign each message: the current one and, during an exchange, an old one.
    package var secrets: [WebhookSecret] = []
    /// Only events of these types; empty means all.
    package var types: [String] = []
    /// Only events in these languages; empty means all.
    package var locales: [LanguageTag] = []
    /// The networks that are not public, but may contain the receiver's addresses.
    package var allowed: [AddressRange] = []

    package init(name: String) { self.name = name }

    /// Returns true if the receiver wants an event.
    func wants(_ event: Event) -> Bool {
        (types.isEmpty || types.contains(event.payload.typeName))
            && (locales.isEmpty || locales.contains(event.locale))
    }
}

/// A key in a `[webhook "name"]` section.
struct WebhookKey: Sendable {
    let name: String
    let set: @Sendable (inout WebhookSettings, ConfigurationValue) throws -> Void
    /// Returns the key's current value, or nil if it is not set.
    let text: @Sendable (WebhookSettings) -> String?

    static let all: [WebhookKey] = [
        WebhookKey(name: "project") { webhook, value in
            webhook.project = try value.text()
        } text: {
            $0.project
        },
        WebhookKey(name: "url") { webhook, value in
            webhook.url = try url(value.text())
        } text: {
            $0.url
        },
        WebhookKey(name: "secret") { webhook, value in
            webhook.secrets = try value.list().map { text in
                guard let secret = WebhookSecret(text) else {
                    // The error must not contain the secret.
                    throw WrongValue(
                        "a secret must be whsec_ and 24 to 64 bytes in base64, as from `openssl rand -base64 32`"
                    )
                }
                return secret
            }
        } text: {
            $0.secrets.isEmpty ? nil : "\($0.secrets.count) set"
        },
        WebhookKey(name: "types") { webhook, value in
            webhook.types = try value.list().map { text in
                guard Payload.knownTypes.contains(text) else {
                    throw WrongValue(
                        "“\(text)” is not a type of event",
                        nearest: NearestMatches.of(text, among: Payload.knownTypes))
                }
                return text
            }
        } text: {
            $0.types.isEmpty ? nil : $0.types.joined(separator: " ")
        },
        WebhookKey(name: "locales") { webhook, value in
            webhook.locales = try value.list().map { text in
                guard let tag = LanguageTag(text) else {
                    throw WrongValue("“\(text)” is not a language tag such as fr or zh-Hant")
                }
                return tag
            }
        } text: {
            $0.locales.isEmpty ? nil : $0.locales.map(\.rawValue).joined(separator: " ")
        },
        WebhookKey(name: "allow") { webhook, value in
            webhook.allowed = try value.list().map { text in
                guard let range = AddressRange(text) else {
                    throw WrongValue(
                        "“\(text)” is not a network such as 10.0.0.0/8 or fd00::/8; bits after the prefix must be zero"
                    )
                }
                return range
            }
        } text: {
            $0.allowed.isEmpty ? nil : $0.allowed.map(\.description).joined(separator: " ")
        },
    ]

    /// Checks a receiver's address: HTTP or HTTPS, without a user or a fragment.
    private static func url(_ text: String) throws(WrongValue) -> String {
        guard let parsed = WebOrigin.parse(text), ["http", "https"].contains(parsed.scheme),
            parsed.rest.utf8.allSatisfy({ byte in
                byte > 0x20 && byte < 0x7F && !"#\"<>\\^`{|}".utf8.contains(byte)
            })
        else {
            throw WrongValue(
                "“\(text)” is not an address such as https://ci.example.org/hook, without a user or fragment"
            )
        }
        return text
    }
}
