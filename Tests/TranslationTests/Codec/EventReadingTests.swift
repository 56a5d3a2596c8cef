import JSON
import Testing
import Texts
import Translation

/// Lines that a reader accepts, and lines that it refuses, with the error message.
struct EventReadingTests {
    /// Returns a valid `translation.set` with some fields replaced or added.
    private func line(_ changes: KeyValuePairs<String, String>) -> String {
        var fields: [(key: String, value: String)] = [
            ("v", "1"), ("id", "\"0000000001000000000000000A\""), ("type", "\"translation.set\""),
            ("at", "\"2026-11-21T09:30:00.123Z\""), ("locale", "\"fr\""), ("key", "\"title\""),
            ("value", "\"x\""),
        ]
        for (key, value) in changes {
            fields.removeAll { $0.key == key }
            if !value.isEmpty { fields.append((key, value)) }
        }
        return "{" + fields.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    private func read(_ changes: KeyValuePairs<String, String>) throws -> Event? {
        guard case .event(let event) = try Event.read(line: line(changes).utf8) else { return nil }
        return event
    }

    /// 16 MiB including the newline, which the line here lacks.
    @Test func aLineMayHave16MiB() throws {
        let rest = line(["value": "\"\""]).utf8.count
        func read(_ length: Int) throws -> Event? {
            try self.read([
                "value": "\"\(String(repeating: "a", count: length - rest))\""
            ])
        }
        #expect(try read((16 << 20) - 1) != nil)
        #expect(throws: EventDecodingError.self) { try read(16 << 20) }
    }

    @Test func unknownFieldsAreLetThrough() throws {
        let event = try read(["colour": "\"red\"", "shape": "{\"a\":[null,1.5]}"])
        #expect(event == (try read([:])))
    }

    @Test(arguments: ["18446744073709551616", "-9223372036854775809", "1e999", "[{\"a\":-1e400}]"])
    func unknownFieldsMayHaveAnyNumbers(value: String) throws {
        #expect(try read(["colour": value]) == (try read([:])))
        let actor = "{\"name\":\"\",\"email\":\"\",\"age\":\(value)}"
        #expect(try read(["actor": actor])?.actor == Actor(name: "", email: ""))
        let meta = try #require(try read(["meta": "{\"x\":\(value)}"])?.meta)
        #expect(meta.members.count == 1)
        for type in ["string.defined", "setting.changed"] {
            #expect(throws: EventDecodingError.self) {
                try read([
                    "type": "\"\(type)\"", "name": "\"n\"", "order": value, "value": value,
                ])
            }
        }
    }

    /// Values that count as absent, and values that are not written in this form.
    @Test(arguments: [
        ("over", "[]"), ("undoes", "[]"), ("value", "\"\\u0078\""), ("base", ""), ("v", "1 "),
    ])
    func otherFormsSayTheSame(field: String, value: String) throws {
        #expect(try read([field: value]) == (try read([:])))
    }

    @Test func unknownTypesAreKept() throws {
        let event = try #require(try read(["type": "\"tea.served\"", "cups": "2", "key": ""]))
        #expect(event.payload == .unrecognized(type: "tea.served"))
        #expect(event.subject(in: .app) == nil)
    }

    @Test func theOrderOfFieldsIsFree() throws {
        let event = try #require(try read(["v": "1", "type": "\"translation.set\""]))
        #expect(event == (try read([:])))
        #expect(Array(line(["v": "1"]).utf8) != event.line)
    }

    @Test(arguments: [2, 3, 1_000_000])
    func higherVersionsMayMeanAnything(version: Int) throws {
        let text = line(["v": "\(version)", "id": "7", "type": "null"])
        guard case .newerVersion(let found) = try Event.read(line: text.utf8) else {
            Issue.record("It was read.")
            return
        }
        #expect(found == Int64(version))
    }

    @Test(arguments: [
        ("2", 2), ("2.0", 2), ("1.5", 2), ("1e3", 1000), ("9223372036854775807", Int64.max),
        ("9223372036854775808", .max), ("99999999999999999999", .max), ("1e999", .max),
        ("0.2E1", 2),
    ])
    func aHigherVersionIsSoHoweverItIsSpelled(version: String, number: Int64) throws {
        let text = "{\"v\":\(version),\"id\":7,\"over\":-1e999}"
        guard case .newerVersion(let found) = try Event.read(line: text.utf8) else {
            Issue.record("It was read.")
            return
        }
        #expect(found == number)
    }

    @Test(arguments: [
        "0", "-1", "1.0", "1e0", "0.5", "-99999999999999999999", "\"2\"", "null", "[2]",
    ])
    func otherVersionsAreMalformed(version: String) {
        #expect(throws: EventDecodingError.self) { try read(["v": version]) }
    }

