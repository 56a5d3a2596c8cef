import Foundation
import TestWorld
import Testing

/// Type-checks the library as platforms with a UI framework compile it, against the declarations in
/// `StandIns`.
@Suite struct AdapterTypesTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [["UIKit"], ["SwiftUI"], ["UIKit", "SwiftUI"]])
    func adaptersHaveTheirTypes(_ frameworks: [String]) throws {
        let sandbox = try Sandbox()
        for name in frameworks {
            let standIn = root.path + "/Tests/DragomanClientTests/StandIns/\(name).swift.txt"
            try sandbox.write(
                try String(contentsOfFile: standIn, encoding: .utf8), to: name + ".swift")
            try compile(
                ["-emit-module", "-module-name", name, "-o", name + ".swiftmodule"]
                    + [name + ".swift"], in: sandbox)
        }
        let objectiveC =
            frameworks.contains("UIKit")
            ? ["-Xfrontend", "-enable-objc-interop"]
                + ["-Xfrontend", "-disable-objc-attr-requires-foundation-module"] : []
        let sources = try files(below: root.path + "/Sources/Client/DragomanClient", "swift")
        try #require(!sources.isEmpty)
        try compile(
            ["-emit-module", "-o", "DragomanClient.swiftmodule", "-module-name", "DragomanClient"]
                + ["-package-name", packageName, "-warnings-as-errors", "-I", "."]
                + objectiveC + modules() + sources, in: sandbox)
        try sandbox.write(Self.app(frameworks), to: "App.swift")
        try compile(
            ["-typecheck", "-warnings-as-errors", "-I", "."] + objectiveC + modules()
                + ["App.swift"], in: sandbox)
    }

    /// A typical app: it overrides methods, and uses the frameworks' names that the library must
    /// not declare.
    private static func app(_ frameworks: [String]) -> String {
        let view = """
            struct AppView: View {
                let mode: TextEditMode
                var editing = EditMode.inactive
                var body: some View {
                    LocalizedText(TextIdentifier(section: "cart", key: "items"), count: 3).textEditMode(mode)
                }
            }
            """
        let label = """
            final class PaddedLabel: UILabel {
                override func showLocalized(_ text: String) { self.text = " " + text }
            }
            @MainActor func localize(_ label: PaddedLabel, _ button: UIButton, count: Int) {
                label.localize(TextIdentifier(section: "cart", key: "items"), count: count)
                button.localize(for: "cart.pay")
            }
            """
        return (["DragomanClient"] + frameworks).map { "import \($0)" }.joined(separator: "\n")
            + """

            @MainActor final class AppModel {
                var isTranslated = false
                func update(_ resources: Resources) async {
                    await resources.update { $0.isEnabled = self.isTranslated }
                }
            }

            """ + (frameworks.contains("SwiftUI") ? view + "\n" : "")
            + (frameworks.contains("UIKit") ? label + "\n" : "")
    }

    /// The name that the package manager gives the package: its directory.
    private var packageName: String {
        String(root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    private func compile(_ words: [String], in sandbox: Sandbox) throws {
        let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
            .flatMap { ["-enable-upcoming-feature", $0] }
        let result = try sandbox.execute(
            "/usr/bin/env",
            ["swiftc", "-swift-version", "6", "-parse-as-library"] + features + words)
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Returns the directories of the modules that the library imports, including their C modules.
    private func modules() throws -> [String] {
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let place = bundle ?? Bundle.main.bundleURL
        let products = try #require(
            [place.deletingLastPathComponent().path, place.path].first {
                FileManager.default.fileExists(atPath: $0 + "/Modules/JSON.swiftmodule")
            })
        let sources = root.path + "/Sources"
        // The modules are one folder further down.
        let targets = try FileManager.default.contentsOfDirectory(atPath: sources).flatMap {
            folder in
            try FileManager.default.contentsOfDirectory(atPath: "\(sources)/\(folder)")
                .map { "\(folder)/\($0)" }
        }
        let maps = targets.map {
            "\(products)/\(($0 as NSString).lastPathComponent).build/module.modulemap"
        }
        .filter { FileManager.default.fileExists(atPath: $0) }.sorted()
        let systems = targets.map { "\(sources)/\($0)/module.modulemap" }
            .filter { FileManager.default.fileExists(atPath: $0) }.sorted()
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return ["-I", products + "/Modules"]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
            + systems.flatMap { ["-I", $0] }
    }

    private func files(below directory: String, _ ending: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: directory)
        return names.filter { $0.hasSuffix("." + ending) }.sorted().map { directory + "/" + $0 }
    }
}
