public import Foundation
import Texts

/// A release bundle of Dragoman: files of texts, and the manifest that lists them with their hashes.
///
/// A file whose bytes are not those that the manifest lists is never used. The signature of a bundle is not looked at: what is built into
/// an app is signed with it.
public struct TextBundle: Sendable {
    private let manifest: BundleManifest
    private let directory: URL

    /// The language that the app is written in.
    public var source: String { manifest.source }
    /// The languages with their fallbacks, nearest first.
    public var fallbacks: [String: [String]] { manifest.fallbacks }
    /// The languages, sorted.
    public var languages: [String] { manifest.languages }
    /// The bundle's number in a sequence of releases, if the manifest has one.
    public var sequence: Int64? { manifest.sequence }

    /// Reads the manifest of a bundle that is a directory.
    ///
    /// Throws a ``TextsFileError`` if there is none, if it is none, or if it is of a version that is not known. Members that are not known
    /// are passed over.
    public init(directory: URL) throws(TextsFileError) {
        manifest = try BundleManifest(
            BoundedFile.read(
                directory.appendingPathComponent("manifest.json"),
                limit: BundleManifest.maximumSize))
        self.directory = directory
    }

    /// Returns the bytes of the file of a language in a format; nil if the bundle has none.
    ///
    /// Formats with a file for each section need its name.
    /// Throws a ``TextsFileError`` if the file cannot be read or has other bytes than the manifest lists.
    public func data(
        format: String, language: String, section: String? = nil
    ) throws(TextsFileError) -> Data? {
        guard let file = manifest.file(format: format, language: language, section: section)
        else { return nil }
        let data = try BoundedFile.read(file.url(in: directory))
        try file.check(data)
        return data
    }
}

extension TextBundle: LocalTexts {
    /// Reads a file of i18next's JSON.
    public func json(language: String, namespace: String) throws(TextsFileError) -> Data? {
        try data(format: BundleManifest.resourceFormat, language: language, section: namespace)
    }
}

extension TranslatedStrings {
    /// Takes the file of Ver-ID's XML for the device's language from a bundle.
    ///
    /// The first of `languages` counts that the bundle has such a file for, itself before its parents; in the bundle's source language and
    /// where there is none, originals are shown. Throws a ``TextsFileError`` if the file is not the one that the manifest lists.
    public init(
        bundle: TextBundle, languages: [String] = Locale.preferredLanguages
    ) throws(TextsFileError) {
        for wanted in languages {
            for tag in LanguageChoice.withParents(wanted) {
                guard let language = LanguageChoice.match(tag, bundle.languages) else { continue }
                if language == bundle.source {
                    self.init(useCurrentLocale: false)
                    return
                }
                if let data = try bundle.data(format: "verid-xml", language: language) {
                    try self.init(data: data)
                    return
                }
            }
        }
        self.init(useCurrentLocale: false)
    }
}
