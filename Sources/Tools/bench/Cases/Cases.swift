import Glibc
import Machine

/// A performance claim and its measurement: two or more alternatives side by side.
protocol BenchmarkCase: SendableMetatype {
    /// The name of the case on the command line.
    static var name: String { get }
    /// The measured operation and its counterpart, in one line.
    static var summary: String { get }

    /// Creates a case with its environment.
    init(_ bench: Bench)

    /// Runs the measurements.
    func run() async throws -> Findings
}

/// The cases, in the order in which they run.
enum Cases {
    static let all: [any BenchmarkCase.Type] = [
        ReadCase.self, ProposeCase.self, ServeCase.self, ServeManyCase.self, CatchUpCase.self,
        DiffCase.self, ExportCase.self, ImportCase.self, RebuildCase.self, MemoryCase.self,
    ]
}

/// The environment of the cases.
struct Bench {
    let options: BenchmarkOptions
    let programs: Programs
    let cache: Cache
    let scratch: ScratchDirectory

    /// Returns the requested number of rounds, or the case's default.
    func rounds(_ usual: Int) -> Int { options.rounds ?? usual }

    /// Returns `part`, reduced in proportion to the scale, but at least 1,000.
    func scaled(_ part: Int) -> Int { max(1000, options.events / (1_000_000 / part)) }

    /// Lets the file system rest for a minute, unless the scale is smaller.
    ///
    /// Ext4 without a journal reuses the inode of a deleted file only after a minute. Until then,
    /// each new file has to search past all such inodes. After many deletions, this takes longer
    /// than an append.
    func rest() {
        guard options.events >= 1_000_000 else { return }
        sync()
        sleep(61)
    }

    /// Returns the complete `dragoman` command line for a repository.
    func dragoman(_ repository: String, _ words: String...) -> [String] {
        [programs.dragoman, "-C", repository] + words
    }

    /// Runs a program, and returns its duration in seconds.
    func time(_ words: [String], in directory: String = "/") throws -> Double {
        try Processes.run(words, in: directory).seconds
    }
}
