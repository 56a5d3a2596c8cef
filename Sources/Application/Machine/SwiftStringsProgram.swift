import Cspawn
import Foundation
public import SourceStrings
import Translation

/// The program that finds the strings of Swift sources.
///
/// The parser of the compiler is apart from `dragoman`: its five thousand conformances would be gone through at every start, and
/// a source that it fails on would take the command with it.
public enum SwiftStringsProgram {
    /// The program's name.
    package static let name = "dragoman-swift-strings"

    /// How many bytes of texts one run gets, unless a single file has more.
    private static let batch = 8 << 20

    /// Finds the strings of texts, and returns an answer for each.
    ///
    /// A text that the program fails on has an answer that says so. Throws a ``Refusal`` if there is no such program, or
    /// another.
    @Sendable public static func scan(
        _ texts: [String], for source: SwiftSource, on host: Host
    ) throws -> [SourceScan] {
        var scans: [SourceScan] = []
        var rest = texts[...]
        while !rest.isEmpty {
            var size = 0
            let next = rest.prefix { text in
                defer { size += text.utf8.count }
                return size == 0 || size + text.utf8.count <= batch
            }
            rest = rest.dropFirst(next.count)
            if let found = try answer(Array(next), source, host) {
                scans += found
            } else {
                for text in next {
                    scans += try answer([text], source, host) ?? [failed]
                }
            }
        }
        return scans
    }

    private static let failed = SourceScan.passedOver(
        line: 1, because: "The parser of Swift fails on it")

    /// The answers of one run; `nil` if a signal ended it.
    ///
    /// Throws a ``Refusal`` for an end that no source can bring about.
    private static func answer(
        _ texts: [String], _ source: SwiftSource, _ host: Host
    ) throws -> [SourceScan]? {
        let scratch = try ScratchDirectory(host)
        let request = try JSONEncoder().encode(ScanRequest(source: source, texts: texts))
        let result = try ChildProcess.run(
            try CompanionProgram.path(of: name, purpose: "reads Swift sources"), [],
            input: try scratch.add(Array(request), as: "request"),
            isAttended: false, environment: host.environment, in: scratch)
        if result.status >= 128 { return nil }
        guard result.status == 0,
            let scans = try? JSONDecoder().decode(
                [SourceScan].self, from: Data(result.output.utf8)),
            scans.count == texts.count
        else {
            throw Refusal(
                .file, "The program \(name), which reads Swift sources, does not work.",
                hint: "`make install` puts the one of this version into its place.")
        }
        return scans
    }
}
