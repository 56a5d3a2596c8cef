public import Texts
import Translation

extension JavaProperties {
    /// Writes one file per section: `<base>.properties` for the source language and
    /// `<base>_<language>.properties` for other languages.
    ///
    /// Keys and texts are ASCII with the escapes used by `Properties.store`, so that every version
    /// of Java can read them. The cost is a few times the cost of reading.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var result = ExportResult(files: [], unrepresentable: [])
        let spelling =
            LanguageSpelling.java(language.rawValue) ?? FileLanguage.underscored(language)
        let suffix = options.isSource ? "" : "_" + spelling
        for (base, section, entries) in try SectionFiles.divided(
            entries, options: options, defaultName: Self.defaultBase)
        {
            var file = CheckedFile(entries, options) { _, value in
                switch value {
                case .choice: "This format does not support plurals or other choices."
                case .list: "This format does not support lists."
                case .format: "This format does not support texts with plural variables."
                case nil, .text: nil
                }
            }
            let context = ReadContext(section: section, isSource: options.isSource)
            let bytes = try file.finish(encode: { Self.encoded($0, options) }) {
                (bytes) throws(InterchangeError) in
                try JavaProperties().read(bytes, context: context)
            }
            result.files.append(
                OutputFile(path: "\(base)\(suffix).properties", section: section, bytes: bytes))
            result.unrepresentable += file.unrepresentable
        }
        return result
    }

    private static func encoded(
        _ items: [CheckedFile.Item], _ options: ExportOptions
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for item in items {
            guard let text = item.value?.plainText else { continue }
            if options.isSource, let comment = item.entry.details.comment {
                for line in comment.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
                    bytes += Array("# ".utf8)
                    // Comments are written as UTF-8 without escapes, because Java ignores them.
                    bytes += Array(line)
                    bytes.append(0x0A)
                }
            }
            write(item.entry.string.key, isKey: true, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            write(text, isKey: false, to: &bytes)
            bytes.append(0x0A)
        }
        return bytes
    }

    private static func write(_ text: String, isKey: Bool, to bytes: inout [UInt8]) {
        var isBeginning = true
        for unit in text.utf16 {
            defer { isBeginning = false }
            switch unit {
            case 0x20:
                if isKey || isBeginning { bytes.append(0x5C) }
                bytes.append(0x20)
            case 0x09: bytes += Array("\\t".utf8)
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0x0C: bytes += Array("\\f".utf8)
            // These are a backslash, `=`, `:`, `#` and `!`.
            case 0x5C, 0x3D, 0x3A, 0x23, 0x21:
                bytes.append(0x5C)
                bytes.append(UInt8(truncatingIfNeeded: unit))
            case 0x21...0x7E: bytes.append(UInt8(truncatingIfNeeded: unit))
            default:
                let digits = String(unit, radix: 16, uppercase: true)
                bytes += Array("\\u".utf8)
                bytes += Array(String(repeating: "0", count: 4 - digits.utf8.count).utf8)
                bytes += Array(digits.utf8)
            }
        }
    }
}
