import Glibc
import Machine

/// A claim, and how it is measured: two or more things side by side.
protocol BenchmarkCase: SendableMetatype {
    /// The name by which it is asked for.
    static var name: String { get }
    /// The measured operation and its counterpart, in one line.
    static var summary: String { get }

    /// Makes a case with its environment.
    init(_ bench: Bench)

    /// Measures.
    func run() async throws -> Findings
}

/// The cases, in the order in which they run.
enum Cases {
    static let all: [any BenchmarkCase.Type] = [
        ReadCase.self, ProposeCase.self, ServeCase.self, CatchUpCase.self, DiffCase.self,
        ExportCase.self, ImportCase.self, RebuildCase.self, MemoryCase.self,
    ]
}

/// The environment of the cases.
struct Bench {
    let options: BenchmarkOptions
    let programs: Programs
    let cache: Cache
    let scratch: ScratchDirectory

    /// Returns the number of rounds: the requested one, otherwise the case's own.
    func rounds(_ usual: Int) -> Int { options.rounds ?? usual }

    /// Returns `part` of a million at the full scale, and proportionally less at a smaller one,
    /// but never below 1,000.
    func scaled(_ part: Int) -> Int { max(1000, options.events / (1_000_000 / part)) }

    /// Lets the file system rest for a minute, unless the scale is a smaller one.
    ///
    /// Ext4 without a journal gives the place of a deleted file to another one only after a minute, and whenever a file is made it
    /// looks at all such places before it finds a free one: after many were deleted that takes longer than an append.
    func rest() {
        guard options.events >= 1_000_000 else { return }
        sync()
        sleep(61)
    }

    /// The whole command line of the product, in a repository.
    func dragoman(_ repository: String, _ words: String...) -> [String] {
        [programs.dragoman, "-C", repository] + words
    }

    /// Runs a program, and returns how many seconds it took.
    func time(_ words: [String], in directory: String = "/") throws -> Double {
        try Processes.run(words, in: directory).seconds
    }
}
