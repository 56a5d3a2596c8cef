import Translation

/// Reads TMX (Translation Memory eXchange) versions 1.1 to 1.4b in parts.
///
/// The format is specified at <https://www.gala-global.org/tmx-14b>. The text inside inline
/// elements (`bpt`, `ept`, `ph`, `it`, `hi`, `ut`) counts as text, so a segment has the contents of
/// the native file. For example, `<bpt i="1">&lt;b&gt;</bpt>` is read as `<b>`. Notes, and
/// properties written by other programs, are ignored. Memory usage is limited to a part of the file
/// and one unit.
public final class TMXReader {
    private let handler: Handler
    private let reader: XMLPushReader

    /// The maximum number of texts in a unit.
    public static let mostVariants = 1_000
    /// The maximum size of the texts in a unit, in bytes.
    public static let mostBytes = 4 << 20

    /// Prepares to read a file.
    public init() throws(InterchangeError) {
        handler = Handler()
        reader = try XMLPushReader(into: handler)
    }

    /// Reads the next part of the file, and returns the units that end in that part.
    ///
    /// Throws an ``InterchangeError`` with the line number if the file is not TMX or is malformed.
    public func read(_ part: [UInt8]) throws(InterchangeError) -> [TMXUnit] {
        try reader.read(part)
        defer { handler.units = [] }
        return handler.units
    }

    /// Finishes reading the file, and returns the remaining units.
    public func finish() throws(InterchangeError) -> [TMXUnit] {
        try reader.finish()
        defer { handler.units = [] }
        return handler.units
    }

    private final class Handler: XMLContentHandler {
        var units: [TMXUnit] = []
        private var path: [String] = []
        private var sourceLanguage: String?
        private var unit: TMXUnit?
        private var variant: TMXUnit.Variant?
        private var property: String?
        private var text: [UInt8] = []
        private var size = 0

        /// Whether the current text belongs to a segment or a property.
        private var isCollecting = false

        func startElement(
            _ name: String, attributes: XMLAttributes, line: Int
        ) throws(InterchangeError) {
            defer { path.append(name) }
            switch (path.count, name) {
            case (0, "tmx"): break
            case (0, _):
                throw InterchangeError(
                    "The file is not TMX: its first element is <\(name.prefix(100))>.",
                    hint: "Export the memory as TMX 1.4.", line: line)
            case (1, "header"): sourceLanguage = Self.language(attributes["srclang"])
            case (2, "tu"):
                unit = TMXUnit(
                    sourceLanguage: Self.language(attributes["srclang"]) ?? sourceLanguage,
                    variants: [], line: line)
                size = 0
            case (3, "tuv"):
                guard let language = attributes["xml:lang"] ?? attributes["lang"], !language.isEmpty
                else {
                    throw InterchangeError(
                        "A text has no language.", hint: "Add an xml:lang to the <tuv>.", line: line
                    )
                }
                variant = TMXUnit.Variant(language: language, text: "")
            case (3, "prop"), (4, "prop"):
                property = attributes["type"]
                isCollecting = true
            case (4, "seg"): isCollecting = unit != nil && variant != nil
            default: break
            }
        }

        func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(InterchangeError) {
            guard isCollecting, unit != nil else { return }
            size += bytes.count
            guard size <= TMXReader.mostBytes else {
                throw InterchangeError(
                    "A unit has more than \(TMXReader.mostBytes >> 20) MiB of text.",
                    hint: "Remove it from the file.", line: line)
            }
            text.append(contentsOf: bytes)
        }

        func endElement(line: Int) throws(InterchangeError) {
            let name = path.removeLast()
            switch (path.count, name) {
            case (4, "seg"): variant?.text = take()
            case (3, "prop"):
                let value = take()
                switch property {
                case TMXUnit.Property.section: unit?.section = value
                case TMXUnit.Property.key: unit?.key = value
                default: break
                }
            case (4, "prop"):
                let value = take()
                if property == TMXUnit.Property.reviewed { variant?.isReviewed = value == "yes" }
            case (3, "tuv"):
                guard let variant else { return }
                guard unit.map({ $0.variants.count < TMXReader.mostVariants }) ?? true else {
                    throw InterchangeError(
                        "A unit has more than \(TMXReader.mostVariants) texts.",
                        hint: "Split the unit.", line: line)
                }
                unit?.variants.append(variant)
                self.variant = nil
            case (2, "tu"):
                if let unit { units.append(unit) }
                unit = nil
            default: break
            }
        }

        private func take() -> String {
            defer {
                text = []
                isCollecting = false
            }
            return String(decoding: text, as: UTF8.self)
        }

        /// Returns the language, or nil for `*all*`, which allows any language as the source.
        private static func language(_ name: String?) -> String? {
            name.flatMap { $0.isEmpty || $0.lowercased() == "*all*" ? nil : $0 }
        }
    }
}
