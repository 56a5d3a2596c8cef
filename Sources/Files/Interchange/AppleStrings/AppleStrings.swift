public import Texts
import Translation

/// Tables in Apple bundles, in `<language>.lproj/<table>.strings` and, for plurals,
/// `<table>.stringsdict`.
///
/// ```
/// /* On the first page. */
/// "greeting" = "Hello";
/// ```
///
/// - A table is a section; `Localizable` is the default section. Both files of a table belong to
///   one section: plain texts are in the `.strings` file, everything else is in the `.stringsdict`
///   file.
/// - An entry with the format `%#@name@` and a single variable is a plural by `name`. In longer
///   texts, `%#@…@` is a variable in a format. A plural without an argument name uses the name
///   `value`.
/// - `NSStringVariableWidthRuleType` is a choice by width, and `NSStringDeviceSpecificRuleType` is
///   a choice by device.
///
/// See <https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/LoadingResources/Strings/Strings.html>
/// and <https://developer.apple.com/documentation/xcode/localizing-strings-that-contain-plurals>.
public struct AppleStrings: FileFormat {
    /// The maximum size of a file: 64 MiB.
    public static let maximumSize = 64 << 20

    static let names = SectionFileName(usual: "Localizable")
    /// The variable name used for a plural without an argument name.
    static let usualVariable = "value"

    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "apple-strings",
        summary: "Apple .strings and .stringsdict, two files per table in <language>.lproj",
        mediaType: "text/plain", carriesDetails: true, keeps: .layout, skeletons: TableSkeletons())

    /// Creates the format.
    public init() {}

    /// Returns whether the name ends in `.strings` or `.stringsdict`, or the contents begin like a
    /// table.
    ///
    /// They begin like a table if they start with a property list, a C comment, or a quoted key and
    /// `=`.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if Self.table(ofFile: path) != nil { return true }
        guard !path.lowercased().hasSuffix(".xml") || XMLRoot.name(bytes) == nil else {
            return false
        }
        var scanner = ByteScanner(bytes[...])
        _ = scanner.skip([0xEF, 0xBB, 0xBF])
        scanner.skipSpace()
        if PropertyList.isBegun(bytes) || scanner.skip("/*".utf8) { return true }
        guard scanner.skip(UInt8(ascii: "\"")) else { return false }
        _ = scanner.take { $0 != UInt8(ascii: "\"") && $0 != 0x0A }
        guard scanner.skip(UInt8(ascii: "\"")) else { return false }
        scanner.skipSpace()
        return scanner.skip(UInt8(ascii: "="))
    }

    /// Returns the place implied by a path.
    ///
    /// The `.lproj` directory determines the language, and the path below it determines the table.
    /// `Base.lproj` has no language.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        let parts = FilePath.parts(path)
        guard let file = parts.last, let table = Self.table(ofFile: file) else {
            return FilePlace()
        }
        let directory = parts.dropLast().lastIndex { FilePath.removing(".lproj", from: $0) != nil }
        guard let directory else { return FilePlace(section: Self.names.section(named: table)) }
        let inner = parts[(directory + 1)...].dropLast() + [table]
        return FilePlace(
            language: LanguageSpelling.tag(ofAppleDirectory: parts[directory]),
            section: Self.names.section(named: inner.joined(separator: "/")),
            isSource: parts[directory] == "Base.lproj")
    }

    private static func table(ofFile path: String) -> String? {
        FilePath.removing(".strings", from: path) ?? FilePath.removing(".stringsdict", from: path)
    }
}
