import JSON

/// Checks whether a response with status 200 looks like the app's texts.
///
/// A captive portal, a proxy or a gateway may respond with its own page or document.
struct AnswerCheck {
    /// The keys for which the app already has a text in any of the loaded languages.
    let known: Set<ExactText>
    let trees: TextTree

    /// The usual members of JSON error documents.
    private static let errorMembers: Set<String> = [
        "code", "detail", "details", "error", "error_description", "errors", "instance", "message",
        "path", "reason", "status", "statusCode", "success", "timestamp", "title", "type",
    ]
    /// The members of error documents that are unlikely to be the keys of texts.
    private static let certainErrorMembers: Set<String> = [
        "detail", "error", "error_description", "errors", "statusCode",
    ]

    /// Returns an objection if texts cannot have the media type, otherwise nil.
    ///
    /// Accepts the types for JSON, the types that plain file servers use for JSON, and a missing
    /// type.
    static func objection(toMediaType field: String?) -> String? {
        guard let field else { return nil }
        let type = field.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        let isJSON =
            ["application/json", "text/json", "text/plain", "text/javascript", ""].contains(type)
            || type.hasSuffix("/octet-stream")
            || type.hasSuffix("+json") && type != "application/problem+json"
        return isJSON
            ? nil
            : "The response has the media type \(type.prefix(100)), which is not used for texts."
    }

    /// Returns an objection if the content does not look like texts, otherwise nil.
    ///
    /// Compares the keys in the response with the known keys. More than half of the smaller set
    /// must also be in the larger set. Older and newer apps, servers with more texts, and languages
    /// with few texts all pass, because one set contains nearly all of the other. An error document
    /// has only a few members. One or two of them, such as `error` and `title`, may also be keys in
    /// an app.
    func objection(to tree: JSONValue) -> String? {
        let (texts, others) = trees.keys(of: tree)
        guard !texts.isEmpty else { return "The response contains no texts." }
        guard !known.isEmpty else {
            if others > 0 { return "The response contains values that are not texts." }
            let names = Set(texts.map(\.text))
            let isError =
                names.isSubset(of: Self.errorMembers)
                && !names.isDisjoint(with: Self.certainErrorMembers)
            return isError ? "The response looks like an error document." : nil
        }
        let common =
            texts.count < known.count
            ? texts.count(where: known.contains) : known.count(where: texts.contains)
        let fewer = min(texts.count + others, known.count)
        guard common * 2 <= fewer else { return nil }
        return """
            The response does not look like texts of this app: it has \(common) of the \(known.count) known keys, and \
            \(texts.count + others - common) other values.
            """
    }
}
