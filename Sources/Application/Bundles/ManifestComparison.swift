import JSON
import Texts
import Translation
import Workspace

/// Compares a manifest with the manifest of another export.
struct ManifestComparison {
    /// The differences, each as a problem.
    private(set) var problems: [BundleProblem] = []
    /// The parts that cannot be compared, each as a sentence.
    private(set) var unchecked: [String] = []

    init(of manifest: BundleManifest, with again: BundleManifest) {
        compareFacts(manifest, again)
        compareLanguages(manifest, again)
        compareFiles(manifest, again)
        if manifest.unrepresentable != again.unrepresentable {
            differ(
                "The strings that it lists as unrepresentable differ from those in the revision.")
        }
    }

    private mutating func differ(_ message: String, path: String = BundleManifest.name) {
        problems.append(BundleProblem(path: path, kind: .differs, message: message))
    }

    private mutating func compareFacts(_ manifest: BundleManifest, _ again: BundleManifest) {
        let facts: [(String, String, String)] = [
            ("source", manifest.source.rawValue, again.source.rawValue),
            ("digest", manifest.digest, again.digest),
            ("events", String(manifest.events), String(again.events)),
            (
                "lastEvent", manifest.lastEvent?.description ?? "none",
                again.lastEvent?.description ?? "none"
            ),
        ]
        for (name, here, there) in facts where !here.hasSameBytes(as: there) {
            differ("“\(name)” is \(here), but \(there) in the revision.")
        }
        if !manifest.cldr.hasSameBytes(as: again.cldr) {
            unchecked.append(
                "Language names and directions were not compared: they are from CLDR "
                    + "\(manifest.cldr), but this program uses CLDR \(again.cldr)."
            )
        }
    }

    private mutating func compareLanguages(_ manifest: BundleManifest, _ again: BundleManifest) {
        let hasNames = manifest.cldr.hasSameBytes(as: again.cldr)
        var others = Dictionary(again.languages.map { ($0.locale, $0) }) { first, _ in first }
        var lacksOrigins = false
        for language in manifest.languages {
            guard var other = others.removeValue(forKey: language.locale) else {
                differ("The revision has no language \(language.locale).")
                continue
            }
            if !hasNames {
                other.name = language.name
                other.englishName = language.englishName
                other.direction = language.direction
            }
            if let origins = language.origins {
                compare(origins, other.origins, in: language.locale)
            } else {
                lacksOrigins = true
            }
            other.origins = language.origins
            if other != language {
                differ("Its entry for the language \(language.locale) differs from the revision.")
            }
        }
        if lacksOrigins {
            unchecked.append(
                "The manifest does not contain all origins of texts, so they were not compared."
            )
        }
        for tag in others.keys.sorted() {
            differ("It lacks the language \(tag), which is in the revision.")
        }
    }

    private mutating func compare(
        _ origins: OriginCounts, _ again: OriginCounts?, in locale: LanguageTag
    ) {
        guard origins != again else { return }
        func text(_ origins: OriginCounts?) -> String {
            origins.map { String(decoding: CanonicalJSON.encode($0.json), as: UTF8.self) } ?? "none"
        }
        differ(
            "“origins” of \(locale) is \(text(origins)), but \(text(again)) in the revision.")
    }

    private mutating func compareFiles(_ manifest: BundleManifest, _ again: BundleManifest) {
        var others = Dictionary(again.files.map { (Value.Text($0.path), $0) }) { first, _ in first }
        for file in manifest.files {
            guard let other = others.removeValue(forKey: Value.Text(file.path)) else {
                differ("The revision does not produce this file.", path: file.path)
                continue
            }
            if !other.sha256.hasSameBytes(as: file.sha256) {
                differ("The revision produces different bytes.", path: file.path)
            } else if other != file {
                differ("Its entry in the manifest differs from the revision.", path: file.path)
            }
        }
        for path in others.keys.map(\.string).sorted(by: { $0.precedesInBytes($1) }) {
            differ(
                "The revision produces this file, but the manifest does not list it.", path: path)
        }
    }
}
