import Cprocess
import Extraction
import Foundation
import SourceStrings

/// Finds the strings of Swift sources for `dragoman`, which would start more slowly with the parser of the compiler in it, and
/// which outlives a source that the parser fails on.
@main
enum Entrypoint {
    static func main() {
        guard cprocess_word_count() == 1, isatty(STDIN_FILENO) == 0 else {
            end("This program is a part of dragoman: see dragoman extract.", 64)
        }
        do {
            let input = try FileHandle.standardInput.readToEnd() ?? Data()
            let request = try JSONDecoder().decode(ScanRequest.self, from: input)
            let scans = request.texts.map { request.source.scan($0) }
            try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(scans))
        } catch {
            end("No request of dragoman's: \(error)", 65)
        }
    }

    private static func end(_ reason: String, _ status: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(reason)\n".utf8))
        exit(status)
    }
}
