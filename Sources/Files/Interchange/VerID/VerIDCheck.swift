import Texts
import Translation

/// Whether a file translates all that an app says.
///
/// An original counts as translated if the file has it byte for byte and gives it a translation
/// that apps show: not empty but for `empty="true"`, and not blank, since apps trim texts and then
/// show the original. Where a file has it several times, under several keys, all must be
/// translated.
public struct VerIDCheck: Sendable, Equatable {
    /// The originals that are not translated, in the order in which they were given, each once.
    public let missing: [String]

    /// Looks for originals in a file.
    public init(originals: [String], file: ReadFile) {
        var translated: [Value.Text: Bool] = [:]
        for entry in file.entries {
            guard case .text(let original) = entry.source else { continue }
            translated[original] = Self.isTranslated(entry) && translated[original] ?? true
        }
        var seen: Set<Value.Text> = []
        missing = originals.filter {
            let original = Value.Text($0)
            return seen.insert(original).inserted && translated[original] != true
        }
    }

    /// Whether nothing is missing.
    public var isComplete: Bool { missing.isEmpty }

    /// The result as Ver-ID's own script says it: `All translated`, or `Missing:` and a line for
    /// each original.
    public var lines: [String] { isComplete ? ["All translated"] : ["Missing:"] + missing }

    /// The originals of a template or of any translation, in code-point order, each once.
    public static func originals(of file: ReadFile) -> [String] {
        var seen: Set<Value.Text> = []
        for entry in file.entries {
            if case .text(let original) = entry.source, !original.string.isEmpty {
                seen.insert(original)
            }
        }
        return seen.map(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func isTranslated(_ entry: FileEntry) -> Bool {
        guard case .text(let text) = entry.value else { return entry.value != nil }
        return entry.isDeliberatelyEmpty || !isBlank(text) || entry.source.map(isBlank) == true
    }

    private static func isBlank(_ value: Value) -> Bool {
        if case .text(let text) = value { isBlank(text) } else { false }
    }

    private static func isBlank(_ text: Value.Text) -> Bool {
        text.string.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
