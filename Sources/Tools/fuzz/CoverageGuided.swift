import Foundation
import Fuzzing
import Glibc

/// libFuzzer, which finds its way by the code that inputs reach: `make fuzz-coverage` links it.
enum CoverageGuided {
    #if LIBFUZZER
    /// What libFuzzer calls with each input; set once before it begins.
    private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

    @_silgen_name("LLVMFuzzerRunDriver")
    private static func runDriver(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ callback: Callback
    ) -> CInt
    #endif

    /// Writes what is known of a target: a file for each input in `DIR/corpus`, and the words as `DIR/dictionary`.
    static func writeSeeds(of target: FuzzTarget, root: String, to directory: String) throws {
        let corpus = directory + "/corpus"
        try FileManager.default.createDirectory(
            atPath: corpus, withIntermediateDirectories: true)
        let kept = Corpus(root: root)
        let known =
            target.seeds + kept.found(for: target).map(\.input) + kept.fixtures(for: target)
        for (number, input) in known.enumerated() {
            try writeFile("\(corpus)/known-\(number)", input)
        }
        // libFuzzer takes no empty dictionary.
        let words = (target.words + ["\u{0}"]).filter { !$0.isEmpty }.map { word in
            "\"" + word.utf8.map { "\\x" + hexadecimal($0) }.joined() + "\"\n"
        }
        try writeFile(directory + "/dictionary", Array(words.joined().utf8))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    static func run(_ target: FuzzTarget, _ arguments: [String]) throws -> Int32 {
        #if LIBFUZZER
        try CoverageBody.set(target)
        var words: [UnsafeMutablePointer<CChar>?] = (["fuzz"] + arguments).map { strdup($0) }
        var count = CInt(words.count)
        words.append(nil)
        return words.withUnsafeMutableBufferPointer { buffer in
            var start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = buffer.baseAddress
            return runDriver(&count, &start) { bytes, count in
                CoverageBody.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            }
        }
        #else
        throw FuzzOptions.Wrong(
            description: "This build is without libFuzzer; `make fuzz-coverage` makes one with it.")
        #endif
    }
}
