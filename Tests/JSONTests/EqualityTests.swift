import JSON
import Testing

/// Values are equal if their bytes mean the same.
struct EqualityTests {
    static let different: [(JSONValue, JSONValue)] = [
        ("\u{e9}", "e\u{301}"), ("\u{212b}", "\u{e5}"), ("\r\n", "\n"), (1, .real(1)), (0, false),
        (.null, false), ([], .object(JSONObject(uniqueMembers: []))), ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ("1", 1), (object([("a", 1)]), object([("a", 2)])),
        (object([("a", 1)]), object([("a", 1), ("b", 1)])),
        (object([("\u{e9}", 1)]), object([("e\u{301}", 1)])),
        (object([("a", 1), ("b", 2)]), object([("a", 1), ("c", 2)])),
        (object([("a", .null)]), object([("b", .null)])),
    ]

    @Test(arguments: different)
    func differencesAreSeen(a: JSONValue, b: JSONValue) {
        #expect(a != b)
        #expect(Set([a, b]).count == 2)
    }

    @Test func theOrderOfMembersIsNoDifference() {
        let a = Self.object([("x", 1), ("y", [.null]), ("z", "é")])
        let b = Self.object([("z", "é"), ("x", 1), ("y", [.null])])
        #expect(a == b)
        #expect(a.hashValue == b.hashValue)
        #expect(CanonicalJSON.encode(a) != CanonicalJSON.encode(b))
    }

    @Test func keysAreFoundByBytes() {
        let object = JSONObject(uniqueMembers: [("e\u{301}", 1), ("\u{e9}", 2), ("a", 3)])
        #expect(object["\u{e9}"] == 2)
        #expect(object["e\u{301}"] == 1)
        #expect(object["b"] == nil)
        #expect(JSONObject([("a", 1), ("a", 1)]) == nil)
        #expect(JSONObject([("\u{e9}", 1), ("e\u{301}", 1)])?.members.count == 2)
    }

    @Test func valuesTellTheirKind() {
        let values: [JSONValue] = [.null, true, 1, .real(1), "a", [1], Self.object([])]
        #expect(values.compactMap(\.boolValue) == [true])
        #expect(values.compactMap(\.integerValue) == [1])
        #expect(values.compactMap(\.stringValue) == ["a"])
        #expect(values.compactMap(\.arrayValue) == [[1]])
        #expect(values.compactMap(\.objectValue).count == 1)
    }

    private static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
        .object(JSONObject(uniqueMembers: members))
    }
}
