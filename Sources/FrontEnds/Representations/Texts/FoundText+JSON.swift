package import JSON
package import Texts
import Translation
package import Workspace

extension FoundText {
    /// A text and the language that supplied it.
    ///
    /// The members are `locale`, `section`, `key`, `value`, `suppliedBy`, `reviewed`, `stale`,
    /// `source`, `proposal`, `channel` and `negotiated`. `locale` is the requested or negotiated language.
    /// `proposal` is optional, and so are `channel`, which describes the release of a channel, and
    /// `negotiated`, which describes the negotiation.
    package func json(
        of string: StringID, in locale: String, channel: JSONValue? = nil,
        negotiated: JSONValue? = nil
    ) -> JSONValue {
        .object { members in
            members.add("locale", locale)
            members.add(string)
            members.add("value", value.json)
            members.add("suppliedBy", suppliedBy.rawValue)
            members.add("reviewed", isReviewed)
            members.add("stale", isStale)
            members.add("source", source.json)
            members.add("proposal", proposal)
            members.add("channel", channel)
            members.add("negotiated", negotiated)
        }
    }
}

extension JSONValue {
    /// A string without a text in `locale`: `{"locale", "section", "key", "channel"?,
    /// "negotiated"?}`.
    ///
    /// The members have the same meaning as in
    /// ``Workspace/FoundText/json(of:in:channel:negotiated:)``.
    package static func noText(
        of string: StringID, in locale: String, channel: JSONValue? = nil,
        negotiated: JSONValue? = nil
    ) -> JSONValue {
        .object { members in
            members.add("locale", locale)
            members.add(string)
            members.add("channel", channel)
            members.add("negotiated", negotiated)
        }
    }
}
