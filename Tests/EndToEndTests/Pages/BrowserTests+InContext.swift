import Foundation
import TestWorld
import Testing

/// Users of a web app with the in-context editor: the app of docs/demo/in-context, and pages that the
/// scripts add.
extension BrowserTests {
    private static let texts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/demo/in-context/texts").path

    /// Whether there is a file of i18next that a browser can load.
    static var hasI18next: Bool {
        FileManager.default.fileExists(
            atPath: "/usr/share/nodejs/i18next/dist/esm/i18next.bundled.js")
    }

    private func app() throws -> BrowserScene {
        var lines = ["Ada locale add de ar"]
        var files: [String: String] = [:]
        for section in ["common", "shop"] {
            for locale in ["en", "de", "ar"] {
                let name = "\(locale)-\(section).json"
                files[name] = try String(
                    contentsOfFile: "\(Self.texts)/\(locale)/\(section).json", encoding: .utf8)
                lines.append(
                    "Ada import ../\(name) -l \(locale) -s \(section) --file-format i18next-json")
            }
        }
        lines.append("Ines propose de common:language 'Sprache ändern'")
        return try BrowserScene(lines, files: files)
    }

    @Test(.enabled(if: hasI18next)) func peopleProposeInsideOfAnApp() throws {
        try app().run("in_context")
    }

    @Test(.enabled(if: hasI18next)) func peopleProposeOnPhones() throws {
        try app().run("in_context_phone")
    }

    @Test(.enabled(if: hasI18next)) func theEditorNeedsOnlyTheKeyboard() throws {
        try app().run("in_context_keyboard")
    }

    @Test(.enabled(if: hasI18next)) func theEditorLeavesTheAppAlone() throws {
        try app().run("in_context_pages")
    }

    @Test(.enabled(if: hasI18next)) func theEditorLosesNothing() throws {
        try app().run("in_context_losses")
    }
}
