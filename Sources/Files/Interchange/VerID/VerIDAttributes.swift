import Languages
import Texts

/// The attributes `language` and `region` of a Ver-ID file, as written in the file.
///
/// iOS apps use both values literally, so only the codes used by devices are correct. For example,
/// `fr` is correct but `fre` is not, and `GB` is correct but `UK` is not.
public struct VerIDAttributes: Sendable, Equatable {
    /// The value of the attribute `language`; nil if it is absent.
    public let language: String?
    /// The value of the attribute `region`; nil if it is absent.
    public let region: String?

    /// Creates attributes from their values.
    public init(language: String?, region: String?) {
        self.language = language
        self.region = region
    }

    /// Reads the attributes of a file.
    ///
    /// Throws an error if the file is not a Ver-ID file.
    public init(ofFile bytes: [UInt8]) throws(InterchangeError) {
        let document = VerIDDocument(ReadContext(section: "default", isSource: false))
        try XMLReader.read(bytes, into: document)
        self = document.attributes
    }

    /// One sentence for each value that is not a language or region code that apps recognize.
    public var faults: [String] {
        [language.flatMap(Self.fault(ofLanguage:)), region.flatMap(Self.fault(ofRegion:))]
            .compactMap(\.self)
    }

    private static func fault(ofLanguage text: String) -> String? {
        guard !text.isEmpty else { return nil }
        guard let tag = canonical(text) else {
            return
                "language=“\(Visible.escaping(text))” is not a language code such as “fr”."
        }
        return tag.hasSameBytes(as: text) ? nil : respelling("language", text, tag)
    }

    private static func fault(ofRegion text: String) -> String? {
        guard !text.isEmpty else { return nil }
        // The language does not matter, because a region has the same spelling with all languages.
        guard let tag = canonical("en-" + text), let subtags = try? LanguageSubtags(tag),
            let region = subtags.region, tag.hasSameBytes(as: "en-" + region)
        else {
            return "region=“\(Visible.escaping(text))” is not a region code such as “CA”."
        }
        return region.hasSameBytes(as: text) ? nil : respelling("region", text, region)
    }

    private static func respelling(_ name: String, _ text: String, _ code: String) -> String {
        "\(name)=“\(Visible.escaping(text))” is not a code that apps recognize; write “\(code)”."
    }

    private static func canonical(_ text: String) -> String? {
        (try? CanonicalTag.parse(text))?.tag
    }
}
