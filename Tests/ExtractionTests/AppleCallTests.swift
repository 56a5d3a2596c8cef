import Extraction
import SourceStrings
import Testing

/// The functions of Apple's frameworks that take keys.
@Suite struct AppleCallTests {
    private static func keys(_ source: String) -> [String] {
        SwiftSource().scan(source).strings.map(\.key)
    }

    @Test(arguments: [
        #"Button("a") {}"#, #"Button("a", systemImage: "b", role: .cancel) {}"#,
        #"Label("a", systemImage: "b")"#, #"Toggle("a", isOn: $b)"#,
        #"Picker("a", selection: $b) { Text(verbatim: "c") }"#, #"Section("a") {}"#,
        #"Section(header: Text("a")) {}"#, #"Link("a", destination: b)"#,
        #"NavigationLink("a", value: "b")"#, #"Menu("a") {}"#, #"TextField("a", text: $b)"#,
        #"SecureField("a", text: $b)"#, #"Stepper("a", value: $b)"#,
        #"DatePicker("a", selection: $b)"#, #"ColorPicker("a", selection: $b)"#,
        #"ProgressView("a", value: 1)"#, #"GroupBox("a") {}"#, #"DisclosureGroup("a") {}"#,
        #"ControlGroup("a") {}"#, #"LabeledContent("a", value: "b")"#,
        #"ContentUnavailableView("a", systemImage: "b")"#, #"Tab("a", systemImage: "b") {}"#,
        #"Window("a", id: "b") {}"#, #"WindowGroup("a") {}"#, #"CommandMenu("a") {}"#,
        #"MenuBarExtra("a", systemImage: "b") {}"#, #"ShareLink("a", item: b)"#,
        #"TableColumn("a", value: \.b)"#, #"SwiftUI.Button.init("a") {}"#,
        #"view.navigationTitle("a")"#, #"List {}.navigationTitle("a").navigationSubtitle("b")"#,
        #"x.alert("a", isPresented: $b) { Button("b") {} }"#, #"x.alert(Text("a"), b)"#,
        #"x.confirmationDialog("a", isPresented: $b) {}"#, #"x.help("a")"#, #"x.badge("a")"#,
        #"x.accessibilityLabel("a").accessibilityValue("b").accessibilityHint("c")"#,
        #"x.accessibilityIdentifier("b").help("a")"#, #"x.searchable(text: $b, prompt: "a")"#,
        #"x.accessibilityInputLabels(["a", "b"])"#, #"x.accessibilityAction(named: "a") {}"#,
        #"x.tabItem { Label("a", systemImage: "b") }"#, #"x.toolbarTitleMenu { Button("a") {} }"#,
        #"Text(isOn ? "a" : "b")"#, #"Text((c ? d ? "a" : "b" : "c"))"#,
    ])
    func swiftUI(call: String) {
        let expected = ["a", "b", "c"].filter { letter in
            call.contains("\"a\"")
                && (letter == "a"
                    || Self.severalKeys.contains { call.contains($0 + "\"\(letter)\"") })
        }
        #expect(Self.keys("import SwiftUI\n" + call) == expected)
        // Other code may use the same names.
        #expect(Self.keys(call) == [])
    }

    /// The source text before the second and the third key of a call above.
    private static let severalKeys = [
        "navigationSubtitle(", "{ Button(", "accessibilityValue(", "accessibilityHint(", "[\"a\", ",
        " : ",
    ]

    @Test(arguments: [
        #"Text(verbatim: "a"); Image("b"); Text(title); Text(title ?? "c"); Text("d" + e)"#,
        #"button("a"); view.Button("b"); help("c"); My.Label("d")"#,
        #"x.accessibilityIdentifier("a"); x.tag("b"); x.id("c"); x.previewDisplayName("d")"#,
        #"#Preview("Dark") { view }"#, #"Button(action: b) { Image(systemName: "c") }"#,
    ])
    func whatTakesNoKey(source: String) {
        #expect(Self.keys("import SwiftUI\n" + source) == [])
    }

