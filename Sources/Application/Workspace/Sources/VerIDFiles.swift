import Checks
import Interchange
import Languages
public import Machine
import ReadModel
import SourceStrings
public import Texts
public import Translation

/// The source texts of an app that uses Ver-ID's convention: the English text is the key.
public enum Originals {
    /// Reads the source texts in a Ver-ID XML file, a Swift file, or all Swift files below a
    /// directory.
    ///
    /// The result has no duplicates, and is in code-point order. `note` receives literals that are
    /// not fixed texts.
    public static func read(
        _ path: String, on host: Host, note: (String) -> Void
    ) throws -> [String] {
        if Files.isDirectory(path) || path.hasSuffix(".swift") {
            let scans = try AppSources.scan(
                AppSources.swiftFiles(path, path), for: SwiftSource(manners: [.verID]), on: host)
            for (path, scan) in scans {
                for key in scan.unreadable { note("\(path):\(key.line): \(key.reason)") }
            }
            return sorted(scans.flatMap { $0.scan.strings.map(\.key) })
        }
        return VerIDCheck.originals(
            of: try VerIDFile.read(try Files.read(path), path: path, isSource: true))
    }

    private static func sorted(_ originals: [String]) -> [String] {
        Set(originals.map { Value.Text($0) }).map(\.string)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

/// A problem in a Ver-ID file, other than missing texts.
public struct VerIDFinding: Sendable, Equatable {
    /// The severity of the problem.
    public let severity: Finding.Severity
    /// The kind: `file-language`, `file-name`, `unused`, or the name of a check.
    public let check: String
    /// A description of the problem, in one sentence.
    public let message: String
    /// The affected source text, if any.
    public let original: String?

    init(
        _ severity: Finding.Severity, _ check: String, _ message: String, original: String? = nil
    ) {
        self.severity = severity
        self.check = check
        self.message = message
        self.original = original
    }
}

/// The check that Ver-ID's own script was meant to perform.
public enum VerIDFile {
    /// The result of checking a translation file.
    public struct Lack: Sendable {
        /// The originals whose translations are missing or empty, in order.
        public let originals: [String]
        /// The language in the contents, otherwise in the file name; `nil` if neither contains a
        /// valid language.
        public let locale: LanguageTag?
        /// Other problems in the file.
        public let findings: [VerIDFinding]
    }

    /// Finds the originals that a translation file lacks or leaves empty, and other problems in the
    /// file.
    ///
    /// Errors are:
    ///
    /// - placeholders that differ from the original's
    /// - a file name that no app finds
    ///
    /// Warnings are:
    ///
    /// - a missing language, or a language in codes that apps do not know
    /// - a file name that contradicts the language or that only Android apps find
    /// - originals that do not occur in the app
    public static func missing(
        of originals: [String], in bytes: [UInt8], path: String
    ) throws -> Lack {
        let file = try read(bytes, path: path, isSource: false)
        let inside = file.language.flatMap { try? Workspace.language($0) { _ in } }
        let named = VerIDXML().place(ofPath: path).language
            .flatMap { try? Workspace.language($0) { _ in } }
        var findings: [VerIDFinding] = []
        if file.language == nil {
            findings.append(
                VerIDFinding(.warning, "file-language", "The file does not declare its language."))
        }
        if let inside, let named, inside != named {
            let message = "The file is named for \(named), but its contents declare \(inside)."
            findings.append(VerIDFinding(.warning, "file-name", message))
        }
        let attributes = try Snapshot.reading(path) { () throws(InterchangeError) in
            try VerIDAttributes(ofFile: bytes)
        }
        findings += attributes.faults.map { VerIDFinding(.warning, "file-language", $0) }
        findings += nameFinding(path, of: named ?? inside).map { [$0] } ?? []
        findings += unused(in: file, originals: originals)
        findings += placeholders(in: file, locale: inside ?? named)
        return Lack(
            originals: VerIDCheck(originals: originals, file: file).missing,
            locale: inside ?? named, findings: findings)
    }

    /// Returns a finding if some apps cannot find the file by its name.
    ///
    /// Apps choose files by name alone; see ``VerIDNegotiation``. If only Android apps find the
    /// name, the finding is a warning. If no app finds it, the finding is an error.
    private static func nameFinding(_ path: String, of locale: LanguageTag?) -> VerIDFinding? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let locale else {
            return VerIDFinding(
                .error, "file-name",
                "No app finds “\(Visible.escaping(name))”: names have the form “fr.xml” or “fr_CA.xml”."
            )
        }
        let device = [locale.rawValue]
        if VerIDNegotiation.choose(device, bundles: [[name]])?.match == .exact { return nil }
        let expected = VerIDFileName.name(of: locale)
        let isOnAndroid = VerIDNegotiation.chooseOnAndroid(device, names: [name])?.match == .exact
        return isOnAndroid
            ? VerIDFinding(
                .warning, "file-name",
                "Apps on iOS do not find “\(Visible.escaping(name))”; they look for “\(expected)”.")
            : VerIDFinding(
                .error, "file-name",
                "No app finds “\(Visible.escaping(name))”; apps look for “\(expected)”.")
    }

    private static func unused(in file: ReadFile, originals: [String]) -> [VerIDFinding] {
        let known = Set(originals.map { Value.Text($0) })
        return VerIDCheck.originals(of: file).filter { !known.contains(Value.Text($0)) }.map {
            VerIDFinding(
                .warning, "unused", "The sources do not contain this original.", original: $0)
        }
    }

    private static func placeholders(
        in file: ReadFile, locale: LanguageTag?
    ) -> [VerIDFinding] {
        let context = DecisionContext(
            actor: nil, guid: nil, at: "", pluralCategories: { PluralCategories(of: $0.rawValue) },
            width: DisplayWidth.columns, checks: { _ in Checks.common })
        // The check is the same in all languages, so an unknown language does not matter.
        guard let locale = locale ?? LanguageTag("und") else { return [] }
        let checker = context.textChecker(for: locale) {
            $0.name == CheckInfo.placeholders.name
        }
        return file.entries.flatMap { entry -> [VerIDFinding] in
            guard let source = entry.source, let value = entry.value, !value.isEmptyText else {
                return []
            }
            return checker.findings(of: value, for: Definition(value: source)).map {
                VerIDFinding($0.severity, $0.check, $0.message, original: source.plainText)
            }
        }
    }

    /// Reads a Ver-ID file; throws if the file is clearly in another format.
    fileprivate static func read(
        _ bytes: [UInt8], path: String, isSource: Bool
    ) throws -> ReadFile {
        let format = VerIDXML()
        if let other = FileFormats.recognizing(path: path, bytes: bytes), other.name != format.name
        {
            throw Refusal(
                .invalidFile, "\(path) is not a Ver-ID XML file; its format is \(other.name).",
                hint: .typed(
                    "`dragoman import --dry-run` shows what a file in another format would change.")
            )
        }
        return try Snapshot.reading(path) { () throws(InterchangeError) in
            try format.read(bytes, context: ReadContext(section: "default", isSource: isSource))
        }
    }
}

extension Snapshot {
    /// Returns the project's plain source texts that require a translation, in code-point order.
    public func originals() throws -> [String] {
        try model.entries(locale: project.source, chain: []).filter(\.isTranslatable)
            .compactMap { $0.definition.value.plainText }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
