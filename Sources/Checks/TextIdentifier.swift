import Cexttextcat
import Glibc
import Synchronization

/// Tells which language a text is in, by libexttextcat.
///
/// It needs the files of Debian's `libexttextcat-data`, or of an installation by hand in `/usr/local`.
final class TextIdentifier {
    /// The one of this process, made when it is first asked; nil inside without its files.
    static let shared = Mutex<TextIdentifier?>(TextIdentifier())

    /// Where the files are, with a solidus at the end.
    private static let directories = [
        "/usr/share/libexttextcat/", "/usr/local/share/libexttextcat/",
    ]
    /// More than this makes the answer no better.
    private static let usedBytes = 2000

    private let handle: UnsafeMutableRawPointer
    /// The languages that it can tell.
    let languages: Set<String>

    private init?() {
        guard
            let directory = Self.directories.first(where: { access($0 + "fpdb.conf", R_OK) == 0 }),
            let handle = special_textcat_Init(directory + "fpdb.conf", directory)
        else { return nil }
        self.handle = handle
        languages = Self.names(in: directory + "fpdb.conf")
    }

    deinit { textcat_Done(handle) }

    /// Returns the languages that a text may be in, the likeliest first; none if it does not know.
    func languages(of text: [UInt8]) -> [String] {
        let used = text.prefix(Self.usedBytes)
        let answer = used.withUnsafeBytes { bytes in
            textcat_Classify(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard let answer else { return [] }
        let words = String(cString: answer)
        guard words.hasPrefix("[") else { return [] }
        return words.split(separator: "[").map { Self.language(String($0.prefix { $0 != "]" })) }
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
