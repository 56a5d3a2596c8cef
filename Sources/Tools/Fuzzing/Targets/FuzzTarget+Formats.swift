import Interchange
import Texts
import Translation

/// The formats of translators' tools and other platforms: an exported file is read back unchanged.
extension FuzzTarget {
    static let po = format(
        GettextPO(),
        seeds: [
            "# c\n#. e\n#: a:1\n#, fuzzy, c-format\n#| msgid \"o\"\nmsgctxt \"m\"\nmsgid \"a\\n\"\n\"b\"\nmsgstr \"\\x41\\102\"\n#~ msgid \"x\"\n",
            "msgid \"\"\nmsgstr \"Language: ru\\nPlural-Forms: nplurals=2; plural=n%10==1?0:1;\\n\"\n\n# dragoman: {\"filled\":[\"few\"],\"cases\":{\"other\":\"x\"}}\nmsgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"a\"\nmsgstr[1] \"b\"\n",
        ], fixtures: ["Tests/InterchangeTests/Fixtures/gettext"],
        words: [
            "msgid ", "msgid_plural ", "msgstr ", "msgstr[0] ", "msgstr[1] ", "msgctxt ", "#~ ",
            "#, ", "#| ",
            "charset=ISO-8859-1", "Plural-Forms: ", "nplurals=", "plural=", "n%10==1", " ? ", " : ",
            "\\377", "\\x",
        ])

    static let nstack = format(
        NStackJSON(),
        seeds: [
            #"{"data":{"default":{"a":"A","b":"__b"},"s":{"a":""}},"meta":{"language":{"locale":"da-DK"}}}"#,
            #"{"data":{"en":{"s":{"a":"A"}},"de":{"s":{"a":1}}},"meta":{"language":{"locale":"en"}}}"#,
        ], fixtures: ["Tests/InterchangeTests/Fixtures/nstack"],
        words: [
            "\"data\":", "\"meta\":", "\"language\":", "\"locale\":", "\"default\":", "\"__a\"",
        ])

    static let properties = format(
        JavaProperties(),
        seeds: ["# c\na = b\\\n  c\n! d\nk\\ :\\u00e9\\uD83D\\uDE00\n\n", "=x\ny\nz=\\t\\q\r\n"],
        words: ["\\u00", "\\uD83D", "\\uDE00", "\\\n", "\\\r\n", "=", ":", "#", "!", "\\"])

    static let arb = format(
        ApplicationResourceBundle(),
        seeds: [
            #"{"@@locale":"en","a":"A","@a":{"description":"d","placeholders":{"n":{}}},"@@x":1}"#
        ], words: ["\"@@locale\":", "\"@a\":", "\"description\":", "\"a\":"])

    static let termBase = format(
        TermBase(),
        seeds: [
            #"<tbx type="TBX-Basic" style="dca" xml:lang="en"><text><body><conceptEntry id="a_x0020_b"><descrip type="definition">d</descrip><langSec xml:lang="en"><termSec><term>a</term></termSec></langSec><langSec xml:lang="de"><termSec><term>b</term></termSec></langSec></conceptEntry></body></text></tbx>"#,
            #"<!DOCTYPE martif SYSTEM "x.dtd"><martif xml:lang="en"><text><body><termEntry><langSet xml:lang="en"><ntig><termGrp><term>a</term></termGrp></ntig></langSet></termEntry></body></text></martif>"#,
        ],
        words: [
            "<termEntry>", "<langSet xml:lang=\"de\">", "<tig>", "<term>", "</term>", "_x0041_",
            "<termNote type=\"administrativeStatus\">deprecatedTerm-admn-sts</termNote>",
        ])

    /// Reads a TMX memory, whose contents must not depend on how it is split into parts.
    static let tmx = FuzzTarget(
        "tmx", "TMX: read or refused, whole and in parts.", maximumSize: 1 << 14,
        seeds: [
            #"<tmx version="1.4"><header srclang="en"/><body><tu><prop type="x-dragoman-key">k</prop><tuv xml:lang="en"><seg>a<ph>b</ph></seg></tuv><tuv xml:lang="de"><seg>c</seg></tuv></tu></body></tmx>"#
        ], words: ["<tu>", "<tuv xml:lang=\"en\">", "<seg>", "</seg>", "<!DOCTYPE tmx>", "&#x"]
    ) { input in
        func read(partsOf size: Int) -> [TMXUnit]? {
            do {
                let reader = try TMXReader()
                var units: [TMXUnit] = []
                for start in stride(from: 0, to: input.count, by: size) {
                    units += try reader.read(Array(input[start..<min(start + size, input.count)]))
                }
                return try units + reader.finish()
            } catch {
                return nil
            }
        }
        let whole = read(partsOf: 1 << 16)
        try law("Reading a file in parts changes nothing.", whole == read(partsOf: 7))
        return whole == nil ? .refused : .accepted
    }

    static let table = format(
        TranslationTable(),
        seeds: [
            "section,key,form,comment,source,de\r\ndefault,a,one,c,'=A,\"x\"\"\ny\"\r\ndefault,a,other,,n,n\r\n",
            "key;de\na;b\n", "key\tde\na\t'-1\n",
        ],
        words: [
            "key,de\n", "section", "form", "one", "=0", "ordinal:few", "device:iphone/one", "#1",
            "#2/one",
            "plural(count):one", "\"\"", "'=", "\t", ";",
        ])

    static let oldI18next = FuzzTarget(
        "i18next-json-v3", "i18next JSON v3: read or refused.", maximumSize: 1 << 16,
        seeds: [
            #"{"a":"{{count}}","a_plural":"b","c_0":"{{count}}","c_1":"x","c_2":"y","d_other":"z"}"#
        ], words: ["_plural", "_0", "_1", "_2", "_other", "{{count}}"]
    ) { input in
        let format = I18nextJSONVersion3()
        _ = format.recognizes(path: "a.json", bytes: input)
        for isSource in [true, false] {
            let context = ReadContext(section: "default", isSource: isSource, language: "ru")
            do { _ = try format.read(input, context: context) } catch { return .refused }
        }
        return .accepted
    }

    private static func format(
        _ format: some FileFormat, seeds: [String], fixtures: [String] = [], words: [String]
    ) -> FuzzTarget {
        FuzzTarget(
            format.name, "\(format.traits.summary): an exported file is read back unchanged.",
            maximumSize: 1 << 16, seeds: seeds, fixtures: fixtures, words: words
        ) { input in
            _ = format.recognizes(path: "a", bytes: input)
            guard let tag = LanguageTag("ru") else { return .refused }
            for isSource in [true, false] {
                let context = ReadContext(section: "default", isSource: isSource)
                let file: ReadFile
                do { file = try format.read(input, context: context) } catch { return .refused }
                // The name of a section may not be valid as a file name.
                let entries = file.entries.filter { $0.string.section == "default" }.map { entry in
                    let source = isSource ? entry.value : entry.source
                    return ExportEntry(
                        string: entry.string, source: source ?? Value("x"),
                        value: isSource ? source ?? Value("x") : entry.value,
                        details: entry.details, textDetails: entry.textDetails)
                }
                try RoundTrip(format: format, tag: tag, context: context, entries: entries).check()
            }
            return .accepted
        }
    }
}
