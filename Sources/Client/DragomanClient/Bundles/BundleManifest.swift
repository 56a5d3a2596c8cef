import Crypto
import Foundation
import JSON
import Texts

/// The manifest of a release bundle: its languages, and its files with their hashes.
struct BundleManifest: Sendable {
    /// The supported manifest version.
    private static let schema: Int64 = 1
    /// The maximum size of a manifest, in bytes.
    static let maximumSize = 8 << 20
    /// The format that ``Resources`` reads.
    static let resourceFormat = "i18next-json"
    /// The name of the manifest's file.
    static let name = "manifest.json"
    /// The name of the file with the manifest's signature.
    static let signatureName = "manifest.json.sig"
    /// The names of files in a bundle that its manifest does not list.
    private static let ownNames = [name, signatureName, "provenance.json"]

    /// The id of the project, if the manifest has one.
    let project: String?
    /// The channel that the bundle was made for, if any.
    let channel: String?
    /// The language that the app is written in.
    let source: String
    /// The fallback languages of each language, nearest first.
    let fallbacks: [String: [String]]
    /// The languages, sorted.
    let languages: [String]
    /// The bundle's number in a sequence of releases, if the manifest has one.
    let sequence: Int64?
    /// The app versions that the bundle is for, if the manifest has them.
    let appVersions: String?
    /// The hash of the manifest's bytes, in hexadecimal digits.
    let hash: String
    /// The files, whose paths are safe and distinct.
    let files: [File]

    /// A file listed in the manifest.
    struct File: Sendable {
        fileprivate(set) var path: String
        fileprivate(set) var format: String
        fileprivate(set) var language: String?
        fileprivate(set) var section: String?
        fileprivate(set) var size: Int
        fileprivate(set) var sha256: String

        /// An entity tag for the file's contents.
        var tag: String { "sha256:" + sha256 }

        /// Returns the file's location in a bundle's directory.
        func url(in directory: URL) -> URL {
            path.split(separator: "/").reduce(directory) {
                $0.appendingPathComponent(String($1))
            }
        }

        /// Throws ``TextsFileError/altered(_:)`` unless `data` has the listed size and hash.
        func check(_ data: Data) throws(TextsFileError) {
            guard data.count == size, BundleManifest.hash(of: data) == sha256 else {
                throw .altered(path)
            }
        }
    }

    /// Returns the SHA-256 of data, in hexadecimal digits.
    static func hash(of data: Data) -> String {
        SHA256.hash(data: data).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Reads a manifest.
    ///
    /// Throws a ``TextsFileError`` if the bytes are not a manifest, or if its version is unknown.
    /// Unknown members are ignored.
    init(_ data: Data) throws(TextsFileError) {
        let manifest: JSONObject
        do {
            guard let object = try JSONValue.parse(Array(data)).objectValue else {
                throw Self.malformed("It is not a JSON object.")
            }
            manifest = object
        } catch let error as TextsFileError {
            throw error
        } catch {
            throw Self.malformed("It is not valid JSON: \(error)")
        }
        guard manifest["schema"]?.integerValue == Self.schema else {
            let schema = manifest["schema"]?.integerValue.map { String($0) } ?? "?"
            throw .unknownVersion(schema)
        }
        guard let source = manifest["source"]?.stringValue,
            let languages = manifest["languages"]?.arrayValue?.map(\.objectValue),
            let files = manifest["files"]?.arrayValue?.map(\.objectValue),
            let rules = manifest["rules"]?.arrayValue?.map(\.objectValue)
        else { throw Self.malformed("A required member is missing.") }
        var fallbacks: [String: [String]] = [:]
        for language in languages {
            guard let tag = language?["locale"]?.stringValue else {
                throw Self.malformed("A language has no “locale”.")
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
        project = manifest["project"]?.stringValue
        channel = manifest["channel"]?.stringValue
        sequence = manifest["sequence"]?.integerValue
        appVersions = try manifest["appVersions"].map { (value) throws(TextsFileError) in
            guard let range = value.stringValue else {
                throw Self.malformed("Its “appVersions” is not a text.")
            }
            return range
        }
        hash = Self.hash(of: data)
        self.files = try files.map { (file) throws(TextsFileError) in try Self.file(file, formats) }
        var paths: Set<ExactText> = []
        for file in self.files
        where Self.ownNames.contains(file.path) || !paths.insert(ExactText(file.path)).inserted {
            throw Self.malformed("It cannot list \(file.path), or lists it twice.")
        }
    }

    private static func file(
        _ object: JSONObject?, _ formats: [String: String]
    ) throws(TextsFileError) -> File {
        guard let object, let path = object["path"]?.stringValue, SafePath.isSafe(path),
            let profile = object["profile"]?.stringValue,
            let size = object["size"]?.integerValue.flatMap({ Int(exactly: $0) }), size >= 0,
            let sha256 = object["sha256"]?.stringValue
        else {
            throw malformed("A file lacks a required member, or has an unsafe path.")
        }
        return File(
            path: path, format: formats[profile] ?? "", language: object["locale"]?.stringValue,
            section: object["section"]?.stringValue, size: size, sha256: sha256)
    }

    private static func malformed(_ reason: String) -> TextsFileError {
        .malformed(line: nil, "The manifest cannot be used. \(reason)")
    }

    /// Returns the file for a language and section in a format, or nil if the bundle has no such
    /// file.
    func file(format: String, language: String, section: String?) -> File? {
        files.first { $0.format == format && $0.language == language && $0.section == section }
    }
}
