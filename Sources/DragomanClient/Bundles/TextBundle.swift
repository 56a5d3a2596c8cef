import Crypto
public import Foundation
import JSON
import Texts

/// A release bundle of Dragoman: files of texts, and the manifest that lists them with their hashes.
///
/// A file whose bytes are not those that the manifest lists is never used. The signature of a bundle is not looked at: what is built into
/// an app is signed with it.
public struct TextBundle: Sendable {
    /// The version of manifests that is understood.
    private static let schema: Int64 = 1
    private static let maximumManifestSize = 8 << 20

    /// The language that the app is written in.
    public let source: String
    /// The languages with their fallbacks, nearest first.
    public let fallbacks: [String: [String]]
    /// The languages, sorted.
    public let languages: [String]
    /// Where the bundle stands in a row of releases, if it says so.
    public let sequence: Int64?
    private let directory: URL
    private let files: [File]

    private struct File: Sendable {
        var path: String
        var format: String
        var language: String?
        var section: String?
        var size: Int64
        var sha256: String
    }

    /// Reads the manifest of a bundle that is a directory.
    ///
    /// Throws a ``TextsFileError`` if there is none, if it is none, or if it is of a version that is not known. Members that are not known
    /// are passed over.
    public init(directory: URL) throws(TextsFileError) {
        let data = try BoundedFile.read(
            directory.appendingPathComponent("manifest.json"), limit: Self.maximumManifestSize)
        let manifest: JSONObject
        do {
            guard let object = try JSONValue.parse(Array(data)).objectValue else {
                throw Self.malformed("It is no object.")
            }
            manifest = object
        } catch let error as TextsFileError {
            throw error
        } catch {
            throw Self.malformed("It is no JSON: \(error)")
        }
        guard manifest["schema"]?.integerValue == Self.schema else {
            let schema = manifest["schema"]?.integerValue.map { String($0) } ?? "?"
            throw .unknownVersion(schema)
        }
        guard let source = manifest["source"]?.stringValue,
            let languages = manifest["languages"]?.arrayValue?.map(\.objectValue),
            let files = manifest["files"]?.arrayValue?.map(\.objectValue),
            let rules = manifest["rules"]?.arrayValue?.map(\.objectValue)
        else { throw Self.malformed("It lacks what every manifest has.") }
        var fallbacks: [String: [String]] = [:]
        for language in languages {
            guard let tag = language?["locale"]?.stringValue else {
                throw Self.malformed("A language of it has no name.")
            }
            fallbacks[tag] = language?["fallback"]?.arrayValue?.compactMap(\.stringValue) ?? []
        }
        let formats = Dictionary(
            rules.compactMap { rule -> (String, String)? in
                guard let name = rule?["name"]?.stringValue,
                    let format = rule?["format"]?.stringValue
                else { return nil }
                return (name, format)
            }, uniquingKeysWith: { first, _ in first })
        self.source = source
        self.fallbacks = fallbacks
        self.languages = fallbacks.keys.sorted()
        sequence = manifest["sequence"]?.integerValue
        self.directory = directory
        self.files = try files.map { (file) throws(TextsFileError) in try Self.file(file, formats) }
    }

    private static func file(
        _ object: JSONObject?, _ formats: [String: String]
    ) throws(TextsFileError) -> File {
        guard let object, let path = object["path"]?.stringValue, SafePath.isSafe(path),
            let profile = object["profile"]?.stringValue, let size = object["size"]?.integerValue,
            let sha256 = object["sha256"]?.stringValue
        else {
            throw malformed("A file of it lacks what every file has, or its path leads elsewhere.")
        }
        return File(
            path: path, format: formats[profile] ?? "", language: object["locale"]?.stringValue,
            section: object["section"]?.stringValue, size: size, sha256: sha256)
    }

    private static func malformed(_ reason: String) -> TextsFileError {
        .malformed(line: nil, "The manifest cannot be used. \(reason)")
    }

    /// Returns the bytes of the file of a language in a format; nil if the bundle has none.
    ///
    /// Formats with a file for each section need its name.
    /// Throws a ``TextsFileError`` if the file cannot be read or has other bytes than the manifest lists.
    public func data(
        format: String, language: String, section: String? = nil
    ) throws(TextsFileError) -> Data? {
        guard
            let file = files.first(where: {
                $0.format == format && $0.language == language && $0.section == section
            })
        else { return nil }
        let url = file.path.split(separator: "/").reduce(directory) {
            $0.appendingPathComponent(String($1))
        }
        let data = try BoundedFile.read(url)
        let hash = SHA256.hash(data: data).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
        guard data.count == file.size, hash == file.sha256 else { throw .altered(file.path) }
        return data
    }
}

extension TextBundle: LocalTexts {
    /// The format that ``Resources`` reads.
    private static let resourceFormat = "i18next-json"

    /// Reads a file of i18next's JSON.
    public func json(language: String, namespace: String) throws(TextsFileError) -> Data? {
        try data(format: Self.resourceFormat, language: language, section: namespace)
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
