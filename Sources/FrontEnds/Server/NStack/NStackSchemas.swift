import JSON

/// The schemas of NStack's responses, taken from the mocks in its PHP SDK.
enum NStackSchemas {
    /// The named schemas, which each route lists.
    static let named: [String: JSONSchema] = [
        "NStackProposal": proposal, "NStackLanguage": language, "NStackResource": resource,
    ]

    /// Returns the schema of `{"data": …}`, with the given schema for the value.
    static func data(_ schema: JSONSchema) -> JSONSchema { .object(required: ["data": schema]) }

    static let oneProposal = data(.named("NStackProposal"))
    static let proposals = data(.array(of: .named("NStackProposal")))
    static let languages = data(.array(of: .named("NStackLanguage")))
    static let resources = data(.array(of: .named("NStackResource")))

    static let bestFit = JSONSchema.object(
        required: [
            "data": .named("NStackLanguage"),
            "meta": .object(required: ["Accept-Language": textOrNull]),
        ])

    static let deleted = JSONSchema.object(
        required: ["message": .string, "data": .object(required: ["message": .string])])

    static let opened = JSONSchema.object(
        required: [
            "data": .object(
                required: [
                    "count": .integer, "localize": .array(of: .named("NStackResource")),
                    "platform": .string, "created_at": time, "last_updated": time,
                ]), "meta": .object(required: ["accept_Language": textOrNull]),
        ])

    /// A language's texts, by section and key, or by key alone.
    static let texts = JSONSchema.object(
        required: [
            "data": .map(of: JSONSchema(json: .members(("type", ["string", "object"])))),
            "meta": .object(
                required: [
                    "language": .named("NStackLanguage"),
                    "platform": .object(required: ["id": number, "slug": platform]),
                ]),
        ])

    static let platform = JSONSchema.string(oneOf: NStackPlatform.allCases.map(\.rawValue))
    /// The schema of a guid; it excludes `?`, because the iOS SDK appends a `?`.
    static let guid = JSONSchema.string(pattern: "^[^\\x00?]{8,200}$")
    /// The language tags that apps send; the server checks whether the language exists.
    static let locale = JSONSchema.string(pattern: "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$")
    /// The schema of a flag: `true` or `1`.
    ///
    /// Any other value means false, because the SDKs send various values.
    static let flag = JSONSchema.string
    static let text = JSONSchema.string(pattern: "^[^\\x00]+$")

    static let proposing = JSONSchema.object(
        required: [
            "key": text, "section": text, "value": text, "locale": locale, "platform": platform,
            "guid": guid,
        ])

    /// The body that an app sends when it opens.
    ///
    /// Members that the server ignores may have any value.
    static let opening = JSONSchema.object(
        optional: [
            "platform": scalar, "last_updated": scalar, "guid": .any, "version": .any,
            "old_version": .any, "dev": .any, "test": .any,
        ])

    private static let scalar = JSONSchema(
        json: .members(("type", ["string", "integer", "boolean", "null"])))
    private static let number = JSONSchema.integer(in: 1...Int64(Int32.max))
    private static let time = JSONSchema.string(
        pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\+00:00$")
    private static let textOrNull = JSONSchema(json: .members(("type", ["string", "null"])))

    private static let proposal = JSONSchema.object(
        required: [
            "id": .integer(in: 1...(1 << 53) - 1), "application_id": number, "key": .string,
            "section": .string, "locale": .string, "value": .string, "can_delete": .boolean,
        ])

    private static let language = JSONSchema.object(
        required: [
            "id": number, "name": .string, "locale": .string,
            "direction": .string(oneOf: ["LRM", "RLM"]), "is_default": .boolean,
            "is_best_fit": .boolean,
        ])

    private static let resource = JSONSchema.object(
        required: [
            "id": number, "url": .string, "last_updated_at": time, "should_update": .boolean,
            "language": .named("NStackLanguage"),
        ])
}
