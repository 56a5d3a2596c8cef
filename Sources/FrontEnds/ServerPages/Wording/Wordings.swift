import Interchange
import Texts
import Translation

/// The files with the pages' texts, built into the program.
enum WordFiles {
    /// The source language, and the languages that it was translated into.
    static let all: [WordFile] = [
        WordFile("en", PackageResources.en_json, isMachineMade: false),
        WordFile("ar", PackageResources.ar_json, isMachineMade: true),
        WordFile("de", PackageResources.de_json, isMachineMade: true),
    ]
}

/// A file with the pages' texts in one language.
struct WordFile: Sendable {
    let tag: String
    let bytes: [UInt8]
    /// Whether nobody has reviewed the texts, which the account page then shows.
    let isMachineMade: Bool

    init(_ tag: String, _ bytes: [UInt8], isMachineMade: Bool) {
        self.tag = tag
        self.bytes = bytes
        self.isMachineMade = isMachineMade
    }

    /// Reads the file's texts; `source` are the source language's texts, which decide what is a
    /// plural.
    func values(_ source: [StringID: Value]?) throws -> [StringID: Value] {
        let file = try I18nextJSON().read(
            bytes,
            context: ReadContext(
                section: "pages", isSource: source == nil, shape: SourceShape(values: source ?? [:])
            ))
        return Dictionary(file.entries.map { ($0.string, $0.value ?? Value("")) }) { $1 }
    }
}

/// The texts of the pages in all languages.
struct Wordings: Sendable {
    let english: Wording
    /// The languages with their texts, in the order of ``WordFiles``.
    let all: [(file: WordFile, wording: Wording)]

    /// The texts in the program.
    ///
    /// It is a failure if a file cannot be read, which is a defect in the program.
    static let builtIn = Result { try Wordings() }

    private init() throws {
        var source: [StringID: Value]?
        var all: [(file: WordFile, wording: Wording)] = []
        for file in WordFiles.all {
            let values = try file.values(source)
            if source == nil { source = values }
            var phrases: [String: Phrase] = [:]
            for (string, value) in values { phrases[string.key] = Phrase(value) }
            guard let tag = LanguageTag(file.tag) else { throw Wording.Missing(key: file.tag) }
            all.append((file, Wording(tag, phrases, fallback: all.first?.wording)))
        }
        guard let first = all.first else { throw Wording.Missing(key: "") }
        english = first.wording
        self.all = all
    }

    /// Returns the texts in a language, or nil if there are none.
    func named(_ tag: String) -> Wording? {
        all.first { $0.wording.tag.rawValue == tag }?.wording
    }

    /// Returns the texts for a person: in the chosen language, or in the first that the browser asks
    /// for, or in English.
    func wording(chosen: String?, accepting header: String?) -> Wording {
        if let wording = chosen.flatMap(named) { return wording }
        let negotiation = I18nextNegotiation(
            fallback: .none, supported: all.map(\.wording.tag.rawValue))
        // Each language alone, so that Austrian German comes before English.
        let found = AcceptLanguage.parse(header ?? "").lazy
            .compactMap { negotiation.bestMatch([$0]).flatMap { named($0.tag) } }
        return found.first ?? english
    }
}
