import JSON
import Languages
import Texts
import Translation

extension Walker {
    /// Lets the user edit a value in the editor: a text as it is, or a tree as JSON.
    ///
    /// Returns nil if there is no result. Adds a final newline for the editor, because editors
    /// expect one, and removes it afterwards. The source text is below a scissors line, as in
    /// `git commit --cleanup=scissors`, because a text may have lines that begin with `#`.
    func edited(_ value: Value, beside definition: Definition?) -> Value? {
        var bytes =
            value.plainText.map { Array($0.utf8) + [UInt8(ascii: "\n")] }
            ?? PrettyJSON.encode(value.json)
        while true {
            do {
                bytes = try session.edit(bytes + Self.notes(on: definition))
                bytes = Self.withoutNotes(bytes)
            } catch let failure as EditorFailure {
                tell(failure.message, .red)
                tell(
                    "hint: Set EDITOR, or Git's core.editor, to a program that edits a file.", .dim)
                return nil
            } catch {
                tell("\(error)", .red)
                return nil
            }
            do {
                return try parse(bytes, isTree: value.plainText == nil)
            } catch let refusal as Refusal {
                tell(refusal)
                guard confirm("Edit it again") == true else { return nil }
            } catch {
                tell("\(error)", .red)
                return nil
            }
        }
    }

    /// Git's scissors line; everything below it is removed.
    private static let scissors = "# ------------------------ >8 ------------------------"

    /// Returns the notes below the text: the source text and its comment.
    private static func notes(on definition: Definition?) -> [UInt8] {
        guard let definition else { return [] }
        let texts = definition.value.texts.map { path, text in
            path.isEmpty ? text : "\(path.joined(separator: ".")): \(text)"
        }
        let lines = (texts + [definition.comment].compactMap(\.self))
            .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        let all =
            [scissors, "# This line and everything below are ignored. The source text:"]
            + lines.map { "# " + Visible.escaping(String($0)) }
        return Array(all.map { $0 + "\n" }.joined().utf8)
    }

    private static func withoutNotes(_ bytes: [UInt8]) -> [UInt8] {
        let cut = Array(scissors.utf8)
        var start = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.elementsEqual(cut) { return Array(bytes[..<start]) }
            start += line.count + 1
        }
        return bytes
    }

    private func parse(_ bytes: [UInt8], isTree: Bool) throws -> Value {
        if isTree {
            do {
                return try Value(json: JSONValue.parseMarked(bytes))
            } catch {
                throw Refusal(
                    .invalidValue, "The value is not valid: \(error)",
                    hint: "Keep the structure of the JSON, and change only the texts.")
            }
        }
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(
                .invalidValue, "The text is not valid UTF-8.",
                hint: "Set the editor's encoding to UTF-8.")
        }
        if text.utf8.last == UInt8(ascii: "\n") {
            text = String(decoding: text.utf8.dropLast(), as: UTF8.self)
        }
        return Value(text)
    }

    /// Shows the checks' findings in a text; returns true if there are errors.
    @discardableResult
    func tell(_ findings: [Finding]) -> Bool {
        for finding in findings {
            tell(Self.sentence(finding), finding.severity == .error ? .red : .yellow)
        }
        return findings.contains { $0.severity == .error }
    }

    static func sentence(_ finding: Finding) -> String {
        let place = finding.path.isEmpty ? "" : "\(finding.path.joined(separator: ".")): "
        return "\(finding.severity.rawValue): \(place)\(finding.message)"
    }
}