    @Test func aMissingSectionIsTheDefaultOne() throws {
        #expect(try read([:])?.string(in: .app) == .title)
        #expect(
            try read(["section": "\"auth\""])?.string(in: .app)
                == StringID(section: "auth", key: "title"))
    }

    static let refused: [(field: String, value: String, message: String)] = [
        ("v", "", "The field “v” is missing."), ("v", "\"1\"", "The field “v” is not an integer."),
        ("v", "1.0", "The field “v” is not an integer."),
        ("v", "0", "Event version 0 does not exist."),
        ("id", "", "The field “id” is missing."), ("id", "1", "The field “id” is not a text."),
        ("id", "\"x\"", "The field “id” is not an event id."),
        ("id", "\"0000000001000000000000000a\"", "The field “id” is not an event id."),
        ("type", "", "The field “type” is missing."), ("at", "", "The field “at” is missing."),
        ("at", "null", "The field “at” is not a text."),
        ("locale", "", "The field “locale” is missing."),
        ("locale", "\"fr_CA\"", "The field “locale” is not a language tag."),
        ("locale", "\"\"", "The field “locale” is not a language tag."),
        ("section", "1", "The field “section” is not a text."),
        ("key", "", "The field “key” is missing."), ("key", "[]", "The field “key” is not a text."),
        ("actor", "\"Ines\"", "The field “actor” is not an object."),
        ("actor", "{\"name\":\"Ines\"}", "The field “email” is missing."),
        ("value", "", "The field “value” is missing."),
        ("value", "1", "A value must be a string or an object."),
        ("value", "null", "A value must be a string or an object."),
        ("base", "[]", "The field “base” is not a text."),
        ("base", "null", "The field “base” is not a text."),
        ("over", "\"0000000001000000000000000A\"", "The field “over” is not an array."),
        ("over", "[1]", "The field “over” is not an array of strings."),
        ("over", "[\"x\"]", "The field “over” is not an array of event ids."),
        ("undoes", "{}", "The field “undoes” is not an array."),
        ("idem", "1", "The field “idem” is not a text."),
        ("meta", "[]", "The field “meta” is not an object."),
    ]

    @Test(arguments: refused)
    func wrongFieldsAreRefused(field: String, value: String, message: String) {
        let error = #expect(throws: EventDecodingError.self) {
            try read([field: value])
        }
        #expect(error?.description == message)
    }

    static let refusedOfTypes: [(fields: String, message: String)] = [
        ("\"type\":\"locale.added\"", "The field “fallback” is missing."),
        ("\"type\":\"locale.added\",\"fallback\":\"en\"", "The field “fallback” is not an array."),
        (
            "\"type\":\"locale.added\",\"fallback\":[\"e_n\"]",
            "The field “fallback” is not an array of language tags."
        ),
        (
            "\"type\":\"locale.added\",\"fallback\":[],\"planned\":1",
            "The field “planned” is not true or false."
        ),
        ("\"type\":\"string.removed\"", "The field “key” is missing."),
        ("\"type\":\"string.defined\",\"key\":\"k\"", "The field “value” is missing."),
        (
            "\"type\":\"string.defined\",\"key\":\"k\",\"value\":\"\",\"maxLength\":{\"unit\":\"byte\"}",
            "The field “n” is missing."
        ),
        (
            "\"type\":\"string.defined\",\"key\":\"k\",\"value\":\"\",\"maxLength\":{\"n\":1,\"unit\":\"inch\"}",
            "The field “unit” is not width, grapheme, utf16 or byte."
        ),
        (
            "\"type\":\"string.defined\",\"key\":\"k\",\"value\":\"\",\"placeholders\":[1]",
            "The field “placeholders” is not an array of objects."
        ),
        (
            "\"type\":\"string.defined\",\"key\":\"k\",\"value\":\"\",\"screenshot\":{}",
            "The field “url” is missing."
        ),
        (
            "\"type\":\"string.defined\",\"key\":\"k\",\"value\":\"\",\"order\":1.5",
            "The field “order” is not an integer."
        ),
        (
            "\"type\":\"proposal.accepted\",\"key\":\"k\",\"value\":\"\"",
            "The field “proposal” is missing."
        ),
        ("\"type\":\"proposal.made\",\"key\":\"k\",\"value\":\"\"", "The field “guid” is missing."),
        ("\"type\":\"proposal.rejected\",\"key\":\"k\"", "The field “proposal” is missing."),
        ("\"type\":\"proposal.deleted\",\"key\":\"k\"", "The field “proposal” is missing."),
        ("\"type\":\"proposal.reopened\",\"key\":\"k\"", "The field “proposal” is missing."),
        ("\"type\":\"proposal.endorsed\",\"key\":\"k\"", "The field “proposal” is missing."),
        ("\"type\":\"translation.reviewed\",\"key\":\"k\"", "The field “text” is missing."),
        ("\"type\":\"translation.flagged\",\"key\":\"k\"", "The field “text” is missing."),
        ("\"type\":\"comment.added\",\"key\":\"k\"", "The field “text” is missing."),
        ("\"type\":\"check.silenced\",\"key\":\"k\"", "The field “check” is missing."),
        ("\"type\":\"setting.changed\"", "The field “name” is missing."),
        (
            "\"type\":\"setting.changed\",\"name\":\"n\",\"value\":[{\"a\":1.5}]",
            "The field “value” is not a value whose numbers are integers."
        ),
        ("\"type\":\"resource.defined\",\"path\":1", "The field “path” is not a text."),
        ("\"type\":\"file.read\",\"format\":\"po\"", "The field “texts” is missing."),
        ("\"type\":\"file.read\",\"texts\":{}", "The field “format” is missing."),
        (
            "\"type\":\"file.read\",\"format\":\"po\",\"texts\":{\"a\":1}",
            "The field “texts” is not an object of texts."
        ),
    ]

    @Test(arguments: refusedOfTypes)
    func everyTypeAsksForItsFields(fields: String, message: String) {
        let head = "{\"v\":1,\"id\":\"0000000001000000000000000A\",\"at\":\"\",\"locale\":\"fr\","
        let error = #expect(throws: EventDecodingError.self) {
            try Event.read(line: (head + fields + "}").utf8)
        }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("", "The line is not JSON: The input is empty."),
        ("[]", "The line is not a JSON object."),
        ("{\"v\":1,\"v\":1}", "The line is not JSON: An object contains the same key twice."),
        ("{\"v\":1}\n{\"v\":1}", "The line is not JSON: Extra data follows the value."),
    ])
    func otherLinesAreRefused(line: String, message: String) {
        let error = #expect(throws: EventDecodingError.self) { try Event.read(line: line.utf8) }
        #expect(error?.message == message)
    }
}
