import Bundles
import Commands
import Git
import JSON
import Machine
import Texts
import Translation
import Walks
import Workspace

extension FuzzTarget {
    static let json = FuzzTarget(
        "json", "JSON: strict parsing, and two written forms with the same value.",
        maximumSize: 1 << 16,
        seeds: [
            #"{"a":[1,-2,3.5e3,true,false,null,"\u0000é\ud83d\ude00"],"b":{"c":{}}}"#, "[]",
            "\"a\"",
        ],
        fixtures: ["Tests/InterchangeTests/Fixtures/i18next"]
    ) { input in
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue.parse(input) } catch {
            try law("An error has a position.", error.line >= 1 && error.column >= 1)
            return .refused
        }
        let canonical = CanonicalJSON.encode(value)
        do {
            try law("Canonical JSON has the same value.", try JSONValue.parse(canonical) == value)
            try law(
                "Formatted JSON has the same value.",
                try JSONValue.parse(PrettyJSON.encode(value)) == value)
            try law(
                "JSON has one canonical form.",
                CanonicalJSON.encode(try JSONValue.parse(canonical)) == canonical)
        } catch let error as JSONError {
            throw BrokenLaw(law: "Written JSON can be read.", detail: "\(error)")
        }
        return .accepted
    }

    static let value = FuzzTarget(
        "value", "A value as JSON, as for --json: it survives writing and reading.",
        seeds: [
            #""text""#, #"{"by":"plural","arg":"n","cases":{"=0":"no","one":"a","other":"b"}}"#,
            #"{"list":["a",{"list":["b"]}]}"#,
            #"{"format":"%#@f@","vars":{"f":{"by":"plural","spec":"d","arg":"f","cases":{"one":"1","other":"%d"}}}}"#,
            #"{"by":"device","cases":{"mac":"a","other":{"by":"width","cases":{"20":"b"}}}}"#,
        ], words: EventSeeds.words
    ) { input in
        let value: Value
        do { value = try Value(json: JSONValue.parse(input)) } catch is JSONError {
            return .refused
        } catch is EventDecodingError { return .refused }
        try law("A value does not exceed the maximum depth.", value.depth <= Value.maximumDepth)
        do {
            let copy = try Value(json: JSONValue.parse(CanonicalJSON.encode(value.json)))
            try law("A written value is read back unchanged.", copy == value)
        } catch let error as EventDecodingError {
            throw BrokenLaw(law: "A written value can be read.", detail: "\(error)")
        }
        try law("A value is equivalent to itself.", value.isEquivalent(to: value))
        return .accepted
    }

    static let keyPattern = FuzzTarget(
        "key-pattern", "A pattern and a key, on two lines: * matches any bytes.",
        maximumSize: 1 << 12,
        seeds: [
            "a*b*c\naxxbyyc", "*\n", "auth.*\nauth.login", "**\nx", "a\na",
            "*a*a*a*a*b\naaaaaaaaaaaaaa",
        ]
    ) { input in
        let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = String(decoding: parts[0], as: UTF8.self)
        let key = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
        let matches = KeyPattern(pattern).matches(key)
        try law(
            "A pattern matches like the reference implementation.",
            matches == SlowPattern.matches(pattern, key))
        return matches ? .accepted : .refused
    }

    static let languageTag = FuzzTarget(
        "language-tag", "A language as people write it: a single, stable canonical tag.",
        maximumSize: 1 << 9,
        seeds: [
            "fr_CA", "zh-TW", "iw", "i-klingon", "en-GB-oed", "de-DE-1996-x-formal",
            "ar-u-nu-latn-ca-islamic",
            "sgn-BR", "x-private", "und-Cyrl", "en-t-ja-m0-true", "sr-Latn-RS", "ca-ES-valencia",
            "zh-min-nan", "sr_RS.UTF-8@latin", "values-mcc310-pt-rBR-land", "b+sr+Latn",
            "French.lproj",
        ],
        words: [
            "@latin", ".UTF-8", "values-", "b+", "-rBR", ".lproj", "-x-", "-u-", "-t-", "-Latn",
            "-419", "_", "-a-", "art-lojban", "-POSIX", "true",
            "-1901", "root",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        let tag: String
        do {
            tag = try CanonicalTag.parse(LanguageSpelling.tag(of: text)).tag
        } catch { return .refused }
        try law("A canonical tag is valid.", LanguageTag(tag) != nil, tag)
        do {
            let again = try CanonicalTag.parse(tag)
            try law("A canonical tag is stable.", again.tag == tag, "\(tag), \(again.tag)")
        } catch let error as LanguageTagError {
            throw BrokenLaw(law: "A canonical tag is accepted.", detail: "\(tag): \(error)")
        }
        for written in [
            LanguageSpelling.androidDirectory(tag), LanguageSpelling.appleDirectory(tag),
        ] {
            guard let written else { continue }
            let read = try? CanonicalTag.parse(LanguageSpelling.tag(of: written)).tag
            try law("A spelling is parsed as its tag.", read == tag, "\(tag), \(written)")
        }
        let parents = FallbackChain.parents(of: tag)
        try law("A fallback chain is finite.", parents.count < 16 && !parents.contains(tag), tag)
        return .accepted
    }

    static let acceptLanguage = FuzzTarget(
        "accept-language",
        "The languages of a user and of an app, on two lines: only available ones are chosen.",
        maximumSize: 1 << 9,
        seeds: [
            "fr-CA, en;q=0.8\nen fr fr-FR", "zh-HK\nzh_TW zh-Hant zh_CN",
            "en-IN;q=0.1,*\nen-GB English",
            "de-DE-x-a, iw\nhe sr-Latn sr", "pt-PT\npt-BR en",
        ], words: [";q=", "0.5", ",", "-Hant", "-x-", "_", " ", "\n", "en-", "zh-", "*", "-419"]
    ) { input in
        let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let available = (parts.count > 1 ? parts[1] : "").split(separator: " ").prefix(8)
            .map(String.init)
        let requests = AcceptLanguage.parse(parts[0])
        guard let first = available.first else { return .refused }
        let apple = AppleNegotiation(available: available, development: first).choose(requests)
        let names = apple.languages.map(\.tag)
        try law(
            "Apple's algorithm chooses only available languages.",
            !names.isEmpty && names.allSatisfy(available.contains))
        for mode in NStackNegotiation.Mode.allCases {
            let found = NStackNegotiation(available: available, standard: first, mode: mode)
                .choose(requests)
            try law(
                "NStack's algorithm chooses only available languages.",
                found.languages.map(\.tag).allSatisfy(available.contains))
        }
        let files = available.map { "\($0).xml" }
        let chosen = [
            VerIDNegotiation.choose(requests, bundles: [[], files]),
            VerIDNegotiation.chooseOnAndroid(requests, names: files),
        ].compactMap(\.?.name)
        try law(
            "Ver-ID's algorithm chooses only available languages.",
            chosen.allSatisfy(files.contains))
        let rules = I18nextNegotiation(fallback: .list([first]), supported: available)
        for request in requests.prefix(4) {
            let hierarchy = rules.hierarchy(for: request)
            try law(
                "i18next's algorithm chooses only supported languages.",
                hierarchy.allSatisfy(available.contains))
        }
        return requests.isEmpty ? .refused : .accepted
    }

    static let times = FuzzTarget(
        "times", "Times for --at and --since: a written time is read back unchanged.",
        maximumSize: 1 << 8,
        seeds: [
            "2026-11-21", "2026-11-21T09:30:00Z", "2026-11-21 09:30:00.123456+02:00", "36h", "7d",
            "2w",
            "0000-01-01", "9999-12-31T23:59:60Z", "2024-02-29T00:00", "100000w",
            "1970-01-01T00:00:00-2359",
        ], words: ["-", ":", "T", "Z", "+", ".", "h", "d", "w", "2026", "02-29", "23:59"]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        do {
            let span = try Timestamp.span(of: text, now: 1_795_253_400_000)
            try law("A span begins before it ends.", span.lowerBound <= span.upperBound)
        } catch is Refusal {}
        do { _ = try Moment.time(text: text) } catch is Refusal {}
        guard let time = Timestamp.milliseconds(text) else { return .refused }
        let written = Timestamp.text(milliseconds: time)
        try law("A written time is read back unchanged.", Timestamp.milliseconds(written) == time)
        return .accepted
    }

    static let projectFile = FuzzTarget(
        "project-file", "dragoman.json: it survives writing and reading.", maximumSize: 1 << 12,
        seeds: [
            #"{"format":1,"project":"01JD6Q3ZK8V7M2T4C9B0XWYRGH","source":"en","defaultSection":"default"}"#
        ], words: ["format", "project", "source", "defaultSection"]
    ) { input in
        let project: Project
        do { project = try ProjectFile.read(input) } catch is Refusal { return .refused }
        let bytes = ProjectFile.bytes(project)
        do {
            let copy = try ProjectFile.read(bytes)
            try law(
                "A written dragoman.json is read back unchanged.",
                ProjectFile.bytes(copy) == bytes && copy.source == project.source)
        } catch let refusal as Refusal {
            throw BrokenLaw(law: "A written dragoman.json can be read.", detail: refusal.message)
        }
        return .accepted
    }

    static let manifest = FuzzTarget(
        "manifest",
        "manifest.json of a bundle: it survives writing and reading, and its paths are safe.",
        maximumSize: 1 << 16,
        seeds: [
            #"{"schema":1,"project":"P","source":"en","digest":"\#(zeros)","events":3,"lastEvent":"01M7YQ3R434TFF59TDWH9EDD1R","cldr":"42","appVersions":">=1.4 <2","sequence":7,"rules":[{"format":"verid-xml"}],"languages":[{"locale":"fr","name":"français","englishName":"French","direction":"ltr","fallback":["en"],"total":1,"translated":1,"reviewed":0,"inherited":0,"stale":0,"missing":0}],"files":[{"path":"fr.xml","profile":"verid-xml","locale":"fr","section":"s","mediaType":"application/xml","size":12,"sha256":"\#(zeros)"}],"unrepresentable":[{"profile":"p","locale":"fr","section":"s","key":"k","reason":"r"}]}"#
        ],
        words: [
            "path", "files", "size", "sha256", "fallback", "rules", "<=", ">=", "manifest.json",
            "CON", ".git",
        ]
    ) { input in
        let manifest: BundleManifest
        do { manifest = try BundleManifest(input) } catch { return .refused }
        try law(
            "Paths of a manifest are safe.", manifest.files.allSatisfy { SafePath.isSafe($0.path) })
        do {
            try law(
                "A written manifest is read back unchanged.",
                try BundleManifest(manifest.bytes).bytes == manifest.bytes)
        } catch let fault as BundleFault {
            throw BrokenLaw(law: "A written manifest can be read.", detail: "\(fault)")
        }
        return .accepted
    }

    static let walkJournal = FuzzTarget(
        "walk-journal", "A line of a walk's journal: it survives writing and reading.",
        seeds: [
            #"{"do":"accept","proposal":"01M7YQ3R434TFF59TDWH9EDD1R","value":"a","force":true}"#,
            #"{"do":"reject","proposal":"01M7YQ3R434TFF59TDWH9EDD1R","code":"style","reason":"r"}"#,
            #"{"do":"set","locale":"fr","section":"s","key":"k","value":{"list":["a"]}}"#,
            #"{"do":"undo","locale":"fr","section":"s","key":"k"}"#,
            #"{"do":"comment","proposal":"01M7YQ3R434TFF59TDWH9EDD1R","text":"t"}"#,
        ], words: ["do", "forget", "propose", "set", "value"] + EventSeeds.words
    ) { input in
        guard let json = try? JSONValue.parse(input), let entry = WalkEntry(json: json) else {
            return .refused
        }
        try law(
            "A written entry is read back unchanged.",
            WalkEntry(json: entry.json)?.json == entry.json)
        return .accepted
    }

    private static let zeros = String(repeating: "0", count: 64)
}

/// The semantics of ``KeyPattern``, implemented as simply as possible.
private enum SlowPattern {
    static func matches(_ pattern: String, _ key: String) -> Bool {
        var reached: [Bool] = [true] + key.utf8.map { _ in false }
        let key = Array(key.utf8)
        for byte in pattern.utf8 {
            var next = [Bool](repeating: false, count: key.count + 1)
            for index in 0...key.count {
                if byte == UInt8(ascii: "*") {
                    next[index] = reached[index] || (index > 0 && next[index - 1])
                } else if index > 0 {
                    next[index] = reached[index - 1] && key[index - 1] == byte
                }
            }
            reached = next
        }
        return reached[key.count]
    }
}
