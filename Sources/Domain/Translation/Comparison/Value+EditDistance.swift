import JSON
public import Texts

extension Value {
    /// The maximum distance that ``editDistance(to:)`` returns.
    public static let longestEditDistance = 500

    /// Returns the minimum number of insertions, deletions, replacements and swaps that turn this
    /// value into another.
    ///
    /// Characters are Unicode scalars. Values with several texts are compared as they are stored.
    /// The distance is at most ``longestEditDistance``, which bounds the cost for long texts.
    public func editDistance(to other: Value) -> Int {
        let texts = [self, other].map { value in
            (value.plainText ?? String(decoding: CanonicalJSON.encode(value.json), as: UTF8.self))
                .unicodeScalars.map(\.value)
        }
        let bound = Self.longestEditDistance
        return EditDistance.between(texts[0], texts[1], bound: bound) ?? bound
    }
}
