import Foundation
import TestWorld
import Testing

/// Generated keys compile against the client library.
@Suite struct SwiftKeysTests {
    @Test func exportedKeysCompileInAnApp() throws {
        let sandbox = try Sandbox()
        let program = try Products.dragoman
        for words in [
            ["init", "app"], ["-C", "app", "string", "add", "title", "Your cart", "-s", "cart"],
            ["-C", "app", "string", "add", "items", "-s", "cart"]
                + ["--plural", "one={{count}} item", "--plural", "other={{count}} items"],
            ["-C", "app", "string", "add", "continue", "Go on"],
            ["-C", "app", "export", "--format", "swift-keys", "-o", "."],
        ] {
            let result = try sandbox.execute(program, words)
            try #require(result.status == 0, "\(result.errors)")
        }
        try sandbox.write(
            """
            import DragomanClient

            @MainActor func show(_ label: any LocalizableComponent, _ resources: Resources, count: Int) -> [String] {
                label.localize(tr.cart.items, count: count)
                label.localize(for: tr.defaultSection.continue)
                return [resources.text(tr.cart.title), resources.text(tr.cart.items, count: count)]
            }

            func step(_ strings: TranslatedStrings, _ step: Int, of count: Int) -> String {
                strings["Tip %d of %d", step, count]
            }
            """, to: "App.swift")
        let result = try sandbox.execute(
            "/usr/bin/env",
            ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library"]
                + ["-warnings-as-errors", "-I", Products.directory + "/Modules"]
                + ["app/TextKeys.swift", "App.swift"])
        #expect(result.status == 0, "\(result.errors)")
    }
}
