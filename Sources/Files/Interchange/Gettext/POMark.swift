import JSON

/// A comment of an export that says in what a plural differs from its plural forms.
///
/// `# dragoman: {"filled":["many"],"cases":{"other":"…"}}`: the forms that the plural lacks and that were filled
/// with another one's text, and the cases that no whole number takes, for which gettext has no form. `forms` has those that a
/// foreign file could say.
struct POMark {
    /// The cases that were filled in.
    var filled: [String] = []
    /// The cases without a form.
    var cases: [(name: String, text: String)] = []
    /// The forms that the file could say that the plural came from.
    var forms: [String] = []

    private static let beginning = "dragoman: {"

    /// An empty mark.
    init() {}

    /// Whether a comment is one.
    static func isMark(_ comment: String) -> Bool { comment.hasPrefix(beginning) }

    /// Finds it among comments.
    init?(_ comments: [String]) {
        guard let comment = comments.first(where: Self.isMark),
            let object = try? JSONValue.parse(
                Array(comment.utf8.dropFirst(Self.beginning.utf8.count - 1))
            ).objectValue
        else { return nil }
        filled = object["filled"]?.texts ?? []
        forms = object["forms"]?.texts ?? []
        cases = (object["cases"]?.objectValue?.members ?? []).compactMap { name, json in
            json.stringValue.map { (name, $0) }
        }
    }

    /// The comment; nil where there is nothing to say.
    var comment: String? {
        guard !filled.isEmpty || !cases.isEmpty || !forms.isEmpty else { return nil }
        let json = JSONValue.object { members in
            if !filled.isEmpty { members.add("filled", JSONValue(filled)) }
            if !cases.isEmpty {
                members.add(
                    "cases",
                    .object(
                        JSONObject(uniqueMembers: cases.map { ($0.name, .string($0.text)) })))
            }
            if !forms.isEmpty { members.add("forms", JSONValue(forms)) }
        }
        return Self.beginning.dropLast()
            + String(decoding: CanonicalJSON.encode(json), as: UTF8.self)
    }
}
