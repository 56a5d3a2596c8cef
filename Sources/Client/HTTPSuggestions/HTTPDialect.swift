import JSON
import Suggestions
import Texts

/// A request to a translation service, relative to the service's address.
struct HTTPCall: Sendable {
    var path: String
    /// The body, as JSON or a form; nil for a GET request.
    var body: [UInt8]?
    var contentType = "application/json"
    var headers: [String: String] = [:]
}

/// A language pair, with the service's own codes.
struct HTTPPair: Sendable {
    let languages: LanguagePair
    let source: String
    let target: String

    /// Parses the codes.
    ///
    /// Returns nil if either code is not a language.
    init?(_ source: String, _ target: String, others: [String: String] = [:]) {
        func language(_ code: String) -> LanguageSubtags? {
            let tag = others[code.lowercased()] ?? code
            return (try? CanonicalTag.parse(tag)).flatMap { try? LanguageSubtags($0.tag) }
        }
        guard let from = language(source), let to = language(target) else { return nil }
        languages = LanguagePair(source: from, target: to)
        self.source = source
        self.target = target
    }
}

/// The differences between services: paths, bodies and responses.
protocol HTTPDialect: Sendable {
    /// The maximum number of texts in a request.
    var largestBatch: Int { get }
    /// The maximum total size of the texts in a request, in bytes.
    ///
    /// A request with a single text may be larger.
    var largestBytes: Int { get }

    /// The requests that list the languages.
    var languageCalls: [HTTPCall] { get }
    /// Parses the responses to the requests that list the languages.
    ///
    /// Returns nil if the responses do not have the expected form.
    func pairs(in answers: [JSONValue]) -> [HTTPPair]?

    /// Returns the request that translates texts.
    func translation(of texts: [String], _ pair: HTTPPair) -> HTTPCall
    /// Parses the response to a translation request.
    ///
    /// Returns nil if the response does not have the expected form.
    func texts(in answer: JSONValue) -> [String]?
}

/// LibreTranslate: <https://docs.libretranslate.com/api/operations/translate/>.
struct LibreTranslateDialect: HTTPDialect {
    let largestBatch = 20
    let largestBytes = 4000
    let key: String?

    /// Argos Translate codes that are not language tags.
    private static let codes = ["zt": "zh-Hant", "pb": "pt-BR"]

    var languageCalls: [HTTPCall] { [HTTPCall(path: "languages")] }

    func pairs(in answers: [JSONValue]) -> [HTTPPair]? {
        answers.first?.arrayValue?.flatMap { item -> [HTTPPair] in
            guard let object = item.objectValue, let source = object["code"]?.stringValue else {
                return []
            }
            let targets = object["targets"]?.arrayValue?.compactMap(\.stringValue) ?? []
            return targets.filter { $0 != source }.compactMap {
                HTTPPair(source, $0, others: Self.codes)
            }
        }
    }

    func translation(of texts: [String], _ pair: HTTPPair) -> HTTPCall {
        let body = CanonicalJSON.encode { members in
            members.add("q", list: texts)
            members.add("source", pair.source)
            members.add("target", pair.target)
            members.add("format", "html")
            members.add("api_key", key)
        }
        return HTTPCall(path: "translate", body: body)
    }

    func texts(in answer: JSONValue) -> [String]? {
        let list = answer.objectValue?["translatedText"]
        return list?.arrayValue?.compactMap(\.stringValue) ?? list?.stringValue.map { [$0] }
    }
}

/// Apertium-APy: <https://wiki.apertium.org/wiki/Apertium-apy>.
struct APyDialect: HTTPDialect {
    let largestBatch = 1
    let largestBytes = Int.max
    let key: String?

    var languageCalls: [HTTPCall] { [HTTPCall(path: "listPairs")] }

    func pairs(in answers: [JSONValue]) -> [HTTPPair]? {
        answers.first?.objectValue?["responseData"]?.arrayValue?.compactMap { item in
            guard let source = item.objectValue?["sourceLanguage"]?.stringValue,
                let target = item.objectValue?["targetLanguage"]?.stringValue,
                // A variety after an underscore might be invalid in a tag.
                let pair = HTTPPair(
                    source.replacing("_", with: "-"), target.replacing("_", with: "-"))
            else { return nil }
            return pair
        }
    }

    func translation(of texts: [String], _ pair: HTTPPair) -> HTTPCall {
        func code(_ tag: String) -> String { tag.replacing("-", with: "_") }
        // If no format is specified, APy reads HTML and writes it without entities.
        var fields = [
            ("langpair", "\(code(pair.source))|\(code(pair.target))"), ("markUnknown", "no"),
            ("q", texts.joined()),
        ]
        if let key { fields.append(("key", key)) }
        let body = fields.map { "\($0)=\(Self.percentEncoded($1))" }.joined(separator: "&")
        return HTTPCall(
            path: "translate", body: Array(body.utf8),
            contentType: "application/x-www-form-urlencoded")
    }

    func texts(in answer: JSONValue) -> [String]? {
        answer.objectValue?["responseData"]?.objectValue?["translatedText"]?.stringValue.map {
            [$0]
        }
    }

    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// DeepL, and services with the same API: <https://developers.deepl.com/api-reference/translate>.
struct DeepLDialect: HTTPDialect {
    let largestBatch = 50
    let largestBytes = 100_000
    let key: String?

    private var headers: [String: String] {
        key.map { ["Authorization": "DeepL-Auth-Key \($0)"] } ?? [:]
    }

    var languageCalls: [HTTPCall] {
        ["source", "target"].map { HTTPCall(path: "v2/languages?type=\($0)", headers: headers) }
    }

    func pairs(in answers: [JSONValue]) -> [HTTPPair]? {
        let lists = answers.compactMap { answer in
            answer.arrayValue?.compactMap { $0.objectValue?["language"]?.stringValue }
        }
        guard lists.count == 2, let sources = lists.first, let targets = lists.last else {
            return nil
        }
        return sources.flatMap { source in
            targets.compactMap { target in
                HTTPPair(source, target).flatMap {
                    $0.languages.source.language == $0.languages.target.language ? nil : $0
                }
            }
        }
    }

    func translation(of texts: [String], _ pair: HTTPPair) -> HTTPCall {
        let body = CanonicalJSON.encode { members in
            members.add("text", list: texts)
            members.add("source_lang", pair.source)
            members.add("target_lang", pair.target)
            members.add("tag_handling", "xml")
            members.add("preserve_formatting", .bool(true))
        }
        return HTTPCall(path: "v2/translate", body: body, headers: headers)
    }

    func texts(in answer: JSONValue) -> [String]? {
        answer.objectValue?["translations"]?.arrayValue?.compactMap {
            $0.objectValue?["text"]?.stringValue
        }
    }
}
