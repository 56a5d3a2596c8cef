import FoundationEssentials
public import Testing

/// Compares a text with the file `name` in the test target's `Golden` folder.
///
/// With `RECORD_GOLDEN=1` in the environment, the file is written, but the test still fails,
/// because a run that records proves nothing. Differences are shown line by line, with three lines
/// of context.
public func assertGolden(
    _ text: String, _ name: String, filePath: StaticString = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let file = testTarget(of: URL(filePath: "\(filePath)"))
        .appending(path: "Golden").appending(path: name)
    assertGolden(text, at: file, "Golden/\(name)", sourceLocation: sourceLocation)
}

/// Compares a text with a page of this repository, such as `docs/guide/cli.md`, like a golden file.
public func assertPage(
    _ text: String, _ path: String, filePath: StaticString = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let file = testTarget(of: URL(filePath: "\(filePath)"))
        .appending(path: "../..").appending(path: path)
    assertGolden(text, at: file, path, sourceLocation: sourceLocation)
}

private func assertGolden(
    _ text: String, at file: URL, _ name: String, sourceLocation: SourceLocation
) {
    do {
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("\(name) was written.", sourceLocation: sourceLocation)
            return
        }
        let expected = try Data(contentsOf: file)
        guard !expected.elementsEqual(text.utf8) else { return }
        let difference = GoldenDifference.lines(
            expected: String(decoding: expected, as: UTF8.self), actual: text)
        Issue.record(
            "The text differs from \(name):\n\(difference)", sourceLocation: sourceLocation)
    } catch {
        Issue.record(
            "\(name) cannot be used (use RECORD_GOLDEN=1 to write it): \(error)",
            sourceLocation: sourceLocation)
    }
}

/// Returns the folder in `Tests` that contains a file.
private func testTarget(of file: URL) -> URL {
    var folder = file.deletingLastPathComponent()
    while folder.pathComponents.count > 1,
        folder.deletingLastPathComponent().lastPathComponent != "Tests"
    {
        folder.deleteLastPathComponent()
    }
    return folder
}

/// The differences between two texts, line by line.
public enum GoldenDifference {
    private static let context = 3

    /// Returns the differing lines, with a few lines of context.
    ///
    /// Lines that are only in `expected` are marked `-`, and lines that are only in `actual` are
    /// marked `+`. Control characters are escaped.
    public static func lines(expected: String, actual: String) -> String {
        let before = split(expected)
        let after = split(actual)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var rows: [(mark: Character, line: String)] = []
        var old = 0
        var new = 0
        while old < before.count || new < after.count {
            if removed.contains(old) {
                rows.append(("-", before[old]))
                old += 1
            } else if inserted.contains(new) {
                rows.append(("+", after[new]))
                new += 1
            } else {
                rows.append((" ", before[old]))
                old += 1
                new += 1
            }
        }
        return shortened(rows)
    }

    /// Splits by bytes, because Swift treats strings as equal if they differ only in normalization.
    private static func split(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            var line = ""
            for scalar in String(decoding: $0, as: UTF8.self).unicodeScalars {
                line += isInvisible(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
            }
            return line
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F
            || scalar.properties.canonicalCombiningClass != .notReordered
    }

    private static func shortened(_ rows: [(mark: Character, line: String)]) -> String {
        let changed = rows.indices.filter { rows[$0].mark != " " }
        var shown: Set<Int> = []
        for index in changed {
            shown.formUnion(max(0, index - context)...min(rows.count - 1, index + context))
        }
        var result: [String] = []
        var last = -1
        for index in rows.indices where shown.contains(index) {
            if index != last + 1 { result.append("…") }
            result.append("\(rows[index].mark) \(rows[index].line)")
            last = index
        }
        return result.joined(separator: "\n")
    }
}
