import Foundation
import Glibc

/// A file in which a worker leaves the input that it is at, so that it is known after a crash.
///
/// Three numbers of eight bytes (inputs begun, inputs accepted, the length of the input), and the input.
struct ProgressFile: ~Copyable {
    private let descriptor: Int32
    private static let header = 24

    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw FuzzOptions.Wrong(description: "\(path) cannot be written.")
        }
    }

    deinit { close(descriptor) }

    /// Notes an input that is about to be run.
    func begin(_ input: [UInt8], number: Int, accepted: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.header + input.count)
        for number in [number, accepted, input.count] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        bytes += input
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// What a worker left.
    struct State {
        var begun = 0
        var accepted = 0
        var input: [UInt8] = []
    }

    /// Reads what a worker left.
    static func read(_ path: String) -> State {
        guard let data = FileManager.default.contents(atPath: path), data.count >= header else {
            return State()
        }
        let bytes = Array(data)
        func number(_ index: Int) -> Int {
            (0..<8).reduce(0) { $0 | Int(bytes[index * 8 + $1]) << (8 * $1) }
        }
        return State(
            begun: number(0), accepted: number(1),
            input: Array(bytes[header...].prefix(max(0, number(2)))))
    }
}

/// Writes a file anew.
func writeFile(_ path: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
}
