import Interchange
import JSON
import Testing
import Texts
import Translation

@Suite("Android's resources: what apps have")
struct AndroidFixtureTests {
    private let format = AndroidStrings()

    @Test func readsEveryConstruct() throws {
        let file = try read(Fixture.bytes("android/strings.xml"))
        let values = Dictionary(
            uniqueKeysWithValues: file.entries.map { ($0.string.key, $0) })
        func text(_ key: String) -> String? { values[key]?.value?.plainText }
        #expect(text("greeting") == #"Hello, <xliff:g id="name" example="Ann">%1$s</xliff:g>!"#)
        #expect(values["greeting"]?.details.comment == "On the first page.")
        #expect(values["greeting"]?.details.isTranslatable == true)
        #expect(text("app_name") == "Dragoman & Co.")
        #expect(values["app_name"]?.details.isTranslatable == false)
        #expect(
            values["percent"]?.details.meta?["attributes"]
                == .object { $0.add("formatted", "false") })
        #expect(text("apostrophe") == "It's \"fine\" \\ 1\n2\t3 é 😀 #")
        #expect(text("quoted") == "  It's   kept   and this collapses")
        #expect(text("spaces") == " a  b")
        #expect(text("at") == "@home" && text("question") == "?" && text("mail") == "a@b.c?")
        #expect(text("alias") == "@string/greeting")
        #expect(values["alias"]?.details.meta?["reference"] == true)
        #expect(values["alias"]?.details.isTranslatable == false)
        #expect(text("attribute") == "?attr/label")
        #expect(text("cdata") == "<b>Bold</b> & more")
        #expect(values["cdata"]?.details.meta == nil)
        #expect(text("html") == "<i>old</i>")
        #expect(values["html"]?.details.meta?["markup"] == "escaped")
        #expect(
            text("styled")
                == #" Press <b>OK</b> or <i>wait a </i> bit  &amp; see <a href="https://example.org/?a=1&amp;b=2">there</a>"#
        )
        #expect(
            values["device"]?.details.comment
                == "The first line\n         and the second.\nAnother one.")
        #expect(text("device#tablet") == "Tablet" && text("standard") == "Phone")
        #expect(text("empty") == "" && values["empty"]?.isDeliberatelyEmpty == true)
        #expect(
            values["items"]?.value?.texts.map(\.text) == ["%d item", "%d 'items'"])
        #expect(
            values["days"]?.value == .list(["Monday", "Tues<b>day</b>", "@string/greeting"]))
        #expect(text("bare") == "It's bare")
        #expect(file.notices.count == 5)
        #expect(values["greeting"]?.line == 8 && values["bare"]?.line == 42)
    }

    /// Everything in the file is written again; a second round yields the same bytes.
    @Test func comesOutAgain() throws {
        let first = try read(Fixture.bytes("android/strings.xml"))
        let bytes = try write(first.entries)
        let again = try read(bytes)
        #expect(again.notices == [])
        #expect(again.entries.map(\.string) == first.entries.map(\.string))
        #expect(again.entries.map(\.value) == first.entries.map(\.value))
        #expect(again.entries.map(\.details) == first.entries.map(\.details))
        #expect(try write(again.entries) == bytes)
        #expect(bytes == (try Fixture.bytes("android/written.xml")))
    }

    @Test(.enabled(if: Judge.python.isInstalled, "python3 of Debian is not installed"))
    func saysWhatAaptSays() throws {
        let file = try read(Fixture.bytes("android/strings.xml"))
        let bytes = try write(file.entries)
        try AndroidJudge.compare(file.entries, bytes)
        // The original file, except for the string that aapt refuses.
        let text = try Fixture.text("android/strings.xml").split(
            separator: "\n", omittingEmptySubsequences: false)
        let clean = text.filter { !$0.contains("bare") }.joined(separator: "\n")
        try AndroidJudge.compare(
            file.entries.filter { $0.string.key != "bare" }, Array(clean.utf8))
    }

    @Test(.enabled(if: Judge.hasToolkit, "translate-toolkit of Debian is not installed"))
    func saysWhatTheToolkitSays() throws {
        let file = try read(Fixture.bytes("android/strings.xml"))
        let units = try Judge.script("toolkit.py", ["aresource"], on: try write(file.entries))
        var said: [String: JSONValue] = [:]
        for unit in units {
            let id = try #require(unit.objectValue?["id"]?.stringValue)
            if said[id] == nil { said[id] = unit.objectValue?["target"] }
        }
        for key in ["app_name", "percent", "apostrophe", "quoted", "mail", "cdata", "html"] {
            let entry = file.entries.first { $0.string.key == key }
            #expect(said[key]?.stringValue == entry?.value?.plainText, "\(key)")
        }
        #expect(said["items"] == ["%d item", "%d 'items'"])
    }

    private func read(_ bytes: [UInt8]) throws -> ReadFile {
        try format.read(bytes, context: ReadContext(section: "s", isSource: true))
    }

    private func write(_ entries: [FileEntry]) throws -> [UInt8] {
        let result = try format.write(
            entries.compactMap { entry in
                entry.value.map {
                    ExportEntry(
                        string: entry.string, source: $0, value: $0, details: entry.details)
                }
            }, language: #require(LanguageTag("en")),
            options: ExportOptions(defaultSection: "s", isSource: true))
        #expect(result.unrepresentable == [])
        #expect(result.files.map(\.path) == ["res/values/strings.xml"])
        return try #require(result.files.first).bytes
    }
}

/// A parser that follows aapt.
enum AndroidJudge {
    static func compare(
        _ entries: [FileEntry], _ bytes: [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var said: [String: JSONObject] = [:]
        for resource in try Judge.script("aapt.py", on: bytes) {
            let object = try #require(resource.objectValue)
            said[try #require(object["key"]?.stringValue)] = object["texts"]?.objectValue
        }
        #expect(said.count == entries.count, sourceLocation: sourceLocation)
        for entry in entries {
            for (path, text) in entry.value?.texts ?? [] {
                #expect(
                    said[entry.string.key]?[path.first ?? ""]?.stringValue == text,
                    "\(entry.string.key)", sourceLocation: sourceLocation)
            }
        }
    }
}
