import Texts
import Translation

/// Checks whether a file translates all texts in an app.
///
/// An original counts as translated if the file contains it byte for byte, with a translation that
/// apps show. The translation must not be blank, because apps trim texts and then show the original
/// instead. An empty translation must have `empty="true"`. If the file contains an original several
/// times, under several keys, all of its entries must be translated.
public struct VerIDCheck: Sendable, Equatable {
    /// The untranslated originals in the given order, without duplicates.
    public let missing: [String]

    /// Checks which originals are translated in a file.
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

    /// Whether no original is missing.
    public var isComplete: Bool { missing.isEmpty }

    /// The result in the format of Ver-ID's own script.
    ///
    /// The script prints `All translated`, or `Missing:` followed by a line for each original.
    public var lines: [String] { isComplete ? ["All translated"] : ["Missing:"] + missing }

    /// Returns the originals in a template or translation, in code-point order and without
    /// duplicates.
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
