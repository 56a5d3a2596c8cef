import Foundation
import JSON

@testable import DragomanClient

/// A release with a few files, as on a server.
struct TestRelease {
    static let project = "01JD8ZK5QF7M3V2XN4T6Y8B0CD"

    var project = Self.project
    var channel: String? = "production"
    var sequence: Int64?
    var appVersions: String?
    /// The files by path: `web/LANGUAGE/SECTION.json` or `ios/LANGUAGE.xml`.
    var files: [String: String]
    /// Other sizes than those of the files, by path.
    var sizes: [String: Int] = [:]

    static let english = "web/en/default.json"
    static let french = "web/fr/default.json"
    static let ios = "ios/fr.xml"

    /// Creates a release whose texts contain its number.
    init(_ sequence: Int64) {
        self.sequence = sequence
        files = [
            Self.english: #"{"title":"Cart \#(sequence)","fixed":"OK"}"#,
            Self.french: #"{"title":"Panier \#(sequence)"}"#,
            Self.ios: """
            <strings language="fr"><string><original>Cart</original>\
            <translation>Panier \(sequence)</translation></string></strings>
            """,
            "web/en/legal.json": #"{"terms":"Terms"}"#,
        ]
    }

    /// The bytes of the manifest.
    var manifest: Data {
        let json = JSONValue.object { members in
            members.add("schema", 1)
            members.add("project", project)
            members.add("source", "en")
            members.add("channel", channel)
            members.add("appVersions", appVersions)
            members.add("sequence", sequence.map(JSONValue.integer))
            members.add(
                "rules",
                .array([
                    .object {
                        $0.add("name", "web")
                        $0.add("format", "i18next-json")
                    },
                    .object {
                        $0.add("name", "ios")
                        $0.add("format", "verid-xml")
                    },
                ]))
            members.add(
                "languages",
                .array(["en", "fr"].map { tag in .object { $0.add("locale", tag) } }))
            members.add("files", .array(files.keys.sorted().map(file)))
        }
        return Data(PrettyJSON.encode(json))
    }

    private func file(_ path: String) -> JSONValue {
        let data = Data((files[path] ?? "").utf8)
        let parts = path.split(separator: "/").map(String.init)
        return .object { members in
            members.add("path", path)
            members.add("profile", parts[0])
            if parts.count > 1 {
                members.add("locale", parts[1].replacingOccurrences(of: ".xml", with: ""))
            }
            if parts.count == 3 {
                members.add("section", parts[2].replacingOccurrences(of: ".json", with: ""))
            }
            members.add("mediaType", "application/json")
            members.add("size", sizes[path] ?? data.count)
            members.add("sha256", BundleManifest.hash(of: data))
        }
    }

    /// All files of the release, with a signature if there is a signer.
    func served(signedBy signer: TestSigner?) throws -> [String: String] {
        var all = files
        all["manifest.json"] = String(decoding: manifest, as: UTF8.self)
        all["manifest.json.sig"] = try signer?.sign(manifest)
        return all
    }
}