    @Test(arguments: [
        (#"Bundle.main.localizedString(forKey: "a", value: "A", table: "T")"#, ["a"]),
        (#"NSString.localizedUserNotificationString(forKey: "a", arguments: nil)"#, ["a"]),
        (#"String.LocalizationValue("a"); Other.LocalizationValue("b")"#, ["a"]),
        (#"let a: LocalizedStringResource = .init("a", defaultValue: "A")"#, ["a"]),
        (#"let all: [LocalizedStringKey] = ["a", "b"]; let none: [String] = ["c"]"#, ["a", "b"]),
        (#"let all: [Kind: LocalizedStringKey] = [.one: "a", .two: "b"]"#, ["a", "b"]),
        (#"var title: LocalizedStringKey { "a" }"#, ["a"]),
        (
            #"var t: LocalizedStringKey { switch self { case .a: "a"; case .b: return "b" } }"#,
            ["a", "b"]
        ),
        (#"var t: SwiftUI.LocalizedStringKey { get { if c { "a" } else { "b" } } }"#, ["a", "b"]),
        (
            #"func t() -> LocalizedStringKey? { f { return "x" }; if c { return "a" }; return d ? "b" : nil }"#,
            ["a", "b"]
        ),
    ])
    func foundation(source: String, keys: [String]) {
        #expect(Self.keys(source) == keys)
    }

    @Test func appIntents() {
        let source = #"""
            import AppIntents

            struct Add: AppIntent {
                static let title: LocalizedStringResource = "Add"
                static let description = IntentDescription("Adds", categoryName: "Things")
                @Parameter(title: "Thing", default: "no key") var thing: String
                static var parameterSummary: some ParameterSummary { Summary("Add \(\.$thing) now") }
                func perform() async throws -> some IntentResult { .result(dialog: "Done") }
            }
            enum Kind: String, AppEnum {
                static let typeDisplayRepresentation: TypeDisplayRepresentation = "Kind"
                static let caseDisplayRepresentations: [Kind: DisplayRepresentation] = [.big: "Big"]
            }
            AppShortcut(intent: Add(), phrases: ["Add in \(.applicationName)"], shortTitle: "Short")
            """#
        let found = SwiftSource().scan(source).strings
        #expect(
            found.filter { $0.table == nil }.map(\.key) == [
                "Add", "Adds", "Things", "Thing", "Add ${thing} now", "Done", "Kind", "Big",
                "Short",
            ])
        #expect(
            found.filter { $0.table == "AppShortcuts" }.map(\.key) == ["Add in ${applicationName}"])
    }

    /// The texts of such arguments are not source texts of the key.
    @Test func valuesOfViewsAreNoTexts() {
        let source = #"import SwiftUI; LabeledContent("Name", value: "Ada")"#
        #expect(SwiftSource().scan(source).strings.map(\.text) == [nil])
    }

    @Test(arguments: [
        (#"Text("\(n) photos")"#, ["", " photos"], [nil] as [String?]),
        (#"Text("\(a) of \(2) (100%)")"#, ["", " of ", " (100%)"], [nil, "%lld"]),
        (#"Text("^[\(n) day](inflect: true)")"#, ["^[", " day](inflect: true)"], [nil]),
        (##"Text(#"\n \#(n) "all""#)"##, [#"\n "#, #" "all""#], [nil]),
        ("Text(\"\"\"\n    a\n      \\(n) b\n    \"\"\")", ["a\n  ", " b"], [nil]),
        (
            #"String(localized: "\(x) \(y, specifier: "%.1f") \(placeholder: .int)")"#,
            ["", " ", " ", ""], [nil, "%.1f", "%lld"]
        ),
    ])
    func interpolations(source: String, texts: [String], placeholders: [String?]) {
        let scan = SwiftSource().scan("import SwiftUI\n" + source)
        #expect(scan.strings == [])
        #expect(scan.unreadable == [])
        #expect(scan.interpolated.map(\.key.texts) == [texts])
        #expect(scan.interpolated.map(\.key.placeholders) == [placeholders])
        #expect(scan.interpolated.allSatisfy { $0.line == 2 && $0.reason.hasSuffix(".") })
    }

    @Test(arguments: [
        ("%lld photos", true), ("%@ photos", true), ("%1$lld photos", true), ("%d photos", true),
        ("%#.2f photos", true), ("%lld pictures", false), ("photos", false), (" photos", false),
        ("%lld  photos", false), ("%% photos", false), ("%lld photos%@", false),
    ])
    func placeholdersMatch(key: String, isMatch: Bool) {
        let source = SwiftSource().scan(#"import SwiftUI; Text("\(n) photos")"#).interpolated
        #expect(source.map { $0.key.matches(InterpolatedKey(reading: key)) } == [isMatch])
    }

    @Test(arguments: [
        ("%1$@ of %2$@ at 100%% and 5% more", ["", " of ", " at 100% and 5% more"]),
        ("%", ["%"]), ("%1$", ["%1$"]), ("%5.1lf%%%@", ["", "%", ""]),
        ("a %zd %*d", ["a ", " ", ""]),
    ])
    func keysOfFilesAreRead(key: String, texts: [String]) {
        #expect(InterpolatedKey(reading: key).texts == texts)
    }

    @Test func textsThatMayBeKeysAreNamed() {
        let source = #"""
            import SwiftUI
            enum Tab: String { case home, search = "find" }
            show("a \(x) b", "c")
            Image("no"); Text(verbatim: "no"); print("no"); x.accessibilityIdentifier("no")
            Text("d", comment: "no")
            #Preview("no") { Text(flag ? "e" : f) }
            """#
        let literals = SwiftSource().scan(source).literals
        #expect(
            literals.map(\.texts) == [
                ["home"], ["find"], ["a ", " b"], ["c"], ["d"], ["e"],
            ])
        #expect(literals.map(\.line) == [2, 2, 3, 3, 5, 6])
    }
}
