public import Texts
import Translation

/// Android string resources in `res/values-<language>/strings.xml`.
///
/// ```xml
/// <resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
///     <!-- On the first page. -->
///     <string name="greeting">Hello, <xliff:g id="name">%1$s</xliff:g>!</string>
///     <plurals name="items">
///         <item quantity="one">%d item</item>
///         <item quantity="other">%d items</item>
///     </plurals>
/// </resources>
/// ```
///
/// - The file name is the section; `strings` is the default section.
/// - A text is stored as processed by aapt: with decoded escapes, collapsed white space and no
///   quotes. A text with markup is kept as markup, with `&` and `<` escaped.
/// - A product variant has the key `name#product`.
///
/// See <https://developer.android.com/guide/topics/resources/string-resource>. White space, quotes
/// and escapes are handled as in `ResourceUtils.cpp` and `ResourceParser.cpp` in aapt2.
public struct AndroidStrings: FileFormat {
    /// The maximum length of a text, in bytes.
    public static let maximumTextSize = VerIDXML.maximumTextSize

    static let names = SectionFileName(usual: "strings")

    /// The fixed properties of the format.
    public static let traits = FormatTraits(
        name: "android-xml",
        summary: "Android string resources, res/values-<language>/strings.xml",
        mediaType: "application/xml", carriesDetails: true, keeps: .layout,
        skeletons: AndroidSkeletons())

    /// Creates the format.
    public init() {}

    /// Returns whether the root element is `<resources>`.
    ///
    /// If the root element cannot be determined, returns whether the file is in a values directory.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool {
        if let root = XMLRoot.name(bytes) { return root.elementsEqual("resources".utf8) }
        let parts = FilePath.parts(path)
        return parts.last.map { FilePath.removing(".xml", from: $0) != nil } ?? false
            && parts.dropLast().last.map(Self.isValuesDirectory) ?? false
    }

    /// Returns the place implied by a path.
    ///
    /// The directory determines the language, and the file name determines the section. If a
    /// directory has qualifiers besides the language, such as `values-fr-land`, the place has no
    /// language, because its texts supplement the texts in `values-fr`.
    public func place(ofPath path: String, languages _: Set<LanguageTag>) -> FilePlace {
        let parts = FilePath.parts(path)
        guard let file = parts.last, let stem = FilePath.removing(".xml", from: file),
            let directory = parts.dropLast().last, Self.isValuesDirectory(directory)
        else { return FilePlace() }
        return FilePlace(
            language: Self.language(ofDirectory: directory),
            section: Self.names.section(named: stem), isSource: directory == "values")
    }

    private static func isValuesDirectory(_ name: String) -> Bool {
        name == "values" || name.hasPrefix("values-")
    }

    private static func language(ofDirectory directory: String) -> String? {
        guard let tag = LanguageSpelling.tag(ofAndroidDirectory: directory) else { return nil }
        let qualifiers = directory.split(separator: "-").dropFirst()
        let isPlain = qualifiers.first?.hasPrefix("b+") == true
        return qualifiers.count == (isPlain ? 1 : tag.split(separator: "-").count) ? tag : nil
    }

    /// Returns the directory for a language; `res/values` for the source language.
    static func directory(
        of language: LanguageTag, isSource: Bool
    ) throws(InterchangeError) -> String {
        if isSource { return "res/values" }
        guard let name = LanguageSpelling.androidDirectory(language.rawValue) else {
            throw InterchangeError(
                "Android has no directory for the language \(language).",
                hint: .typed("Omit it with --locale, or export in another format."))
        }
        return "res/" + name
    }
}
