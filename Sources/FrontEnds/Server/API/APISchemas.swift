import JSON

/// The named schemas of the native API.
///
/// They have the same structure as the command line's JSON.
enum APISchemas {
    static let named: [String: JSONSchema] = [
        "ProjectName": .object(required: ["name": .string, "default": .boolean]),
        "Project": .object(
            required: [
                "name": .string, "id": .string, "source": .string, "defaultSection": .string,
                "locales": .array(of: .string), "public": .boolean, "testers": .string,
                "strict": .boolean, "limits": .map(of: .integer), "apis": .map(of: .string),
                "cldr": .string, "version": .string,
            ], optional: ["position": .string]),
        "Status": .object(
            required: [
                "locale": .string, "total": .integer, "translated": .integer,
                "reviewed": .integer, "stale": .integer, "inherited": .integer,
                "inheritedStale": .integer, "flagged": .integer, "conflicts": .integer,
                "proposed": .integer, "missing": .integer, "words": .integer,
            ], optional: ["findings": .named("FindingCounts")]),
        "Locale": .object(
            required: [
                "locale": .string, "name": .string, "ownName": .string, "direction": .string,
                "fallback": .array(of: .string), "planned": .boolean, "source": .boolean,
            ], optional: ["findings": .named("FindingCounts")]),
        "FindingCounts": .object(
            required: [
                "strings": .integer, "errors": .integer, "warnings": .integer, "infos": .integer,
                "checks": .any,
            ]),
        "Value": value,
        "Entry": .object(
            required: [
                "locale": .string, "section": .string, "key": .string, "source": .named("Value"),
                "state": .string,
            ], optional: ["value": .named("Value"), "comment": .string]),
        "Text": .object(
            required: [
                "locale": .string, "section": .string, "key": .string, "value": .named("Value"),
                "suppliedBy": .string, "reviewed": .boolean, "stale": .boolean,
                "source": .named("Value"),
            ], optional: ["proposal": .string, "negotiated": .any]),
        "String": .object(
            required: [
                "section": .string, "key": .string, "definition": .any,
                "texts": .array(of: .any), "proposals": .array(of: .named("Proposal")),
                "findings": .array(of: .any), "before": .array(of: .any),
                "after": .array(of: .any),
            ]),
        "Suggestions": .object(
            required: [
                "memory": .array(of: .named("MemoryMatch")),
                "proposals": .array(
                    of: .object(
                        required: [
                            "id": .string, "origin": .string, "value": .named("Value"),
                        ])),
            ]),
        "MemoryMatch": .object(
            required: [
                "percent": .integer, "context": .boolean, "locale": .string, "source": .string,
                "sourceLocale": .string, "target": .string, "reviewed": .boolean,
            ],
            optional: [
                "form": .string, "section": .string, "key": .string, "project": .string,
                "file": .string,
            ]),
        "Person": .object(required: ["name": .string], optional: ["email": .string]),
        "Proposal": .object(
            required: [
                "id": .string, "locale": .string, "section": .string, "key": .string,
                "value": .named("Value"), "owner": .string, "state": .string,
                "canDelete": .boolean, "at": .string, "origin": .string, "outdated": .boolean,
                "endorsed": .integer, "comments": .integer,
            ],
            optional: [
                "guid": .string, "actor": .named("Person"), "base": .string, "source": .string,
                "current": .named("Value"), "note": .string, "picture": .string, "decided": .any,
                "aliases": .array(of: .string),
            ]),
        "ProposalQuery": .object(
            optional: [
                "locale": .string, "section": .string, "key": .string, "origin": .string,
                "author": .string, "since": .string, "until": .string, "passing": .boolean,
                "guid": .string,
            ]),
        "Outcome": .object(
            required: ["events": .array(of: .string)],
            optional: [
                "ack": .string, "commit": .string, "notices": .array(of: .string),
                "proposal": .string,
                "channel": .named("Channel"),
                "leftOut": .array(of: .any), "dryRun": .boolean, "wouldWrite": .integer,
            ]),
        "Channel": .object(
            required: ["name": .string, "since": .string, "event": .string],
            optional: [
                "release": .string, "commit": .string, "sequence": .integer,
                "appVersions": .string, "profiles": .array(of: .string),
                "signed": .object(required: ["key": .string], optional: ["by": .string]),
                "by": .named("Person"), "removed": .boolean, "unreadable": .boolean,
                "rollback": .boolean, "inEffect": .boolean, "conflicts": .array(of: .any),
            ]),
        "Feed": .object(
            required: [
                "position": .string, "events": .array(of: .any), "gone": .array(of: .string),
                "more": .boolean,
            ]),
    ].merging(laterNamed) { first, _ in first }

    /// A text, or a tree of texts as described in `docs/internals/data-model.md`.
    private static let value = JSONSchema(
        json: .members(
            (
                "anyOf",
                .array([JSONSchema.string.json, .members(("type", "object"))])
            )))

    /// The members of a string's definition in request bodies.
    static let definitionMembers: [(key: String, value: JSONSchema)] = [
        ("value", .named("Value")), ("comment", .string), ("translate", .boolean),
        ("labels", .array(of: .string)), ("references", .array(of: .string)),
        ("screenshot", .string),
        (
            "maxLength",
            .object(
                required: [
                    "n": .integer,
                    "unit": .string(oneOf: ["width", "grapheme", "utf16", "byte"]),
                ])
        ),
    ]
}
