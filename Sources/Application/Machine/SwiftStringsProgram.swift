import Cspawn
import Foundation
public import SourceStrings
import Translation

/// The program that finds the strings in Swift sources.
///
/// The compiler's parser is not part of `dragoman`, for two reasons. Its five thousand conformances
/// would be scanned at every start. If a source file crashed the parser, it would also crash the
/// command.
public enum SwiftStringsProgram {
    package static let name = "dragoman-swift-strings"
    /// The purpose of the program, for messages; see ``CompanionProgram/path(of:purpose:)``.
    package static let purpose = "reads Swift sources"

    /// The maximum size of source text in one run, in bytes, unless a single file is larger.
    private static let batch = 8 << 20

    /// Finds the strings in source texts, and returns a result for each text.
    ///
    /// If the program fails on a text, the result contains the error. Throws a ``Refusal`` if the
    /// program is missing or has a different version.
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
        line: 1, because: "The Swift parser fails on this file")

    /// Returns the results of one run, or `nil` if a signal ended it.
    ///
    /// Throws a ``Refusal`` if the program failed in a way that no source text can cause.
    private static func answer(
        _ texts: [String], _ source: SwiftSource, _ host: Host
    ) throws -> [SourceScan]? {
        let scratch = try ScratchDirectory(host)
        let request = try JSONEncoder().encode(ScanRequest(source: source, texts: texts))
        let result = try ChildProcess.run(
            try CompanionProgram.path(of: name, purpose: purpose), [],
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
                hint: "Run `make install` to install this version of it.")
        }
        return scans
    }
}
