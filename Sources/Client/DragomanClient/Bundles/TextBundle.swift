public import Foundation
import JSON
import Texts

/// A Dragoman release bundle: files of texts, and a manifest that lists the files with their
/// hashes.
///
/// A file is never used if its contents do not match the manifest. The bundle's signature is not
/// checked here, because files built into an app are signed with the app. ``ChannelFollower`` checks
/// the signatures of the bundles that it fetches.
public struct TextBundle: Sendable {
    let manifest: BundleManifest
    private let directory: URL

    /// The language that the app is written in.
    public var source: String { manifest.source }
    /// The fallback languages of each language, nearest first.
    public var fallbacks: [String: [String]] { manifest.fallbacks }
    /// The languages, sorted.
    public var languages: [String] { manifest.languages }
    /// The id of the project, if the manifest has one.
    public var project: String? { manifest.project }
    /// The channel that the bundle was made for, if any.
    public var channel: String? { manifest.channel }
    /// The bundle's number in a sequence of releases, if the manifest has one.
    public var sequence: Int64? { manifest.sequence }

    /// Reads the manifest of a bundle in a directory.
    ///
    /// Throws a ``TextsFileError`` if the manifest is missing or invalid, or if its version is
    /// unknown. Unknown members are ignored.
    public init(directory: URL) throws(TextsFileError) {
        manifest = try BundleManifest(
            BoundedFile.read(
                directory.appendingPathComponent(BundleManifest.name),
                limit: BundleManifest.maximumSize))
        self.directory = directory
    }

    init(_ manifest: BundleManifest, directory: URL) {
        self.manifest = manifest
        self.directory = directory
    }

    /// Returns the contents of the file for a language in a format, or nil if the bundle has no
    /// such file.
    ///
    /// If a format has a file for each section, the name of the section is required. Throws a
    /// ``TextsFileError`` if the file cannot be read, or if its contents do not match the manifest.
    public func data(
        format: String, language: String, section: String? = nil
    ) throws(TextsFileError) -> Data? {
        guard let file = manifest.file(format: format, language: language, section: section)
        else { return nil }
        return try data(of: file)
    }

    /// Reads a file, and throws a ``TextsFileError`` if its contents do not match the manifest.
    func data(of file: BundleManifest.File) throws(TextsFileError) -> Data {
        let data = try BoundedFile.read(file.url(in: directory))
        try file.check(data)
        return data
    }
}

extension TextBundle: LocalTexts {
    /// Reads the i18next JSON file for a language and namespace.
    public func json(language: String, namespace: String) throws(TextsFileError) -> Data? {
        try data(format: BundleManifest.resourceFormat, language: language, section: namespace)
    }
}

extension I18nextTexts {
    /// Reads all i18next JSON files of a bundle.
    ///
    /// The sections of the project become namespaces. Set the default namespace in the options to
    /// the project's default section, such as `default`. Throws a ``TextsFileError`` if a file
    /// cannot be used or does not match the manifest.
    public init(
        bundle: TextBundle, options: I18nextOptions = I18nextOptions()
    ) throws(TextsFileError) {
        self.init(options: options)
        for file in bundle.manifest.files where file.format == BundleManifest.resourceFormat {
            guard let language = file.language, let namespace = file.section else { continue }
            let data = try bundle.data(of: file)
            do {
                let tree = try JSONValue.parseMarked(Array(data))
                setNamespace(namespace, language: language, to: tree)
            } catch {
                throw .malformed(line: nil, "\(file.path) is not valid JSON: \(error)")
            }
        }
    }
}

extension TranslatedStrings {
    /// Reads the Ver-ID XML file for the device's language from a bundle.
    ///
    /// Uses the first of `languages` for which the bundle has such a file, trying each language
    /// before its parents. For the source language, or if there is no file, the original texts are
    /// shown. Throws a ``TextsFileError`` if the file cannot be used or does not match the
    /// manifest.
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
