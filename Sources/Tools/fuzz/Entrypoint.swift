import Cprocess
import Foundation
import Fuzzing
import Glibc

/// Throws input at the readers of what others wrote, for as long as one likes: `fuzz --help` says how.
@main
enum Entrypoint {
    static func main() {
        do {
            let words = (1..<max(1, cprocess_word_count())).compactMap { cprocess_word($0) }
            let options = try FuzzOptions(words.map { String(cString: $0) })
            let status: Int32
            switch options.mode {
            case .help:
                say(FuzzOptions.help)
                status = 0
            case .list:
                for target in options.targets { say("\(target.name): \(target.summary)") }
                status = 0
            case .worker(let target, let progress):
                status = try Worker(target: target, options: options, progress: progress).run()
            case .one(let target, let file):
                status = try Worker.runOne(target, file)
            case .seeds(let target, let directory):
                try CoverageGuided.writeSeeds(of: target, root: options.root, to: directory)
                status = 0
            case .coverage(let target, let arguments):
                status = try CoverageGuided.run(target, arguments)
            case .all: status = try Supervisor(options: options).run()
            }
            exit(status)
        } catch {
            FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
            exit(64)
        }
    }
}

/// Writes a line to standard output.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
