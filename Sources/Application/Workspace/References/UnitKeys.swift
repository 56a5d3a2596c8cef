import Languages
import Texts
import Translation

/// The naming scheme of a project's keys for units of time.
public struct UnitKeys: Sendable {
    /// Keys with the placeholder `{unit}` and, if each number has its own key, `{number}`.
    public let patterns: [String]
    /// The values of `{number}` for 0, 1 and more.
    public let numbers: [String]

    /// The pattern used by DurationPicker and similar libraries.
    public static let usual = "{unit}_{number}"
    /// The values of `{number}` in these libraries for 0, 1 and more.
    public static let usualNumbers = ["zero", "singular", "plural"]

    /// Creates a scheme; throws unless every pattern contains the unit once, and there are three
    /// different numbers.
    public init(patterns: [String], numbers: [String]) throws {
        for pattern in patterns {
            guard Self.occurrences(of: "{unit}", in: pattern) == 1,
                Self.occurrences(of: "{number}", in: pattern) <= 1
            else {
                throw Refusal(
                    .invalidValue,
                    "“\(Visible.escaping(pattern))” does not contain the unit.",
                    hint:
                        "Write `{unit}` once, and `{number}` where the number goes: “\(Self.usual)”."
                )
            }
        }
        guard numbers.count == 3, Set(numbers.map { Value.Text($0) }).count == 3 else {
            throw Refusal(
                .invalidValue, "Three different words are required: for 0, 1 and more.",
                hint: "Write them as in “\(Self.usualNumbers.joined(separator: ","))”.")
        }
        self.patterns = patterns
        self.numbers = numbers
    }

    private static func occurrences(of part: String, in pattern: String) -> Int {
        pattern.ranges(of: part).count
    }

    /// The meaning of a key.
    struct Slot: Hashable {
        /// The pattern that produced the key.
        let pattern: Int
        /// The unit, by its CLDR name.
        let unit: String
        /// The number: 0, 1, or 2 for more.
        let number: Int
    }

    /// The meaning of each key that a pattern produces; the unit may be written `hour`, `Hour` or
    /// `HOUR`.
    var slots: [Value.Text: Slot] {
        var slots: [Value.Text: Slot] = [:]
        for (index, pattern) in patterns.enumerated() {
            for unit in UnitNames.durations {
                for written in [
                    unit, unit.prefix(1).uppercased() + unit.dropFirst(), unit.uppercased(),
                ] {
                    let key = pattern.replacing("{unit}", with: written)
                    // A key without a number has the plural name, as in a heading.
                    guard pattern.contains("{number}") else {
                        slots[Value.Text(key)] = Slot(pattern: index, unit: unit, number: 2)
                        continue
                    }
                    for (number, word) in numbers.enumerated() {
                        slots[Value.Text(key.replacing("{number}", with: word))] = Slot(
                            pattern: index, unit: unit, number: number)
                    }
                }
            }
        }
        return slots
    }
}
