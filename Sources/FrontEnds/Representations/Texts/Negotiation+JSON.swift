package import JSON
package import Texts

extension Negotiation {
    /// The chosen languages, and the reason for each.
    ///
    /// The shape is `{"way"?, "mode"?, "languages": [{"locale", "match", "requested"?}]}`. `way` is
    /// the system whose rules were applied, and `mode` is the variant of the rules.
    package func json(way: String?, mode: String?) -> JSONValue {
        .object { members in
            members.add("way", way)
            members.add("mode", mode)
            members.add(
                "languages",
                .array(
                    languages.map { language in
                        .object { members in
                            members.add("locale", language.tag)
                            members.add("match", language.match.rawValue)
                            members.add("requested", language.requested)
                        }
                    }))
        }
    }
}
