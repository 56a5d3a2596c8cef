import Fuzzing

/// What the command line says.
struct FuzzOptions {
    /// What is to be done.
    enum Mode {
        case help
        case list
        /// All targets in turn, each in a process of its own.
        case all
        /// In such a process.
        case worker(FuzzTarget, progress: String)
        /// One input of a file.
        case one(FuzzTarget, file: String)
        /// libFuzzer, where it is linked.
        case coverage(FuzzTarget, arguments: [String])
        /// Writes the known inputs and the words for libFuzzer.
        case seeds(FuzzTarget, directory: String)
    }

    var mode = Mode.all
    var targets = FuzzTarget.all
    var seed: UInt64 = 1
    /// Seconds for all targets together; a count of inputs counts instead where there is one.
    var seconds = 60
    var count: Int?
    var root = "."
    /// Where inputs that fail are written; nowhere if it is empty.
    var failures = ""
    /// Seconds that one input may take.
    var patience = 10

    static let help = """
        Usage: fuzz [--seed N] [--time SECONDS | --count N] [--target NAME,…] [--root DIR]
                    [--failures DIR] [--patience SECONDS]
               fuzz --list
               fuzz --one TARGET FILE
               fuzz --seeds TARGET DIR
               fuzz --coverage TARGET [libFuzzer's options and directories]

        Runs inputs that the seed decides, for the targets in turn: those that once failed, and so many others or
        for so long. Exit 1 if one crashed, hung, took too much
        memory, threw what is no refusal, or broke a law; the smallest such input is printed.
        """

    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(_ name: String) throws -> String {
            guard let value = rest.popFirst() else {
                throw Wrong(description: "\(name) needs a value.")
            }
            return value
        }
        func number(_ name: String) throws -> Int {
            guard let number = Int(try value(name)), number >= 0 else {
                throw Wrong(description: "\(name) takes a number.")
            }
            return number
        }
        while let name = rest.popFirst() {
            switch name {
            case "--seed": seed = UInt64(try number(name))
            case "--time": seconds = try number(name)
            case "--count": count = try number(name)
            case "--patience": patience = try number(name)
            case "--root": root = try value(name)
            case "--failures": failures = try value(name)
            case "--target":
                targets = try value(name).split(separator: ",").map { try Self.target(String($0)) }
            case "--list": mode = .list
            case "--help", "-h": mode = .help
            case "--one": mode = .one(try Self.target(value(name)), file: try value(name))
            case "--seeds": mode = .seeds(try Self.target(value(name)), directory: try value(name))
            case "--worker": mode = .worker(try Self.target(value(name)), progress: try value(name))
            case "--coverage":
                mode = .coverage(try Self.target(value(name)), arguments: Array(rest))
                rest = []
            default: throw Wrong(description: "There is no option \(name); see --help.")
            }
        }
    }

    private static func target(_ name: String) throws -> FuzzTarget {
        guard let target = FuzzTarget.named(name) else {
            throw Wrong(description: "There is no target \(name); see --list.")
        }
        return target
    }
}
