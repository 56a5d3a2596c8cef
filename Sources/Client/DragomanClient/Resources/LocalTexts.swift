public import Foundation

/// The texts that are built into an app.
public protocol LocalTexts: Sendable {
    /// The languages that have texts, sorted.
    var languages: [String] { get }

    /// Returns the JSON of a namespace in a language, or nil if there is no file.
    ///
    /// Throws a ``TextsFileError`` if the file exists but cannot be used.
    func json(language: String, namespace: String) throws(TextsFileError) -> Data?
}

/// Local texts for an app without built-in texts.
public struct NoLocalTexts: LocalTexts {
    /// Creates an empty source of texts.
    public init() {}

    /// An empty list.
    public var languages: [String] { [] }

    /// Returns nil.
    public func json(language: String, namespace: String) -> Data? { nil }
}

/// Texts in a directory, with one file `language/namespace.json` for each language and namespace,
/// as in i18next apps.
public struct LocalDirectory: LocalTexts {
    private let url: URL

    /// Creates a source for the texts in a directory.
    public init(_ url: URL) { self.url = url }

    /// The names of the visible subdirectories, sorted.
    public var languages: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { name in
            !name.hasPrefix(".") && Self.isDirectory(url.appendingPathComponent(name))
        }.sorted()
    }

    private static func isDirectory(_ url: URL) -> Bool {
        let url = url.resolvingSymlinksInPath()
        return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }

    /// Reads a file in the directory, or returns nil if the file does not exist.
    ///
    /// Throws a ``TextsFileError`` if the file cannot be used, or if the directory does not exist.
    public func json(language: String, namespace: String) throws(TextsFileError) -> Data? {
        guard ResourceName.isSafe(language), ResourceName.isSafe(namespace) else { return nil }
        let file = url.appendingPathComponent(language)
            .appendingPathComponent("\(namespace).json")
        guard FileManager.default.fileExists(atPath: file.path) else {
            // A wrong path would otherwise look like an app without texts.
            guard Self.isDirectory(url) else {
                throw .unreadable("\(url.lastPathComponent) is not a directory.")
            }
            return nil
        }
        return try BoundedFile.read(file)
    }
}

/// Validates language and namespace names that are used in a path or an address.
enum ResourceName {
    /// Returns true if a name is safe to use in a path or an address.
    ///
    /// It has 1 to 128 bytes. It must not contain an empty part, a part such as `..`, a space, a
    /// control character or any character that i18next-http-backend rejects.
    static func isSafe(_ name: String) -> Bool {
        guard (1...128).contains(name.utf8.count) else { return false }
        guard
            name.unicodeScalars.allSatisfy({ scalar in
                scalar.value > 0x20 && scalar.value != 0x7F
                    && !"\\?#%@".unicodeScalars.contains(scalar)
            })
        else { return false }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.allSatisfy { $0 == "." }
        }
    }
}
