import Cexttextcat
import Glibc
package import Synchronization

/// Tells which language a text is in, by libexttextcat.
///
/// It needs the files of Debian's `libexttextcat-data`, or of an installation by hand in `/usr/local`.
package final class TextIdentifier {
    /// The one of this process, made when it is first asked; nil inside without its files.
    package static let shared = Mutex<TextIdentifier?>(TextIdentifier())

    /// The directories of the files, each with a trailing slash.
    private static let directories = [
        "/usr/share/libexttextcat/", "/usr/local/share/libexttextcat/",
    ]
    /// More than this makes the answer no better.
    private static let usedBytes = 2000

    private let handle: UnsafeMutableRawPointer
    /// The languages that it can tell.
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

    /// A language that a text may be in.
    struct Candidate {
        /// Its subtag, such as `de`.
        let language: String
        /// The distance of the text from the language's fingerprint; smaller is nearer, without a
        /// known limit.
        let distance: Int
    }

    /// Returns the languages that a text may be in, the likeliest first; none if it does not know.
    package func languages(of text: [UInt8]) -> [String] { candidates(for: text).map(\.language) }

    /// Returns the languages within 3 % of the nearest one, nearest first; none if there are more than five.
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

    /// The first subtag of a name such as `az-cyrillic-utf8`.
    private static func language(_ name: String) -> String {
        let language = String(name.prefix { $0 != "-" })
        // The names are older than today's tags.
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
