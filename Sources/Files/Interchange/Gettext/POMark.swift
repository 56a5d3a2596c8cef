import JSON

/// A comment in an export that records the differences between a plural and its forms in the file.
///
/// An example is `# dragoman: {"filled":["many"],"cases":{"other":"…"}}`. `filled` lists the
/// missing forms that were filled with another form's text. `cases` contains the cases that have no
/// form in the file, for example because no integer uses them. `forms` lists the forms that the
/// plural's original file could express.
struct POMark {
    /// The cases that were filled with another form's text.
    var filled: [String] = []
    /// The cases that have no plural form.
    var cases: [(name: String, text: String)] = []
    /// The forms that the plural's original file could express.
    var forms: [String] = []

    private static let beginning = "dragoman: {"

    /// Creates an empty mark.
    init() {}

    /// Returns whether a translator comment is a mark.
    static func isMark(_ comment: String) -> Bool { comment.hasPrefix(beginning) }

    /// Parses the first mark found among the comments.
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

    /// The mark as a comment; nil if there is nothing to record.
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
