import Foundation
import Interchange
import TestWorld
import Testing
import Texts
import Translation

struct JavaPropertiesTests {
    let format = JavaProperties()

    /// All constructs of `java.util.Properties.load`.
    static let constructs = """
        # Licence

        # The title\r
        ! of the window
        title = Hello\\u0020W\\u00f6rld
        Truth: Beauty
        spaced\\ key\\:\\=   v
        fruits                           apple, banana, pear, \\
                                          cantaloupe, watermelon, \\\r
          kiwi
        empty
        empty2=
        \tescapes=\\t\\n\\r\\f\\\\\\q\\"
        =no key
        emoji=\\uD83D\\uDE00 😀
        broken=\\u00\\
          e\\\r
        \t9\\u\\
        \\
        00e8
        \\#hash=#no comment
        continued\\
        key=\\
          value
        last=x\\
        """

    static let values = [
        ("title", "Hello Wörld"), ("Truth", "Beauty"), ("spaced key:=", "v"),
        ("fruits", "apple, banana, pear, cantaloupe, watermelon, kiwi"), ("empty", ""),
        ("empty2", ""),
        ("escapes", "\t\n\r\u{C}\\q\""), ("", "no key"), ("emoji", "😀 😀"), ("broken", "éè"),
        ("#hash", "#no comment"),
        ("continuedkey", "value"), ("last", "x"),
    ]

