import JSON

extension FormatMeta {
    /// Returns the members as an object; nil where there are none, and with a notice where they are too many.
    static func object(
        _ members: [(key: String, value: JSONValue)], key: String, line: Int?,
        _ notices: inout [FileNotice]
    ) -> JSONObject? {
        var all = JSONMembers()
        for member in members { all.add(member.key, member.value) }
        var own = Notices()
        defer { notices += own.all }
        return bounded(all, of: key, line: line, &own)
    }
}

extension JSONValue {
    /// A list of texts.
    init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }

    /// The texts of a list that has texts only.
    var texts: [String]? {
        guard let values = arrayValue else { return nil }
        let texts = values.compactMap(\.stringValue)
        return texts.count == values.count ? texts : nil
    }
}
