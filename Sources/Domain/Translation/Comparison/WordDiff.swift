import Texts

/// The differences between two texts, word by word.
public enum WordDiff {
    /// A run of words that were kept, removed or added.
    public struct Change: Sendable, Hashable {
        /// The possible outcomes for a run of words.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// In both texts.
            case kept
            /// Only in the old text.
            case removed
            /// Only in the new text.
            case added
        }

        /// The outcome for the run.
        public let kind: Kind
        /// The text of the run.
        public let text: String

        /// Creates a change that covers a run of words.
        public init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }

        /// Compares byte by byte.
        public static func == (a: Change, b: Change) -> Bool {
            a.kind == b.kind && a.text.hasSameBytes(as: b.text)
        }

        /// Hashes the bytes.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(kind)
            text.hashBytes(into: &hasher)
        }
    }

    /// The maximum number of removed and added words in a detailed diff.
    ///
    /// If a diff needs more edits, everything between the common prefix and suffix is replaced.
    public static let maximumEdits = 1000

    /// Splits two texts with ``WordTokens``, and returns the changes from the old to the new text.
    public static func changes(from old: String, to new: String) -> [Change] {
        changes(from: WordTokens.split(old), to: WordTokens.split(new))
    }

    /// Returns the changes from an old list of words to a new list.
    ///
    /// Words are compared by their bytes. The kept and removed runs make up the old text, and the
    /// kept and added runs make up the new text. Between two kept runs, a removal comes before an
    /// addition. If only an unchanged space separates two changes, the space is reported as changed
    /// too, so that a rewritten phrase is a single change.
    ///
    /// The result is a shortest edit script (Myers, “An O(ND) Difference Algorithm and Its
    /// Variations”) if it has at most ``maximumEdits`` edits. Otherwise, everything between the
    /// common prefix and suffix is replaced as a whole. For D edits, the cost is O((N + M) · D)
    /// time and O(D²) space, at most about 8 MB.
    public static func changes<S: StringProtocol>(from old: [S], to new: [S]) -> [Change] {
        var words: [Value.Text: Int] = [:]
        func number(_ word: S) -> Int {
            let text = Value.Text(String(word))
            if let number = words[text] { return number }
            words[text] = words.count
            return words.count - 1
        }
        let a = old.map(number)
        let b = new.map(number)
        let prefix = zip(a, b).prefix { $0 == $1 }.count
        let suffix = zip(a[prefix...].reversed(), b[prefix...].reversed()).prefix { $0 == $1 }.count
        let oldMiddle = prefix..<(a.count - suffix)
        let newMiddle = prefix..<(b.count - suffix)

        var hunks = HunkList()
        hunks.keep(old[..<prefix])
        let steps =
            MyersDifference.steps(
                from: a[oldMiddle], to: b[newMiddle], maximumEdits: maximumEdits)
            ?? [.remove(oldMiddle), .add(newMiddle)]
        for step in steps {
            switch step {
            case .keep(let range): hunks.keep(old[range])
            case .remove(let range): hunks.remove(old[range])
            case .add(let range): hunks.add(new[range])
            }
        }
        hunks.keep(old[oldMiddle.upperBound...])
        return hunks.changes
    }
}

/// A list of hunks.
///
/// Each hunk is a change, followed by kept text.
private struct HunkList {
    private struct Hunk {
        var removed = ""
        var added = ""
        var kept = ""
        var hasChange: Bool { !removed.isEmpty || !added.isEmpty }
    }

    private var hunks = [Hunk()]

    mutating func keep(_ words: ArraySlice<some StringProtocol>) {
        hunks[hunks.count - 1].kept += words.joined()
    }

    mutating func remove(_ words: ArraySlice<some StringProtocol>) {
        open()
        hunks[hunks.count - 1].removed += words.joined()
    }

    mutating func add(_ words: ArraySlice<some StringProtocol>) {
        open()
        hunks[hunks.count - 1].added += words.joined()
    }

    private mutating func open() {
        if hunks.last?.kept.isEmpty == false { hunks.append(Hunk()) }
    }

    /// The runs, after joining hunks that are separated only by a little white space.
    var changes: [WordDiff.Change] {
        var joined: [Hunk] = []
        for hunk in hunks {
            if let last = joined.last, Self.areOne(last, hunk) {
                joined[joined.count - 1] = Hunk(
                    removed: last.removed + last.kept + hunk.removed,
                    added: last.added + last.kept + hunk.added, kept: hunk.kept)
            } else {
                joined.append(hunk)
            }
        }
        return joined.flatMap { hunk in
            [
                WordDiff.Change(.removed, hunk.removed), WordDiff.Change(.added, hunk.added),
                WordDiff.Change(.kept, hunk.kept),
            ].filter { !$0.text.isEmpty }
        }
    }

    /// Returns true if two hunks should be joined.
    ///
    /// Both must be changes, and together they must remove and add text. The kept text between them
    /// must be at most two white-space characters without line breaks.
    private static func areOne(_ a: Hunk, _ b: Hunk) -> Bool {
        a.hasChange && b.hasChange && a.kept.unicodeScalars.count <= 2
            && a.kept.allSatisfy { $0.isWhitespace && !$0.isNewline }
            && (!a.removed.isEmpty || !b.removed.isEmpty)
            && (!a.added.isEmpty || !b.added.isEmpty)
    }
}