    @Test func readsEveryConstruct() throws {
        let file = try format.read(text: Self.constructs, isSource: true)
        #expect(file.entries.map(\.string.key) == Self.values.map(\.0))
        #expect(file.entries.map(\.value) == Self.values.map { Value($0.1) })
        #expect(file.entries[0].details.comment == "The title\nof the window")
        #expect(file.entries[1].details.comment == nil)
        #expect(file.entries[0].line == 5)
        #expect(file.entries[4].line == 11)
        #expect(file.entries[4].isDeliberatelyEmpty)
        #expect(
            file.notices.map(\.message) == [
                "Comments that are not above a key are not imported: 1."
            ]
        )
    }

    @Test func readsOldEncodingsAndRepeatedKeys() throws {
        let context = ReadContext(section: "default", isSource: false)
        let old = try format.read(Array("a=caf".utf8) + [0xE9], context: context)
        #expect(old.entries.first?.value == Value("café"))
        #expect(old.notices.count == 1)
        #expect(
            try format.read(Array("\u{FEFF}a=é".utf8), context: context).entries.first?.string.key
                == "a")
        #expect(throws: InterchangeError.self) {
            try format.read([0xFF, 0xFE, 0x61, 0], context: context)
        }
        let repeated = try format.read(text: "a=1\nb=2\na=3\n")
        #expect(repeated.entries.map(\.value) == [Value("3"), Value("2")])
        #expect(repeated.notices.map(\.line) == [1])
    }

    @Test(arguments: [("a=1\nb=x\\u00g1", 2, 4), ("a=\\u12", 1, 3), ("a=\\uD83D", 1, nil)])
    func saysWhereAFaultIs(text: String, line: Int, column: Int?) {
        let error = #expect(throws: InterchangeError.self) { try format.read(text: text) }
        #expect(error?.line == line)
        if let column { #expect(error?.column == column) }
    }

    @Test func writesWhatEveryJavaReads() throws {
        let entries = [
            exported(
                "a b", Value(" x: é😀\n"), Value(" x: é😀\n"),
                details: StringDetails(comment: "One\n\ntwo")),
            exported("#c", Value("!d"), nil), exported("list", .list([]), .list([])),
        ]
        let result = try format.write(
            entries, language: language("en"), options: options(isSource: true))
        #expect(result.files.map(\.path) == ["messages.properties"])
        #expect(result.unrepresentable.map(\.string.key) == ["list"])
        #expect(
            result.text
                == "# One\n# \n# two\na\\ b=\\ x\\: \\u00E9\\uD83D\\uDE00\\n\n\\#c=\\!d\n")
        let other = try format.write(entries, language: language("pt-BR"), options: options())
        #expect(other.files.map(\.path) == ["messages_pt_BR.properties"])
        #expect(other.text == "a\\ b=\\ x\\: \\u00E9\\uD83D\\uDE00\\n\n")
    }

    @Test(arguments: [
        ("src/messages_pt_BR.properties", "pt_BR", nil), ("messages.properties", nil, nil),
        ("res/my_app.properties", nil, "my_app"),
        ("app_zh_Hant_TW.properties", "zh_Hant_TW", "app"),
        ("core_be__TARASK.properties", "be__TARASK", "core"),
        ("log_errors.properties", nil, "log_errors"), ("Texts_de.properties", "de", "Texts"),
    ])
    func knowsTheUsualPaths(path: String, language: String?, section: String?) {
        var place = format.place(ofPath: path)
        #expect((place.doubtfulLanguage != nil) == (path == "res/my_app.properties"))
        place.doubtfulLanguage = nil
        #expect(
            place == FilePlace(language: language, section: section, isSource: language == nil))
        #expect(FileFormats.recognizing(path: path, bytes: Array("{".utf8)) is JavaProperties)
    }

    /// Dagbani and Apma are registered languages without data in CLDR.
    @Test func takesAWordForALanguageThatTheProjectHas() throws {
        let languages: Set = try [language("dag"), language("en-x-simple")]
        #expect(
            format.place(ofPath: "core_dag.properties", languages: languages)
                == FilePlace(language: "dag", section: "core"))
        #expect(
            format.place(ofPath: "core_en_x_simple.properties", languages: languages)
                == FilePlace(language: "en_x_simple", section: "core"))
        #expect(
            format.place(ofPath: "my_app.properties", languages: languages)
                == FilePlace(section: "my_app", isSource: true, doubtfulLanguage: "app"))
        #expect(format.place(ofPath: "the_zzq.properties").doubtfulLanguage == nil)
    }

    @Test func readsLongTextsInLinearTime() throws {
        let text = String(repeating: "word\\u00e9 \\\n  ", count: 200_000)
        #expect(
            try format.read(text: "a=" + text).entries.first?.value?.plainText?.unicodeScalars.count
                == 1_200_000)
    }

    /// Java and this reader agree on both kinds of files, foreign ones and written ones.
    @Test(.enabled(if: Tool.find("javac") != nil, "no JDK is installed"))
    func javaReadsTheSame() throws {
        let sandbox = try Sandbox()
        let strings =
            (Self.values + [("ü\u{0}", "日本\u{1}\u{85}\u{2028}"), ("k", "'{0}' \\u00e9  ")])
        let result = try format.write(
            strings.map { exported($0.0, Value($0.1), Value($0.1)) }, language: language("de"),
            options: options())
        #expect(result.unrepresentable.isEmpty)
        try sandbox.write(result)
        try sandbox.write(Self.constructs, to: "constructs.properties")
        try sandbox.write(
            """
            import java.io.*;
            import java.nio.charset.StandardCharsets;
            import java.util.*;
            class Reader {
                static String hex(String s) {
                    StringBuilder b = new StringBuilder();
                    for (char c : s.toCharArray()) b.append(String.format("%04x", (int) c));
                    return b.toString();
                }
                static void print(String path) throws Exception {
                    Properties p = new Properties();
                    p.load(new InputStreamReader(new FileInputStream(path), StandardCharsets.UTF_8));
                    for (String k : new TreeSet<>(p.stringPropertyNames()))
                        System.out.println(hex(k) + "=" + hex(p.getProperty(k)));
                }
                public static void main(String[] a) throws Exception {
                    print("constructs.properties");
                    System.out.println("--");
                    print("messages_de.properties");
                }
            }
            """, to: "Reader.java")
        let said = try sandbox.judge(Tool.find("java"), "Reader.java")
        func hex(_ text: String) -> String {
            text.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
        func lines(_ strings: [(String, String)]) -> [String] {
            strings.sorted { $0.0.utf16.lexicographicallyPrecedes($1.0.utf16) }
                .map { "\(hex($0.0))=\(hex($0.1))" }
        }
        #expect(
            said.split(separator: "\n").map(String.init)
                == lines(Self.values) + ["--"] + lines(strings))
    }
}
