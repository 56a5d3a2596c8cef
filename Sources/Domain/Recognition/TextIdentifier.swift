import Cexttextcat
import Glibc
package import Synchronization

/// Identifies the language of a text, using libexttextcat.
///
/// Requires the files from the Debian package `libexttextcat-data`, or from a manual installation
/// in `/usr/local`.
package final class TextIdentifier {
    /// The shared instance, created on first use.
    ///
    /// Contains nil if the files are missing.
    package static let shared = Mutex<TextIdentifier?>(TextIdentifier())

    /// The directories to search for the files, each with a trailing slash.
    private static let directories = [
        "/usr/share/libexttextcat/", "/usr/local/share/libexttextcat/",
    ]
    /// The maximum number of bytes used.
    ///
    /// More text does not improve the result.
    private static let usedBytes = 2000

    private let handle: UnsafeMutableRawPointer
    /// The languages that can be identified.
    package let languages: Set<String>

    private init?() {
        guard
            let directory = Self.directories.first(where: { access($0 + "fpdb.conf", R_OK) == 0 }),
            let handle = special_textcat_Init(directory + "fpdb.conf", directory)
        else { return nil }
        self.handle = handle
        languages = Self.names(in: directory + "fpdb.conf")
    }

    deinit { textcat_Done(handle) }

    /// A possible language of a text.
    struct Candidate {
        /// The language subtag, such as `de`.
        let language: String
        /// The distance of the text from the language's fingerprint.
        ///
        /// Smaller is closer; there is no known upper limit.
        let distance: Int
    }

    /// Returns the possible languages of a text, most likely first.
    ///
    /// The list is empty if the language is unclear.
    package func languages(of text: [UInt8]) -> [String] { candidates(for: text).map(\.language) }

    /// Returns the languages whose distance is within 3% of the smallest distance, closest first.
    ///
    /// The list is empty if more than five languages are that close.
    func candidates(for text: [UInt8]) -> [Candidate] {
        guard let output = textcat_GetClassifyFullOutput(handle) else { return [] }
        defer { textcat_ReleaseClassifyFullOutput(handle, output) }
        let count = text.prefix(Self.usedBytes).withUnsafeBytes { bytes in
            textcat_ClassifyFull(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, output)
        }
        guard count > 0 else { return [] }
        return UnsafeBufferPointer(start: output, count: Int(count)).map { candidate in
            Candidate(
                language: Self.language(String(cString: candidate.name)),
                distance: Int(candidate.score))
        }
    }

    /// Returns the language subtag from a name such as `az-cyrillic-utf8`.
    private static func language(_ name: String) -> String {
        let language = String(name.prefix { $0 != "-" })
        // libexttextcat's names are older than current tags.
        return language == "sh" ? "sr" : language
    }

    private static func names(in path: String) -> Set<String> {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var names: Set<String> = []
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }
            if words.count > 1, !text.hasPrefix("#") {
                names.insert(Self.language(String(words[1])))
            }
        }
        return names
    }
}
