import Synchronization

/// The metrics of the server, for `GET /metrics`.
package final class MetricsRegistry: Sendable {
    private let families = Mutex<[String: Family]>([:])
    private let collectors = Mutex<[@Sendable (MetricsRegistry) -> Void]>([])

    /// The label values of a time series, in the order of the label names.
    private typealias Labels = [String]

    private struct Family {
        let kind: Kind
        let help: String
        let labelNames: [String]
        var series: [Labels: Series] = [:]
    }

    private enum Kind: String { case counter, gauge, histogram }

    private struct Series {
        var value = 0.0
        var counts: [UInt64] = []
        var count: UInt64 = 0
    }

    /// The upper bounds of the buckets of every histogram, in seconds.
    package static let bounds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    /// The maximum number of series per family; further series are not counted.
    ///
    /// Label values come from fixed sets, not from requests.
    static let maximumSeries = 2000

    package init() {}

    /// Increments a counter.
    package func count(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        by amount: Double = 1
    ) {
        change(name, .counter, help, labels) { $0.value += amount }
    }

    /// Sets the value of a gauge.
    package func set(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        to value: Double
    ) {
        change(name, .gauge, help, labels) { $0.value = value }
    }

    /// Adds an amount, which may be negative, to a gauge.
    package func add(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        _ amount: Double
    ) {
        change(name, .gauge, help, labels) { $0.value += amount }
    }

    /// Records a duration in a histogram.
    package func observe(
        _ name: String, _ help: String, labels: KeyValuePairs<String, String> = [:],
        seconds: Double
    ) {
        change(name, .histogram, help, labels) { series in
            if series.counts.isEmpty {
                series.counts = Array(repeating: 0, count: Self.bounds.count)
            }
            series.value += seconds
            series.count += 1
            if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) {
                series.counts[index] += 1
            }
        }
    }

    func remove(_ name: String) { families.withLock { $0[name] = nil } }

    /// Removes one time series of a family.
    func remove(_ name: String, labels: KeyValuePairs<String, String>) {
        families.withLock { $0[name]?.series[labels.map(\.value)] = nil }
    }

    /// Registers a function that updates gauges, such as the length of a queue, before each scrape.
    package func collect(_ collector: @escaping @Sendable (MetricsRegistry) -> Void) {
        collectors.withLock { $0.append(collector) }
    }

    private func change(
        _ name: String, _ kind: Kind, _ help: String, _ labels: KeyValuePairs<String, String>,
        _ change: (inout Series) -> Void
    ) {
        families.withLock { families in
            let values = labels.map(\.value)
            var family =
                families.removeValue(forKey: name)
                ?? Family(kind: kind, help: help, labelNames: labels.map(\.key))
            if family.series[values] != nil || family.series.count < Self.maximumSeries {
                change(&family.series[values, default: Series()])
            }
            families[name] = family
        }
    }

    /// The media type of ``text()``.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Returns all metrics in the Prometheus text format 0.0.4, sorted by name and labels.
    ///
    /// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
    package func text() -> String {
        for collector in collectors.withLock({ $0 }) { collector(self) }
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text += "# HELP \(name) \(Self.escaped(family.help, quotes: false))\n"
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            let ordered = family.series.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            for (values, series) in ordered {
                let labels = zip(family.labelNames, values).map {
                    "\($0)=\"\(Self.escaped($1, quotes: true))\""
                }
                guard family.kind == .histogram else {
                    text += "\(name)\(Self.braces(labels)) \(Self.number(series.value))\n"
                    continue
                }
                var total: UInt64 = 0
                for (bound, count) in zip(Self.bounds, series.counts) {
                    total += count
                    let all = Self.braces(labels + ["le=\"\(Self.number(bound))\""])
                    text += "\(name)_bucket\(all) \(total)\n"
                }
                text += "\(name)_bucket\(Self.braces(labels + ["le=\"+Inf\""])) \(series.count)\n"
                text += "\(name)_sum\(Self.braces(labels)) \(Self.number(series.value))\n"
                text += "\(name)_count\(Self.braces(labels)) \(series.count)\n"
            }
        }
        return text
    }

    private static func braces(_ labels: [String]) -> String {
        labels.isEmpty ? "" : "{" + labels.joined(separator: ",") + "}"
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return String(value)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
