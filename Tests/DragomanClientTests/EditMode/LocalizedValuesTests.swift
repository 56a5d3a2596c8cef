import DragomanClient
import Foundation
import JSON
import Testing

/// Texts with a count, a context and arguments, in components.
@MainActor @Suite struct LocalizedValuesTests {
    private let items = TextIdentifier(section: "cart", key: "items")
    private let server = ScriptedServer()

    private struct Built: LocalTexts {
        let languages = ["en", "fr"]

        func json(language: String, namespace: String) -> Data? {
            switch "\(language)/\(namespace)" {
            case "fr/cart":
                Data(
                    #"""
                    {"items_one":"{{count}} article","items_other":"{{count}} articles",
                    "friend":"Une personne","friend_male":"Un ami","hello":"Bonjour {{name}}",
                    "place_ordinal_one":"{{count}}er","place_ordinal_other":"{{count}}e",
                    "Note: all":"Note : tout","a":{"b":"Profond"},"more":"$t(cart:a.b) & {{name}}"}
                    """#.utf8)
            case "en/cart": Data(#"{"late":"Late"}"#.utf8)
            default: nil
            }
        }
    }

    private func resources(_ change: (inout ResourceSettings) -> Void = { _ in }) async -> Resources
    {
        var settings = ResourceSettings(
            defaultLanguage: "en", namespaces: ["default", "cart"], local: Built())
        settings.deviceLanguages = ["fr"]
        change(&settings)
        let resources = Resources(settings)
        await resources.start()
        return resources
    }

    private func wrapper(_ resources: Resources) -> LocalizationWrapper {
        LocalizationWrapper(
            source: ResourceLocalization(resources),
            proposals: ProposalStore(
                settings: .testing, server: server, storage: MemoryStorage()),
            bestFitLanguage: "fr")
    }

    private func cart(_ key: String) -> TextIdentifier {
        TextIdentifier(section: "cart", key: key)
    }

    @Test func componentsShowFormsAndArguments() async {
        let wrapper = wrapper(await resources())
        LocalizationWrapper.shared = wrapper
        defer { LocalizationWrapper.shared = nil }
        let label = Label()
        label.localize(items, count: 1)
        #expect(label.text == "1 article")
        label.localize(items, count: 3)
        #expect(label.text == "3 articles")
        label.localize(cart("place"), count: 1, ordinal: true)
        #expect(label.text == "1er")
        label.localize(cart("friend"), context: "male")
        #expect(label.text == "Un ami")
        label.localize(cart("hello"), arguments: ["name": "<Mara>"])
        #expect(label.text == "Bonjour <Mara>")
        #expect(label.localize(for: "cart.hello", arguments: ["name": "Kim"]))
        #expect(label.text == "Bonjour Kim")
        label.localize(for: cart("hello"))
        #expect(label.text == "Bonjour {{name}}")
    }

    @Test func everyComponentKeepsItsOwnValues() async throws {
        let wrapper = wrapper(await resources())
        let labels = (0..<3).map { _ in Label() }
        for (count, label) in labels.enumerated() {
            wrapper.localize(label, for: items, with: TextValues(count: count))
        }
        #expect(labels.map(\.text) == ["0 article", "1 article", "2 articles"])
        // The user's own proposal gets the values, too.
        try await wrapper.storeProposal("{{count}} choses", for: items)
        #expect(labels.map(\.text) == ["0 choses", "1 choses", "2 choses"])
        try await wrapper.updateTranslations()
        #expect(labels.map(\.text) == ["0 choses", "1 choses", "2 choses"])
        #expect(wrapper.text(for: items, with: TextValues(count: 9)) == "9 choses")
    }

    @Test func testersEditTheFormWithItsPlaceholders() async throws {
        let wrapper = wrapper(await resources())
        let (label, other) = (Label(), Label())
        wrapper.localize(label, for: items, with: TextValues(count: 2))
        wrapper.localize(other, for: cart("more"), with: TextValues(arguments: ["name": "Kim"]))
        #expect(other.text == "Profond & Kim")
        #expect(wrapper.template(for: items) == "{{count}} articles")
        #expect(wrapper.template(for: cart("more")) == "$t(cart:a.b) & {{name}}")
        #expect(wrapper.template(for: cart("none")) == nil)
        try await wrapper.storeProposal("{{count}} choses", for: items)
        #expect(wrapper.template(for: items) == "{{count}} choses")
    }

    @Test func identifiersAreNeverSplitAtANamespace() async {
        let resources = await resources { $0.lookup.namespaceSeparator = "::" }
        #expect(resources.text(cart("Note: all")) == "Note : tout")
        #expect(resources.text(items, count: 2) == "2 articles")
        let usual = await self.resources()
        #expect(usual.text(cart("Note: all")) == "Note : tout")
        #expect(usual.text(cart("a.b")) == "Profond" && usual.text(cart("late")) == "Late")
        // An object is not a text, and a missing text shows its name.
        #expect(usual.text(cart("a")) == "cart.a" && usual.text(cart("x"), default: "?") == "?")
    }

    @Test func aSourceOfPlainTextsFillsPlaceholders() {
        let source = TextsInMemory(["hello": "Hallo {{name}}, {{count}} & {{other}} $t(x)"])
        let wrapper = LocalizationWrapper(source: source)
        let label = Label()
        wrapper.localize(
            label, for: TextIdentifier(key: "hello"),
            with: TextValues(count: 2, arguments: ["name": "<M>"]))
        #expect(label.text == "Hallo <M>, 2 & {{other}} $t(x)")
    }

    @Test func observedTextsTakeOtherValues() async {
        let wrapper = wrapper(await resources())
        let text = ObservedText(items, with: TextValues(count: 1), in: wrapper)
        #expect(text.text == "1 article")
        text.show(items, with: TextValues(count: 4))
        #expect(text.text == "4 articles")
    }
}
