import JSON
import Translation

/// Format-specific metadata of a string or text, for the `meta` of an event.
enum FormatMeta {
    /// Returns the members as an object; `nil` if there are none.
    ///
    /// If they are too large, or contain numbers that events cannot store, the result is `nil` and
    /// a notice is added.
    static func bounded(
        _ members: JSONMembers, of key: String, line: Int?, _ notices: inout Notices
    ) -> JSONObject? {
        let object = JSONObject(uniqueMembers: members.members)
        guard !object.members.isEmpty else { return nil }
        guard !JSONValue.object(object).hasFractions else {
            notices.note(
                key, line: line,
                "The format-specific data has a number that is not an integer, and was left out."
            )
            return nil
        }
        guard CanonicalJSON.encode(.object(object)).count <= EventMeta.maximumSize else {
            notices.note(
                key, line: line,
                "The format-specific data is larger than \(EventMeta.maximumSize >> 10) KiB and was left out."
            )
            return nil
        }
        return object
    }
}

extension FormatMeta {
    /// Returns the members as an object; `nil` if there are none.
    ///
    /// If they are too large, or contain numbers that events cannot store, the result is `nil` and
    /// a notice is added.
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
    /// Creates a list of texts.
    init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }

    /// The texts of a list that contains only texts.
    var texts: [String]? {
        guard let values = arrayValue else { return nil }
        let texts = values.compactMap(\.stringValue)
        return texts.count == values.count ? texts : nil
    }
}
