public import Texts
import Translation

/// TBX (TermBase eXchange) files, which contain the terms of a glossary in all languages.
///
/// ```xml
/// <tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
///   <tbxHeader>…</tbxHeader>
///   <text><body>
///     <conceptEntry id="file">
///       <descrip type="definition">What holds data on a disk.</descrip>
///       <langSec xml:lang="en"><termSec><term>file</term></termSec></langSec>
///       <langSec xml:lang="de"><termSec><term>Datei</term></termSec></langSec>
///     </conceptEntry>
///   </body></text>
/// </tbx>
/// ```
///
/// - Both editions of ISO 30042 can be read. The 2008 edition has `termEntry`, `langSet`, and `tig`
///   or `ntig`. The 2019 edition has `conceptEntry`, `langSec` and `termSec`, in the styles DCA and
///   DCT. The 2019 edition is written.
/// - A concept is a string, and its first term in a language is the text. Terms marked as
///   deprecated or superseded are skipped, and any other terms are reported. The key is the `id`,
///   or otherwise the term in the source language.
/// - The definition is the comment.
/// - The section is the file name, so `glossary.tbx` contains the terms used by the check
///   `glossary`.
///
/// See <https://www.tbxinfo.net/tbx-dialects/>, and ISO 30042:2019.
public struct TermBase: CatalogueFormat {
    /// The fixed properties of the format.
    ///
    /// IANA has not registered a media type for TBX; this media type is common.
    public static let traits = FormatTraits(
        name: "tbx",
        summary: "TBX-Basic, the terms of a glossary: all languages in one file",
        mediaType: "application/x-tbx", isForExchange: true, holdsAllLanguages: true,
        namesLanguage: true, holdsPlurals: false, carriesDetails: true, keeps: .layout)

    /// Creates the format.
    public init() {}

    /// The extension of all files, including the file of the default section.
    static let ending = ".tbx"

    /// Returns whether the name ends in `.tbx`, or the root element is `<tbx>`, or `<martif>` as in
    /// the 2008 edition.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if FilePath.hasEnding(Self.ending, in: path) { return true }
        guard let root = XMLRoot.name(bytes) else {
            // Files in the 2008 edition declare their document type.
            var scanner = ByteScanner(bytes.prefix(4000))
            return scanner.skip(behind: "<!DOCTYPE martif".utf8)
        }
        return root.elementsEqual("tbx".utf8) || root.elementsEqual("martif".utf8)
    }

    /// Returns the section, which is the name of the file.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        guard let file = FilePath.parts(path).last,
            let section = FilePath.removing(Self.ending, from: file), !section.isEmpty
        else { return FilePlace() }
        return FilePlace(section: section)
    }
}

/// Converts keys to XML ids, which cannot contain spaces or most signs, and back.
///
/// A character that an id cannot contain is written with its hexadecimal number, such as `_x0020_`,
/// as in SQL/XML (ISO/IEC 9075-14, section 9.1).
enum TermID {
    /// Returns the id for a key.
    static func id(of key: String) -> String {
        var id = ""
        var isFirst = true
        let scalars = Array(key.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let beginsEscape =
                scalar == "_" && index + 1 < scalars.count && scalars[index + 1] == "x"
            if !beginsEscape, isStart(scalar) || !isFirst && isOther(scalar) {
                id.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                id += "_x" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
                id += "_"
            }
            isFirst = false
        }
        return id
    }

    /// Returns the key for an id.
    ///
    /// If the id has no escapes, it is the key itself.
    static func key(of id: String) -> String {
        var key = String.UnicodeScalarView()
        var rest = Substring(id).unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "_", rest.first == "x", let end = rest.firstIndex(of: "_") {
                let digits = rest[rest.index(after: rest.startIndex)..<end]
                if (4...6).contains(digits.count),
                    digits.allSatisfy({ $0.isASCII && $0.properties.isHexDigit }),
                    let value = UInt32(String(digits), radix: 16), let found = Unicode.Scalar(value)
                {
                    key.append(found)
                    rest = rest[rest.index(after: end)...]
                    continue
                }
            }
            key.append(scalar)
        }
        return String(key)
    }

    /// Returns whether a scalar is a `NameStartChar` other than the colon:
    /// <https://www.w3.org/TR/xml/#NT-NameStartChar>.
    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
            0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
            0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    private static func isOther(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: false
        }
    }
}
