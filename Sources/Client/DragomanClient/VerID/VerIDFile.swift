import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A translation file for the Ver-ID SDK, with originals and their translations.
///
/// The format has no schema. Files are read in the same way as by `TranslatedStrings` on iOS:
/// `<strings>` has the attributes `language` and `region`. Each `<string>` has an `<original>` and
/// a `<translation>`, in any order. White space around these texts is removed. If an original
/// occurs twice, its last translation is used. There are three differences: markup inside a text is
/// kept as text, a `<string>` without an original is ignored, and a truncated file is rejected as a
/// whole.
struct VerIDFile: Sendable {
    /// The attribute `language`, or `en` if it is missing.
    var language = "en"
    /// The attribute `region`.
    var region: String?
    /// The translations by original; empty for originals that are not translated.
    var translations: [String: String] = [:]
    /// The originals whose translation is deliberately empty.
    var deliberatelyEmpty: Set<String> = []

    /// Reads a file.
    init(_ data: Data) throws(TextsFileError) {
        // The parser accepts empty data as a valid document.
        let collector = Collector()
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = collector
        let isRead = parser.parse()
        // The parser returns true for some documents although it reported an error.
        if let fault = collector.fault { throw fault }
        guard isRead, let file = collector.file else {
            let reason =
                parser.parserError == nil
                ? "The element <strings> is missing." : "The file is not valid XML."
            throw .malformed(line: isRead ? nil : parser.lineNumber, reason)
        }
        self = file
    }

    private init() {}

    private final class Collector: NSObject, XMLParserDelegate {
        var file: VerIDFile?
        var fault: TextsFileError?
        private var text: String?
        private var isMarkedEmpty = false
        private var original: String?
        private var translation: String?

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            switch name {
            case "strings" where file == nil:
                var started = VerIDFile()
                if let language = attributes["language"] {
                    started.language = language
                    started.region = attributes["region"].flatMap { $0.isEmpty ? nil : $0 }
                }
                file = started
            case "string":
                (original, translation, isMarkedEmpty) = (nil, nil, false)
            case "original":
                text = ""
            case "translation":
                text = ""
                isMarkedEmpty = attributes["empty"] == "true"
            default: break
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            text?.append(string)
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            text?.append(String(decoding: block, as: UTF8.self))
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
            qualifiedName: String?
        ) {
            switch name {
            case "original": original = closedText()
            case "translation": translation = closedText()
            case "string":
                guard let original, !original.isEmpty else { return }
                file?.translations[original] = translation ?? ""
                if isMarkedEmpty, translation?.isEmpty ?? true {
                    file?.deliberatelyEmpty.insert(original)
                } else {
                    file?.deliberatelyEmpty.remove(original)
                }
            default: break
            }
        }

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            guard fault == nil else { return }
            fault = .malformed(line: parser.lineNumber, "The file is not valid XML.")
        }

        private func closedText() -> String? {
            defer { text = nil }
            return text?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
