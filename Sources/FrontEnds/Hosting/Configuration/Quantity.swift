/// Parses and formats durations and sizes with their units.
enum Quantity {
    /// Parses a duration such as `500ms`, `30s`, `5min`, `12h`, `90d` or `2w` into milliseconds.
    ///
    /// Returns nil if the unit is missing or unknown.
    static func milliseconds(_ text: String) -> Int? {
        number(
            text,
            [
                "ms": 1, "s": 1000, "min": 60_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
                "w": 604_800_000,
            ])
    }

    /// Parses a size such as `4096`, `64k`, `64KiB`, `1m` or `1MiB` into bytes.
    ///
    /// Units are powers of 1024, as in Git.
    static func bytes(_ text: String) -> Int? {
        number(
            text,
            [
                "": 1, "b": 1, "k": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mib": 1 << 20,
                "g": 1 << 30,
                "gib": 1 << 30,
            ])
    }

    /// Formats a duration in the largest unit that divides it evenly.
    static func text(milliseconds: Int) -> String {
        let units = [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000)]
        let fitting = units.first { milliseconds > 0 && milliseconds % $0.1 == 0 }
        return fitting.map { "\(milliseconds / $0.1)\($0.0)" } ?? "\(milliseconds)ms"
    }

    /// Formats a size in the largest unit that divides it evenly.
    static func text(bytes: Int) -> String {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        let fitting = units.first { bytes > 0 && bytes % $0.1 == 0 }
        return fitting.map { "\(bytes / $0.1)\($0.0)" } ?? "\(bytes)"
    }

    /// Parses a number of up to nine digits and a unit, optionally separated by a space.
    ///
    /// Ignores the case of the unit.
    private static func number(_ text: String, _ units: [String: Int]) -> Int? {
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...9).contains(digits.count), let count = Int(String(Substring(digits))) else {
            return nil
        }
        let rest = String(Substring(text.utf8.dropFirst(digits.count)))
        let unit = rest.hasPrefix(" ") ? String(rest.dropFirst()) : rest
        guard rest.isEmpty || !unit.isEmpty, let factor = units[unit.lowercased()] else {
            return nil
        }
        return count * factor
    }
}

/// A maximum rate: a number of requests per period.
package struct RateLimit: Sendable, Equatable {
    /// The number of requests allowed in the period.
    package let count: Int
    /// The period in seconds: 1, 60 or 3,600.
    package let seconds: Int

    package init(_ count: Int, perSeconds seconds: Int) {
        self.count = count
        self.seconds = seconds
    }

    static let units = [
        (name: "s", seconds: 1), (name: "min", seconds: 60), (name: "h", seconds: 3600),
    ]

    /// Parses a rate such as `20/min`, `5/s` or `100/h`.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...9).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[0]),
            count > 0, let unit = Self.units.first(where: { $0.name == parts[1] })
        else { return nil }
        self.init(count, perSeconds: unit.seconds)
    }

    /// The rate in configuration syntax.
    var text: String {
        "\(count)/\(Self.units.first { $0.seconds == seconds }?.name ?? "\(seconds)s")"
    }
}
