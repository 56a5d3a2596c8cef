import Translation

/// A range of app versions, such as `>=1.4 <2`.
///
/// It consists of comparisons separated by spaces, all of which must hold. A comparison is `=`,
/// `<`, `<=`, `>` or `>=`, followed by one to four numbers separated by dots. Omitted numbers are
/// 0.
package struct AppVersionRange: Sendable, Equatable, CustomStringConvertible {
    private let comparisons: [String]

    private static let operators = ["<=", ">=", "<", ">", "="]

    /// Parses a range, or throws a ``Refusal`` if the text is invalid.
    package init(_ text: String) throws {
        comparisons = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        guard !comparisons.isEmpty, comparisons.allSatisfy(Self.isComparison) else {
            throw Refusal(
                .invalidValue, "“\(text)” is not a version range.",
                hint: "Separate comparisons with spaces, such as '>=1.4 <2'.")
        }
    }

    /// The comparisons, separated by single spaces.
    package var description: String { comparisons.joined(separator: " ") }

    private static func isComparison(_ text: String) -> Bool {
        guard let sign = operators.first(where: { text.utf8.starts(with: $0.utf8) }) else {
            return false
        }
        let numbers = text.utf8.dropFirst(sign.utf8.count).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...4).contains(numbers.count)
            && numbers.allSatisfy { digits in
                (1...9).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
                    && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
            }
    }
}
