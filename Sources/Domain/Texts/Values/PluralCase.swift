/// The cases of a plural: CLDR's categories in CLDR's order, and exact numbers as `=N`.
///
/// See <https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>.
public enum PluralCase {
    /// The categories in CLDR's order.
    public static let categories = ["zero", "one", "two", "few", "many", "other"]

    /// Returns the number of an exact case such as `=12`: at most nine digits, without leading
    /// zeros.
    public static func exactNumber(of name: String) -> Int? {
        guard name.utf8.first == UInt8(ascii: "=") else { return nil }
        let digits = name.utf8.dropFirst()
        guard (1...9).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int(Substring(digits))
    }

    /// Returns the cases with exact numbers first, then the categories in order; `nil` if a case is
    /// neither.
    package static func sorted(_ cases: [Value.Case]) -> [Value.Case]? {
        var ranked: [(rank: Int, item: Value.Case)] = []
        for item in cases {
            if let number = exactNumber(of: item.name.string) {
                ranked.append((number - 1_000_000_000, item))
            } else if let index = categories.firstIndex(where: { item.name == Value.Text($0) }) {
                ranked.append((index, item))
            } else {
                return nil
            }
        }
        return ranked.sorted { $0.rank < $1.rank }.map(\.item)
    }
}
