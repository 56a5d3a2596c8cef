import Foundation

/// The shell lines of a job in `repo-template/`, as a runner gets them.
struct JobScript {
    let lines: String

    /// Extracts the block after a line: `run: |` after a step's name, `- |` below a job's
    /// `script:`.
    init(_ file: String, after marks: String..., sourceFile: String = #filePath) throws {
        let root = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let url = root.appendingPathComponent("repo-template/" + file)
        var rest = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")[...]
        for mark in marks {
            guard let place = rest.firstIndex(where: { $0.trimmed == mark }) else {
                throw Missing(mark: mark)
            }
            rest = rest[(place + 1)...]
        }
        guard let start = rest.firstIndex(where: { ["run: |", "- |"].contains($0.trimmed) }),
            let first = rest[(start + 1)...].first
        else { throw Missing(mark: "|") }
        let indent = first.prefix { $0 == " " }.count
        lines = rest[(start + 1)...].prefix {
            $0.isEmpty || $0.prefix { $0 == " " }.count >= indent
        }
        .map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }

    struct Missing: Error { let mark: String }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
