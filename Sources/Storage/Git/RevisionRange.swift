/// One revision, or two separated by dots, as in the arguments of `diff` or `log`.
///
/// An empty side, as in `v1.4..`, stands for the default reference of the code that resolves the
/// range. See https://git-scm.com/docs/gitrevisions.
public enum RevisionRange: Sendable {
    /// One revision: `A`.
    case single(String)
    /// A range from one revision to another: `A..B`.
    case range(from: String, to: String)
    /// A range from the merge base of two revisions: `A...B`.
    case symmetric(String, String)

    /// Parses a range; every text is valid.
    ///
    /// Dots within braces, as in `main^{/fix..}`, belong to a revision.
    public init(_ text: String) {
        let bytes = Array(text.utf8)
        guard let start = RevisionRange.dots(in: bytes) else {
            self = .single(text)
            return
        }
        let isSymmetric = bytes[start...].starts(with: "...".utf8)
        let left = String(decoding: bytes[..<start], as: UTF8.self)
        let right = String(
            decoding: bytes[(start + (isSymmetric ? 3 : 2))...], as: UTF8.self)
        self = isSymmetric ? .symmetric(left, right) : .range(from: left, to: right)
    }

    private static func dots(in bytes: [UInt8]) -> Int? {
        var depth = 0
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ".") where depth == 0 && bytes[index...].starts(with: "..".utf8):
                return index
            default: break
            }
        }
        return nil
    }
}

/// The commits at the ends of a ``RevisionRange``.
public struct CommitRange: Hashable, Sendable {
    /// The start, or `nil` if the range has no start.
    ///
    /// A range has no start if it is a single revision, or if the two sides of `A...B` have no
    /// common ancestor.
    public let start: ObjectID?

    /// The end; for a single revision, the revision itself.
    public let end: ObjectID
}
