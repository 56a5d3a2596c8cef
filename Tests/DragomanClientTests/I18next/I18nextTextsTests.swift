import DragomanClient
import JSON
import Texts
import Testing

/// The rules of i18next's JSON version 4 and of its resolution, one by one.
@Suite struct I18nextTextsTests {
    private let english = #"""
        {"title": "Hello", "menu": {"save": "Save"}, "reuse": "$t(menu.save)!", "hi": "Hi {{name}}",
         "raw": "{{- html}} {{html}}", "friend": "A friend", "friend_male": "A boyfriend",
         "friend_one": "One friend", "item_zero": "none", "item_one": "{{count}} item",
         "item_other": "{{count}} items", "place_ordinal_one": "{{count}}st", "place_two": "{{count}}nd",
         "place_ordinal_two": "{{count}}ND", "place_other": "{{count}}th", "list": ["a", "b"],
         "bare": "Ding", "friend_male_other": "{{count}} boyfriends", "a.b": "flat", "a": {"b": "nested"},
         "c.d.e": "split", "Great. It works.": "Great!", "only": "English", "empty": "English",
         "null": null, "number": 5, "path": "{{user.name}} {{user.tags.1}}",
         "unresolved": "[$t(none)]", "counted": "$t(item, {\"count\": {{n}} })",
         "elsewhere": "$t(auth:login)", "plain": "{{v, number}} {{v, unknown}}"}
        """#

    private func texts(
        _ change: (inout I18nextOptions) -> Void = { _ in }
    ) throws -> I18nextTexts {
        var options = I18nextOptions()
        options.negotiation = I18nextNegotiation(fallback: .list(["en"]))
        change(&options)
        var texts = I18nextTexts(options: options)
        func set(_ name: String, _ language: String, _ json: String) throws {
            texts.setNamespace(
                name, language: language, to: try JSONValue.parse(Array(json.utf8)))
        }
        try set("translation", "en", english)
        try set("auth", "en", #"{"login": "Sign in", "deep": {"x": "X"}}"#)
        try set("translation", "de", #"{"title": "Hallo", "empty": "Deutsch", "null": null}"#)
        try set("auth", "de", #"{"both": "aus auth"}"#)
        try set("translation", "de-CH", #"{"empty": ""}"#)
        return texts
    }

    @Test func keysAreFoundNestedAndFlat() throws {
        let texts = try texts()
        #expect(texts.text("menu.save", language: "en") == "Save")
        #expect(texts.text("a.b", language: "en") == "nested")
        #expect(texts.text("c.d.e", language: "en") == "split")
        #expect(texts.text("Great. It works.", language: "en") == "Great!")
        #expect(texts.text("list.1", language: "en") == "b")
        #expect(texts.text("number", language: "en") == "5")
        let strict = try self.texts { $0.ignoresJSONStructure = false }
        #expect(strict.text("c.d.e", language: "en") == "c.d.e")
        let flat = try self.texts { $0.keySeparator = nil }
        #expect(flat.text("a.b", language: "en") == "flat")
    }

    @Test func namespacesAreInKeysOrOptions() throws {
        let texts = try texts()
        #expect(texts.text("auth:login", language: "en") == "Sign in")
        #expect(texts.text("auth:deep:x", language: "en") == "X")
        #expect(texts.text("login", language: "en", arguments: ["ns": "auth"]) == "Sign in")
        #expect(texts.text("elsewhere", language: "en") == "Sign in")
        #expect(texts.text("auth:none", language: "en") == "none")
        #expect(texts.text("http://foo", language: "en") == "//foo")
    }

    @Test func englishInTheNamespaceBeatsGermanInTheFallbackNamespace() throws {
        var texts = try texts { $0.fallbackNamespaces = ["auth"] }
        #expect(texts.text("both", language: "de") == "aus auth")
        texts.setNamespace(
            "translation", language: "en",
            to: .object(JSONObject(uniqueMembers: [("both", "from translation")])))
        #expect(texts.text("both", language: "de") == "from translation")
        texts.setNamespace("translation", language: "en", to: nil)
        #expect(texts.text("both", language: "de") == "aus auth")
        #expect(texts.languages == ["de", "de-CH", "en"])
        #expect(texts.namespaces(of: "en") == ["auth"])
    }

    @Test func languagesGiveWay() throws {
        let texts = try texts()
        #expect(texts.text("title", language: "de-CH") == "Hallo")
        #expect(texts.text("title", language: "de-AT") == "Hallo")
        #expect(texts.text("only", language: "de-CH") == "English")
        #expect(texts.text("empty", language: "de-CH") == "")
        let full = try self.texts { $0.returnsEmptyText = false }
        #expect(full.text("empty", language: "de-CH") == "Deutsch")
        #expect(texts.text("null", language: "de", default: "Standard") == "Standard")
    }

    @Test func countsChooseForms() throws {
        let texts = try texts()
        func item(_ count: Int) -> String { texts.text("item", language: "en", count: count) }
        #expect([0, 1, 2].map(item) == ["none", "1 item", "2 items"])
        #expect(texts.text("item", language: "en", arguments: ["count": 1.5]) == "1.5 items")
        #expect(texts.text("item", language: "en", arguments: ["count": "0"]) == "item")
        #expect(texts.text("bare", language: "en", count: 2) == "Ding")
        #expect(texts.text("counted", language: "en", arguments: ["n": 2]) == "2 items")
        func place(_ count: Int) -> String {
            texts.text("place", language: "en", count: count, ordinal: true)
        }
        #expect([1, 2, 4].map(place) == ["1st", "2ND", "4th"])
    }

    @Test func contextsComeBeforeCounts() throws {
        let texts = try texts()
        func friend(_ context: String?, _ count: Int?) -> String {
            texts.text("friend", language: "en", count: count, context: context)
        }
        #expect(friend("male", nil) == "A boyfriend")
        #expect(friend("female", nil) == "A friend")
        #expect(friend("male", 1) == "A boyfriend")
        #expect(friend("male", 2) == "2 boyfriends")
        #expect(friend("female", 1) == "One friend")
    }

    @Test func placeholdersAreReplaced() throws {
        let texts = try texts()
        func text(_ key: String, _ arguments: [String: Argument]) -> String {
            texts.text(key, language: "en", arguments: arguments)
        }
        #expect(text("raw", ["html": "<a/>"]) == "<a/> &lt;a&#x2F;&gt;")
        #expect(text("hi", [:]) == "Hi {{name}}")
        #expect(text("hi", ["name": .null]) == "Hi ")
        #expect(text("hi", ["name": "{{n}} $t(title)", "n": 1]) == "Hi {{n}} $t(title)")
        #expect(text("path", ["user": ["name": "Mara", "tags": [1, 2.0]]]) == "Mara 2")
        #expect(text("plain", ["v": 1234.5]) == "1,234.5 1234.5")
    }

    @Test func missingKeysAndObjectsSaySo() throws {
        let texts = try texts()
        #expect(texts.text("auth:no.such", language: "en") == "no.such")
        #expect(texts.text(["no.such", "auth:other"], language: "en") == "other")
        #expect(texts.text(["no.such", "title"], language: "en") == "Hello")
        #expect(texts.text("unresolved", language: "en") == "[none]")
        #expect(
            texts.text("menu", language: "en")
                == "key 'menu (en)' returned an object instead of string.")
        #expect(texts.text("no", language: "en", default: "Not") == "Not")
        #expect(texts.text([], language: "en", default: "Not") == "Not")
        #expect(texts.text("title", language: "cimode") == "title")
        #expect(try self.texts { $0.listSeparator = ", " }.text("list", language: "en") == "a, b")
        #expect(texts.exists("menu", language: "de-CH"))
        #expect(texts.exists("item", language: "de", count: 1))
        #expect(!texts.exists("item", language: "de"))
    }

    @Test func formatsAreAClosure() throws {
        let texts = try texts {
            $0.interpolation.format = { value, format in
                format.name == "unknown" ? .text("<\(format.language)>") : nil
            }
        }
        #expect(texts.text("plain", language: "de", arguments: ["v": 1]) == "1 &lt;de&gt;")
    }
}
