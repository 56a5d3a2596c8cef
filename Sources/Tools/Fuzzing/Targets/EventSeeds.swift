/// Lines of event files, one for each type, and the words that occur in them.
enum EventSeeds {
    private static let head =
        #"{"v":1,"id":"01M7YQ3R434TFF59TDWH9EDD1R","type":"TYPE","at":"2026-11-21T09:31:01.123Z","#
        + #""actor":{"name":"Mara","email":"mara@example.org"},"locale":"LOCALE","section":"auth","key":"a","#

    private static func line(_ type: String, _ locale: String, _ rest: String) -> String {
        head.replacing("TYPE", with: type).replacing("LOCALE", with: locale) + rest + "}"
    }

    private static let id = #""01M7YQ5KPB1HEAD8X4A1JH69RE""#

    /// One line of each type.
    static let lines: [String] = [
        line("locale.added", "fr-CA", #""name":"x","fallback":["fr","en"],"planned":true"#),
        line("locale.removed", "fr-CA", #""base":\#(id)"#),
        line(
            "string.defined", "en",
            #""value":{"by":"plural","arg":"n","cases":{"=0":"no","one":"{{n}} a","other":"{{n}} b"}},"comment":"c","maxLength":{"n":24,"unit":"grapheme"},"placeholders":[{"name":"n","type":"int","example":"3"}],"translate":false,"order":1024,"refs":["a:1"],"labels":["l"],"screenshot":{"url":"u","sha256":"s"},"minor":true,"base":\#(id)"#
        ),
        line("string.removed", "en", #""base":\#(id)"#),
        line(
            "translation.set", "fr",
            #""value":"Bonjour","base":\#(id),"over":[\#(id)],"source":\#(id),"copies":\#(id),"undoes":[\#(id)],"idem":"web-7f3a","meta":{"po":{"flags":["fuzzy"]}}"#
        ),
        line("translation.set", "fr", #""value":{"list":["a",{"list":["b","c"]}]}"#),
        line(
            "translation.set", "fr",
            #""value":{"format":"%#@f@","vars":{"f":{"by":"plural","spec":"d","arg":"f","cases":{"one":"1","other":"%d"}}}}"#
        ),
        line("translation.removed", "fr", #""base":\#(id)"#),
        line(
            "proposal.accepted", "fr",
            #""proposal":\#(id),"value":"a","author":{"name":"I","email":"i@example.org"},"also":[\#(id)]"#
        ),
        line("setting.changed", "en", #""name":"reviewers","value":{"fr":["a@example.org"]}"#),
        line("resource.defined", "en", #""format":"i18next-json","path":"a.json""#),
        line("resource.defined", "fr", ##""format":"po","skeleton":"# a""##),
        line("file.read", "fr", #""format":"po","texts":{"a":"07fe!","b":""}"#),
        line("translation.reviewed", "fr", #""text":\#(id),"reason":"r""#),
        line("translation.flagged", "fr", #""text":\#(id),"reason":"r""#),
        line(
            "proposal.made", "fr",
            #""value":"a","guid":"RQZQ2RQPGHGN6ECJYKB9QX441V","replaces":\#(id),"note":"n","origin":"host:babel","new":true"#
        ),
        line(
            "proposal.rejected", "fr", #""proposal":\#(id),"code":"style","reason":"r","guid":"G""#),
        line("proposal.deleted", "fr", #""proposal":\#(id),"guid":"G""#),
        line("proposal.reopened", "fr", #""proposal":\#(id),"undoes":[\#(id)]"#),
        line("proposal.endorsed", "fr", #""proposal":\#(id),"guid":"G""#),
        line("comment.added", "fr", #""proposal":\#(id),"text":"t""#),
        line("check.silenced", "fr", #""check":"placeholders","reason":"r""#),
        line("tea.served", "fr", #""milk":true"#),
        #"{"v":2,"anything":[1.5]}"#,
    ]

    /// The field names and other words that occur in events.
    static let words: [String] =
        [
            "v", "id", "type", "at", "actor", "name", "email", "locale", "section", "key", "value",
            "base",
            "over", "source", "copies", "undoes", "idem", "meta", "fallback", "planned", "comment",
            "maxLength", "n", "unit", "width", "utf16", "byte", "placeholders", "translate",
            "order", "refs",
            "labels", "screenshot", "minor", "proposal", "author", "also", "guid", "replaces",
            "note", "picture",
            "origin", "new", "code", "reason", "text", "check", "by", "plural", "ordinal", "select",
            "cases", "list", "format", "vars", "spec", "arg", "=0", "=999999999", "one", "other",
            "\"v\":1,", "\"id\":\(id),", "\"base\":\(id),", "\"undoes\":[\(id)],",
            "01M7YQ9ATVJMRNV7E9Z0C1HT0H",
            "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "00000000000000000000000000",
            "80000000000000000000000000",
            "string.defined", "translation.set", "proposal.made", "proposal.accepted", "en", "fr",
            "x-a",
        ]

    /// Returns a program for ``EventScript``.
    static func program(_ number: Int) -> String {
        String(
            decoding: (0..<160).map { UInt8(truncatingIfNeeded: ($0 * 37 + number * 101) % 128) },
            as: UTF8.self)
    }
}
