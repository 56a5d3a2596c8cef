import JSON
import TestWorld
import Testing

@Suite struct AgentReadingTests {
    @Test func languagesHaveTheNumbersOfTheirTexts() throws {
        let talk = try AgentTalk()
        let languages = try talk.call("list_languages")["languages"]
        #expect(languages?.names("locale") == ["en", "de", "fr"])
        let french = languages?.arrayValue?.last
        #expect(french?["name"] == "French" && french?["missing"] == 4)
        #expect(languages?.arrayValue?.first?["source"] == true)
    }

    @Test func stringsAreFoundAndListedInPages() throws {
        let talk = try AgentTalk()
        #expect(try talk.call("find_strings", #"{"text":"file"}"#)["strings"]?.names() == ["open"])
        var keys: [String] = []
        var cursor = ""
        repeat {
            let page = try talk.call("find_strings", #"{"limit":2\#(cursor)}"#)
            keys += page["strings"]?.names() ?? []
            cursor = page["nextCursor"]?.stringValue.map { #","cursor":"\#($0)""# } ?? ""
        } while !cursor.isEmpty
        #expect(keys == ["items", "close", "greeting", "open"])
        #expect(
            try talk.call("find_strings", #"{"section":"cart"}"#)["strings"]?.names() == ["items"])
    }

    @Test func aPageEndsBeforeItBecomesTooLarge() throws {
        let talk = try AgentTalk()
        let long = String(repeating: "long ", count: 6_000)
        for key in ["x1", "x2", "x3"] { try talk.cli(["string", "add", "-s", "x", key, long]) }
        let page = try talk.call("find_strings", #"{"section":"x"}"#)
        #expect(page["strings"]?.names() == ["x1", "x2"])
        #expect(page["nextCursor"] == "x/x2")
    }

    @Test func workLeavesOutWhatTheAgentHasProposed() throws {
        let talk = try AgentTalk()
        func missing(_ talk: AgentTalk) throws -> [String] {
            try talk.call("list_work", #"{"locale":"fr"}"#)["strings"]?.names() ?? []
        }
        #expect(try missing(talk).count == 4)
        #expect(try talk.propose("close", "Fermer")["proposal"] != nil)
        #expect(try missing(talk) == ["items", "greeting", "open"])
        #expect(try missing(talk.with(options: ["--name", "other"])).count == 4)
        try talk.cli(["set", "fr", "open", "Ouvrir le fichier"])
        try talk.cli(["string", "edit", "open", "Open the folder"])
        let stale = try talk.call("list_work", #"{"locale":"fr","state":"stale"}"#)
        #expect(stale["strings"]?.names() == ["open"])
    }

    @Test func aStringComesWithItsContext() throws {
        let talk = try AgentTalk()
        try talk.cli(["string", "add", "-s", "glossary", "file", "file"])
        try talk.cli(["set", "fr", "-s", "glossary", "file", "fichier"])
        try talk.cli(["set", "de", "open", "Datei öffnen"])
        try talk.cli(["propose", "fr", "open", "Ouvre", "--guid", "guid-of-another"])
        try talk.cli([
            "reject", "--key", "open", "--locale", "fr", "--yes", "--reason", "style: rude",
        ])
        let string = try talk.call("read_string", #"{"locale":"fr","key":"open"}"#)
        #expect(string["source"] == "Open the file" && string["text"] == nil)
        let context = try #require(string["context"])
        #expect(context["maxLength"]?["n"] == 20)
        #expect(context["terms"]?.names("target") == ["fichier"])
        #expect(context["otherLanguages"]?.names("text") == ["Datei öffnen"])
        #expect(context["rejectedTexts"]?.names("reason") == ["style: rude"])
        #expect(context["neighbours"]?.names() == ["close", "greeting"])
        let greeting = try talk.call("read_string", #"{"locale":"fr","key":"greeting"}"#)
        #expect(greeting["placeholders"] == ["{name}"])
        #expect(greeting["context"]?["comment"] == "On the first page.")
    }

    @Test func textsAreChecked() throws {
        let talk = try AgentTalk()
        func check(_ value: String) throws -> JSONValue {
            try talk.call(
                "check_text", #"{"locale":"fr","key":"greeting","value":"\#(value)"}"#)
        }
        #expect(try check("Bonjour {name}")["passes"] == true)
        let broken = try check("Bonjour {nom}")
        #expect(broken["passes"] == false)
        #expect(broken["findings"]?.names("check") == ["placeholders"])
    }

    @Test func glossaryAndMemoryAreRead() throws {
        let talk = try AgentTalk()
        for (key, text, french) in [("file", "file", "fichier"), ("page", "page", "page")] {
            try talk.cli(["string", "add", "-s", "glossary", key, text])
            try talk.cli(["set", "fr", "-s", "glossary", key, french])
        }
        let all = try talk.call("read_glossary", #"{"locale":"fr"}"#)
        #expect(all["terms"]?.names("source") == ["file", "page"])
        let some = try talk.call(
            "read_glossary", #"{"locale":"fr","text":"Open the file"}"#)
        #expect(some["terms"]?.names("target") == ["fichier"])
        try talk.cli(["set", "fr", "open", "Ouvrir le fichier"])
        let found = try talk.call(
            "search_memory", #"{"locale":"fr","text":"Open the files"}"#)
        #expect(found["matches"]?.names("target") == ["Ouvrir le fichier"])
    }

    @Test func releasesAreCompared() throws {
        let talk = try AgentTalk()
        #expect(try talk.code("compare_releases", "{}") == "unknown-revision")
        try talk.sandbox.git("tag", "v1", "translations", in: "app")
        try talk.cli(["set", "fr", "open", "Ouvrir"])
        try talk.cli(["set", "fr", "close", "Fermer"])
        let first = try talk.call("compare_releases", #"{"limit":1}"#)
        #expect(first["changes"]?.names("after") == ["Fermer"])
        let cursor = try #require(first["nextCursor"]?.stringValue)
        // A later change is not part of the pages that follow.
        try talk.cli(["set", "de", "open", "Öffnen"])
        let rest = try talk.call("compare_releases", #"{"cursor":"\#(cursor)"}"#)
        #expect(rest["changes"]?.names("after") == ["Ouvrir"] && rest["nextCursor"] == nil)
    }

    @Test func wrongArgumentsAreExplained() throws {
        let talk = try AgentTalk()
        let calls: [(String, String, String)] = [
            ("find_strings", #"{"limit":1000}"#, "invalid-arguments"),
            ("find_strings", #"{"txt":"a"}"#, "invalid-arguments"),
            ("find_strings", #"{"cursor":"nowhere"}"#, "invalid-arguments"),
            ("find_strings", "[]", "invalid-arguments"),
            ("find_strings", #"{"state":"lost"}"#, "invalid-arguments"),
            ("find_strings", #"{"locale":"sv"}"#, "unknown-language"),
            ("find_strings", #"{"locale":"not a tag"}"#, "invalid-language"),
            ("find_strings", #"{"section":"none"}"#, "unknown-key"),
            ("list_work", "{}", "invalid-arguments"),
            ("read_string", #"{"locale":"fr","key":"clse"}"#, "unknown-key"),
            ("check_text", #"{"locale":"fr","key":"close","value":7}"#, "invalid-arguments"),
            ("propose", #"{"locale":"fr","texts":[]}"#, "invalid-arguments"),
            ("propose", #"{"locale":"fr","texts":[{"key":"close"}]}"#, "invalid-arguments"),
            ("delete_proposals", #"{"ids":[7]}"#, "invalid-arguments"),
        ]
        for (tool, arguments, code) in calls {
            let error = try talk.call(tool, arguments)["error"]
            #expect(error?["code"]?.stringValue == code, "\(tool) \(arguments): \(error ?? .null)")
            #expect(error?["hint"]?.stringValue?.contains("`") != true, "\(error ?? .null)")
        }
        let nearest = try talk.call("read_string", #"{"locale":"fr","key":"clse"}"#)["error"]
        #expect(nearest?["nearest"]?.arrayValue?.first == "close")
        let misnamed = try talk.call("find_strings", #"{"sections":"a"}"#)["error"]
        #expect(misnamed?["nearest"] == ["section"])
        // Some models send null for what they leave out.
        #expect(try talk.code("find_strings", #"{"text":null}"#) == nil)
    }
}
