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

    /// The language that the app is written in.
    let source: String
    /// The fallback languages of each language, nearest first.
    let fallbacks: [String: [String]]
    /// The languages, sorted.
    let languages: [String]
    /// The bundle's number in a sequence of releases, if the manifest has one.
    let sequence: Int64?
    private let files: [File]

    /// A file listed in the manifest.
    struct File: Sendable {
        fileprivate var path: String
        fileprivate var format: String
        fileprivate var language: String?
        fileprivate var section: String?
        fileprivate var size: Int64
        fileprivate var sha256: String

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
            let hash = SHA256.hash(data: data).map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
            guard data.count == size, hash == sha256 else { throw .altered(path) }
        }
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
        sequence = manifest["sequence"]?.integerValue
        self.files = try files.map { (file) throws(TextsFileError) in try Self.file(file, formats) }
    }

    private static func file(
        _ object: JSONObject?, _ formats: [String: String]
    ) throws(TextsFileError) -> File {
        guard let object, let path = object["path"]?.stringValue, SafePath.isSafe(path),
            let profile = object["profile"]?.stringValue, let size = object["size"]?.integerValue,
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
