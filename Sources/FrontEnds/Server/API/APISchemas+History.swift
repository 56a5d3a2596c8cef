import JSON

extension APISchemas {
    /// The named schemas of the routes for history, checks, files, settings and batches.
    static let laterNamed: [String: JSONSchema] = [
        "Event": .object(
            required: [
                "id": .string, "type": .string, "at": .string, "locale": .string,
            ],
            optional: [
                "actor": .named("Person"), "section": .string, "key": .string,
                "aliasOf": .string, "commit": .string,
            ]),
        "Conflict": .object(
            required: [
                "locale": .string, "winner": .named("Event"), "loser": .named("Event"),
            ], optional: ["section": .string, "key": .string]),
        "Story": .object(
            optional: [
                "story": .array(of: .any), "events": .array(of: .named("Event")),
                "commit": .string, "difference": .named("Difference"),
            ]),
        "BlameRow": .object(
            required: ["section": .string, "key": .string, "event": .string, "at": .string],
            optional: [
                "value": .named("Value"), "author": .named("Person"), "tester": .string,
                "reviewer": .named("Person"), "proposal": .string, "type": .string,
                "standing": .string, "before": .named("Value"), "proposed": .named("Value"),
                "source": .named("Value"), "copies": .string, "undoneBy": .string,
                "remarks": .array(of: .any),
            ]),
        "Difference": .object(
            required: [
                "fromRevision": .string, "toRevision": .string, "locales": .array(of: .any),
            ], optional: ["proposals": .array(of: .any), "total": .any]),
        "Finding": .object(
            required: [
                "check": .string, "severity": .string(oneOf: ["error", "warning", "info"]),
                "locale": .string, "section": .string, "key": .string, "message": .string,
            ]),
        "Release": .object(
            required: ["name": .string, "commit": .string, "at": .string],
            optional: ["tagger": .named("Person")]),
        "RevertQuery": .object(
            optional: [
                "locale": .string, "section": .string, "key": .string, "author": .string,
                "origin": .string, "guid": .string, "type": .string, "since": .string,
                "until": .string,
            ]),
        "Import": .object(
            required: [
                "events": .array(of: .string), "defined": .integer, "set": .integer,
                "removed": .integer, "unchanged": .integer, "conflicts": .array(of: .any),
                "renames": .array(of: .any), "pruned": .array(of: .any),
                "skipped": .array(of: .any),
            ],
            optional: [
                "ack": .string, "commit": .string, "resources": .array(of: .any),
                "notices": .array(of: .string),
                "dryRun": .boolean, "wouldWrite": .integer,
            ]),
        "Sync": .object(
            required: [
                "remote": .string, "url": .string, "branch": .string, "commit": .string,
                "received": .any, "sent": .any, "united": .boolean, "restored": .integer,
                "repaired": .array(of: .string), "lost": .array(of: .any),
            ], optional: ["conflicts": .integer]),
        "Batch": .object(
            required: [
                "results": .array(
                    of: .object(
                        optional: [
                            "events": .array(of: .string), "proposal": .string,
                            "repeated": .boolean, "notices": .array(of: .string),
                            "error": .named("Problem"),
                        ]))
            ], optional: ["commit": .string, "ack": .string]),
    ]
}
