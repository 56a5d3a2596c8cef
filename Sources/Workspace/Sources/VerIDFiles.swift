import Interchange
import ReadModel
import SourceStrings
public import Translation

/// The source texts of an app in Ver-ID's manner: the English text is the key.
public enum Originals {
    /// Reads the source texts of a Ver-ID XML file, a Swift file, or all Swift files below a directory.
    ///
    /// They come once each, in code-point order. `note` hears of literals that are no fixed texts.
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

/// The check that Ver-ID's own script meant to be.
public enum VerIDFile {
    /// What a translation file lacks.
    public struct Lack: Sendable {
        /// The originals that it lacks or leaves empty, in their order.
        public let originals: [String]
        /// The language that the file says inside, else by its name; `nil` where neither names one.
        public let locale: LanguageTag?
    }

    /// The originals that a translation file lacks or leaves empty.
    public static func missing(
        of originals: [String], in bytes: [UInt8], path: String
    ) throws -> Lack {
        let file = try read(bytes, path: path, isSource: false)
        let spelling = file.language ?? VerIDXML().place(ofPath: path).language
        return Lack(
            originals: VerIDCheck(originals: originals, file: file).missing,
            locale: spelling.flatMap { try? Workspace.language($0) { _ in } })
    }

    /// Reads a file, unless it is plainly of another format.
    fileprivate static func read(
        _ bytes: [UInt8], path: String, isSource: Bool
    ) throws -> ReadFile {
        let format = VerIDXML()
        if let other = FileFormats.recognizing(path: path, bytes: bytes), other.name != format.name
        {
            throw Refusal(
                .invalidFile, "\(path) is no Ver-ID XML file, but \(other.name).",
                hint: .file(.tryImport))
        }
        return try Snapshot.reading(path) { () throws(InterchangeError) in
            try format.read(bytes, context: ReadContext(section: "default", isSource: isSource))
        }
    }
}

extension Snapshot {
    /// The plain source texts of the project that want a translation, in code-point order.
    public func originals() throws -> [String] {
        try model.entries(locale: project.source, chain: []).filter(\.isTranslatable)
            .compactMap { $0.definition.value.plainText }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
