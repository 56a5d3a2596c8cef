import Foundation
import Interchange
import JSON
import Testing
import Texts
import Translation

/// A PO file keeps its own `Plural-Forms` if its forms are a subset of the language's.
struct POPluralFormsTests {
    let format = GettextPO()

    /// Returns a file with one plural, which has one form for each text.
    private func file(_ tag: String, _ forms: String, _ texts: [String]) -> String {
        """
        msgid ""
        msgstr ""
        "Project-Id-Version: app\\n"
        "Language: \(tag)\\n"
        "MIME-Version: 1.0\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Content-Transfer-Encoding: 8bit\\n"
        "Plural-Forms: \(forms)\\n"

        # Zoë
        msgid "%d file"
        msgid_plural "%d files"

        """ + texts.enumerated().map { "msgstr[\($0)] \"\($1)\"\n" }.joined()
    }

    /// Reads a file and writes it again, with another text if one is given.
    private func again(_ text: String, _ tag: String, with value: Value? = nil) throws -> String {
        let source = try forms(["one": "%d file", "other": "%d files"])
        let string = StringID(section: "default", key: "%d file")
        let context = ReadContext(
            section: "default", isSource: false, shape: SourceShape(values: [string: source]))
        let read = try format.read(Array(text.utf8), context: context)
        let entry = try #require(read.entries.first)
        var options = options()
        options.skeletons["default"] = read.skeleton
        let result = try format.write(
            [
                exported(
                    "%d file", source, value ?? entry.value,
                    text: value == nil ? entry.textDetails : TextDetails())
            ], language: try language(tag), options: options)
        #expect(result.unrepresentable.isEmpty)
        return result.text
    }

    @Test(arguments: [
        ("fr", "nplurals=2; plural=(n > 1);", ["%d fichier", "%d fichiers"]),
        ("pt", "nplurals=2; plural=(n != 1);", ["%d arquivo", "%d arquivos"]),
        ("ca", "nplurals=2; plural=n != 1;", ["%d fitxer", "%d fitxers"]),
        (
            "ru",
            "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;",
            ["%d файл", "%d файла", "%d файлов"]
        ), ("cs", "nplurals=3; plural=n==1 ? 0 : n>=2 && n<=4 ? 1 : 2;", ["a", "b", "c"]),
    ])
    func aPluralThatNobodyChangedComesBackAsItCame(
        tag: String, forms: String, texts: [String]
    ) throws {
        let text = file(tag, forms, texts)
        let written = try again(text, tag)
        func body(_ text: String) -> Substring {
            text.range(of: "# Zoë").map { text[$0.lowerBound...] } ?? ""
        }
        #expect(written.contains("nplurals=\(texts.count);"))
        #expect(body(written) == body(text))
        #expect(!written.contains("dragoman:"))
        // A second round keeps the header too.
        #expect(try again(written, tag) == written)
    }

    /// A form without a place in the file is kept in a comment, and the others stay the same.
    @Test func aChangedPluralKeepsItsOtherFormsInAComment() throws {
        let text = file("fr", "nplurals=2; plural=(n > 1);", ["a", "b"])
        let value = try forms(["one": "%d x", "many": "%d de y", "other": "%d y"])
        let written = try again(text, "fr", with: value)
        #expect(written.contains("nplurals=2; plural=(n > 1);"))
        #expect(written.contains("# dragoman: {\"cases\":{\"many\":\"%d de y\"}}\n"))
        #expect(written.contains("msgstr[0] \"%d x\"\nmsgstr[1] \"%d y\"\n"))
        #expect(!written.contains("msgstr[2]"))
        let read = try format.read(text: written)
        #expect(read.entries.first?.value == value)
    }

    /// Forms that are not categories of the language are replaced, and so are two with the same
    /// category.
    @Test(arguments: [
        ("de", "nplurals=3; plural=n==0 ? 0 : n==1 ? 1 : 2;"),
        ("ja", "nplurals=2; plural=n!=1;"),
    ])
    func otherFormsAreThoseOfTheLanguage(tag: String, own: String) throws {
        let written = try again(file(tag, own, ["a", "b", "c"]), tag)
        #expect(!written.contains(own))
    }

    @Test func aHeaderThatIsNoneIsReplaced() throws {
        var options = options()
        options.skeletons["default"] =
            "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=99; plural=n;\\n\"\n"
        let result = try format.write(
            [exported("a", Value("a"), Value("b"))], language: try language("fr"),
            options: options)
        #expect(result.text.contains("nplurals=3;"))
    }
}
