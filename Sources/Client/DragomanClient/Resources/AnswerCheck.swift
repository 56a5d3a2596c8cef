import JSON

/// Decides whether an answer with status 200 looks like texts of the app.
///
/// A captive portal, a proxy or a gateway may answer with a page or a document of its own.
struct AnswerCheck {
    /// The keys with texts that the app has already, in any of the languages that are loaded.
    let known: Set<ExactText>
    let trees: TextTree

    /// Members of the JSON documents that servers answer errors with, and those of them that no list of texts is expected to have alone.
    private static let errorMembers: Set<String> = [
        "code", "detail", "details", "error", "error_description", "errors", "instance", "message",
        "path", "reason", "status", "statusCode", "success", "timestamp", "title", "type",
    ]
    private static let certainErrorMembers: Set<String> = [
        "detail", "error", "error_description", "errors", "statusCode",
    ]

    /// Returns a sentence about a media type that texts do not have, or nil.
    ///
    /// JSON is accepted under its own types, under those that plain file servers use, and without a type.
    static func objection(toMediaType field: String?) -> String? {
        guard let field else { return nil }
        let type = field.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        let isJSON =
            ["application/json", "text/json", "text/plain", "text/javascript", ""].contains(type)
            || type.hasSuffix("/octet-stream")
            || type.hasSuffix("+json") && type != "application/problem+json"
        return isJSON
            ? nil : "The answer has the type \(type.prefix(100)), which texts do not have."
    }

    /// Returns a sentence about the content if it does not look like texts, or nil.
    ///
    /// More than half of the keys must be known: of those in the answer or of those known, whichever are fewer. An older or newer app, a
    /// server with more texts and a language with few of them all pass, because one list then contains nearly all of the other. An error
    /// document has a few members, of which an app may have one or two as keys, such as `error` and `title`.
    func objection(to tree: JSONValue) -> String? {
        let (texts, others) = trees.keys(of: tree)
        guard !texts.isEmpty else { return "The answer has no texts." }
        guard !known.isEmpty else {
            if others > 0 { return "The answer has values that are no texts." }
            let names = Set(texts.map(\.text))
            let isError =
                names.isSubset(of: Self.errorMembers)
                && !names.isDisjoint(with: Self.certainErrorMembers)
            return isError ? "The answer looks like an error document." : nil
        }
        let common =
            texts.count < known.count
            ? texts.count(where: known.contains) : known.count(where: texts.contains)
        let fewer = min(texts.count + others, known.count)
        guard common * 2 <= fewer else { return nil }
        return """
            The answer does not look like texts of this app: it has \(common) of the \(known.count) known keys, and \
            \(texts.count + others - common) other values.
            """
    }
}
