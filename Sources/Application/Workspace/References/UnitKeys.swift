import Languages
import Texts
import Translation

/// How a project names the keys of its units of time.
public struct UnitKeys: Sendable {
    /// Keys with `{unit}` and, where there is one for each number, `{number}` in them.
    public let patterns: [String]
    /// What stands for `{number}` for 0, 1 and more.
    public let numbers: [String]

    /// The patterns of DurationPicker and other libraries of its kind.
    public static let usual = "{unit}_{number}"
    /// What these have for 0, 1 and more.
    public static let usualNumbers = ["zero", "singular", "plural"]

    /// Takes patterns; refused where one does not name the unit, or where there are no three numbers.
    public init(patterns: [String], numbers: [String]) throws {
        for pattern in patterns {
            guard Self.occurrences(of: "{unit}", in: pattern) == 1,
                Self.occurrences(of: "{number}", in: pattern) <= 1
            else {
                throw Refusal(
                    .invalidValue,
                    "“\(Visible.escaping(pattern))” does not say where the unit stands.",
                    hint:
                        "Write `{unit}` once, and `{number}` where the number stands: “\(Self.usual)”."
                )
            }
        }
        guard numbers.count == 3, Set(numbers.map { Value.Text($0) }).count == 3 else {
            throw Refusal(
                .invalidValue, "There are not three different words for 0, 1 and more.",
                hint: "Write them as in “\(Self.usualNumbers.joined(separator: ","))”.")
        }
        self.patterns = patterns
        self.numbers = numbers
    }

    private static func occurrences(of part: String, in pattern: String) -> Int {
        pattern.ranges(of: part).count
    }

    /// What a key stands for.
    struct Slot: Hashable {
        /// The pattern that the key is made by.
        let pattern: Int
        /// The unit, as CLDR calls it.
        let unit: String
        /// The number; 2 for more.
        let number: Int
    }

    /// What each key stands for that a pattern makes; the unit may be written `hour`, `Hour` or `HOUR`.
    var slots: [Value.Text: Slot] {
        var slots: [Value.Text: Slot] = [:]
        for (index, pattern) in patterns.enumerated() {
            for unit in UnitNames.durations {
                for written in [
                    unit, unit.prefix(1).uppercased() + unit.dropFirst(), unit.uppercased(),
                ] {
                    let key = pattern.replacing("{unit}", with: written)
                    // Without a number, the name stands for many, as in a heading.
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
