import Cprocess
import Extraction
import FoundationEssentials
import Glibc
import SourceStrings

/// Finds the strings in Swift sources for `dragoman`.
///
/// This is a separate program, because the compiler's parser would slow down the start of
/// `dragoman`, and may crash on some sources. The program uses FoundationEssentials, because all of
/// Foundation would add a copy of ICU's data to it.
@main
enum Entrypoint {
    static func main() {
        guard cprocess_word_count() == 1, isatty(STDIN_FILENO) == 0 else {
            end("This program is part of dragoman. Use dragoman extract.", 64)
        }
        do {
            let request = try JSONDecoder().decode(ScanRequest.self, from: readAll())
            let scans = request.texts.map { request.source.scan($0) }
            write(try JSONEncoder().encode(scans), to: STDOUT_FILENO)
        } catch {
            end("Invalid request from dragoman: \(error)", 65)
        }
    }

    private static func readAll() -> Data {
        var data = Data()
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return data }
            data += part[..<count]
        }
    }

    private static func write(_ data: Data, to descriptor: Int32) {
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // If a write fails, the reader detects that the answer is incomplete.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func end(_ reason: String, _ status: Int32) -> Never {
        write(Data("\(reason)\n".utf8), to: STDERR_FILENO)
        exit(status)
    }
}
