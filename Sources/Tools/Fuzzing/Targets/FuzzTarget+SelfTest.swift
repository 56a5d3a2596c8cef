extension FuzzTarget {
    /// A reader with every fault that the fuzzer looks for.
    ///
    /// It is not part of ``all``, and `make fuzz TARGET=self-test` must fail.
    static let selfTest = FuzzTarget(
        "self-test", "A reader that crashes, hangs, exhausts memory or breaks a law on request.",
        maximumSize: 256, seeds: ["fine"], words: Fault.allCases.map(\.rawValue)
    ) { input in
        let fault = Fault.allCases.first { fault in
            let word = Array(fault.rawValue.utf8)
            return input.indices.contains { input[$0...].starts(with: word) }
        }
        switch fault {
        case .crash:
            let empty: [UInt8] = Array(input.prefix(0))
            return empty[input.count] == 0 ? .accepted : .refused
        case .hang: while true {}
        case .swell:
            var blocks: [[UInt8]] = []
            while true { blocks.append([UInt8](repeating: 1, count: 1 << 27)) }
        case .recurse: return depth(of: input, 0) > 0 ? .accepted : .refused
        case .lie: throw BrokenLaw(law: "The self-test obeys its law.", detail: "")
        case .toss: throw Tossed()
        case nil: return .accepted
        }
    }

    private enum Fault: String, CaseIterable {
        case crash, hang, swell, recurse, lie, toss
    }

    private struct Tossed: Error {}

    private static func depth(of input: [UInt8], _ level: Int) -> Int {
        level < 1_000_000 ? depth(of: input + [0], level + 1) - 1 : input.count
    }
}
