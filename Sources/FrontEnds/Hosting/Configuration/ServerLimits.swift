/// The limits of a server or of one of its projects.
///
/// Sizes are in bytes, and times in milliseconds.
package struct ServerLimits: Sendable, Equatable {
    /// The maximum number of open connections.
    package var connections = 8192
    /// The maximum number of open connections per address; proxies are exempt.
    package var connectionsPerAddress = 256
    /// The maximum number of open projects; the others stay closed until a request needs them.
    package var openProjects = 1_024
    /// The maximum total size of responses that clients have not received yet.
    package var answerBytes = 256 << 20
    /// The maximum size of unreceived responses per client address.
    package var answerBytesPerAddress = 64 << 20
    /// The maximum total size of the bundles that are kept on disk.
    package var bundleBytes = 1 << 30
    /// The maximum size of a request's head.
    package var headerBytes = 16 << 10
    /// The maximum number of header fields in a request.
    package var headerFields = 100
    /// The maximum length of a request's target.
    package var urlBytes = 8 << 10
    /// The time within which a whole request must arrive.
    package var requestTime = 30_000
    /// The time within which a request that uploads a file must arrive.
    package var uploadTime = 300_000
    /// The time after which an idle connection is closed.
    package var idleTime = 60_000
    /// The time within which a client must receive 64 KiB of a response.
    package var writeTime = 30_000
    /// The maximum body size of a proposal or form.
    package var formBody = 64 << 10
    /// The maximum body size of a batch.
    package var batchBody = 1 << 20
    /// The maximum body size of an import.
    package var importBody = 32 << 20
    /// The maximum size of a text.
    package var value = 16 << 10
    /// The maximum size of a note, comment or reason.
    package var remark = 4 << 10
    /// The maximum size of a key.
    package var key = 1 << 10
    /// The maximum length of a guid, in characters.
    package var guid = 200
    /// The maximum number of ids in one request.
    package var ids = 1000
    /// The maximum rate of writes per tester's guid.
    package var testerRate = RateLimit(20, perSeconds: 60)
    /// The maximum rate of writes without a token, per client address.
    package var addressWriteRate = RateLimit(120, perSeconds: 60)
    /// The maximum rate of reads without a token, per client address.
    package var addressReadRate = RateLimit(1200, perSeconds: 60)
    /// The maximum rate of writes per person.
    package var personWriteRate = RateLimit(600, perSeconds: 60)
    /// The maximum rate of reads per person.
    package var personReadRate = RateLimit(6000, perSeconds: 60)
    /// The number of requests that a person may send at once.
    package var personBurst = 300
    /// The maximum rate of requests per app.
    package var appRate = RateLimit(6000, perSeconds: 60)
    /// The maximum rate of requests with an unknown token, per client address.
    package var unknownTokenRate = RateLimit(30, perSeconds: 60)
    /// The maximum number of open proposals per guid.
    package var openProposals = 500
    /// The maximum number of testers' proposals per project and day.
    package var dailyProposals = 50_000
    /// The maximum number of pictures per tester's guid and day.
    package var testerPictures = 20
    /// The maximum number of testers' pictures per project and day.
    package var dailyPictures = 500
    /// The total size of a project's pictures at which testers cannot add more, in bytes.
    package var pictureBytes = 1 << 30

    package init() {}
}

/// A limit, with its key in the configuration.
struct LimitKey: Sendable {
    let name: String
    /// Whether the limit applies before a request's project is known.
    let isServerWide: Bool
    private let kind: Kind
    private typealias Field<Value> = any WritableKeyPath<ServerLimits, Value> & Sendable

    private enum Kind: Sendable {
        case count(Field<Int>, ClosedRange<Int>)
        case bytes(Field<Int>, ClosedRange<Int>)
        case time(Field<Int>, ClosedRange<Int>)
        case rate(Field<RateLimit>)
    }

    private init(_ name: String, isServerWide: Bool = false, _ kind: Kind) {
        self.name = name
        self.isServerWide = isServerWide
        self.kind = kind
    }

    private static let body = 1 << 10...1 << 30
    private static let time = 100...86_400_000

    static let all: [LimitKey] = [
        LimitKey("connections", isServerWide: true, .count(\.connections, 1...1_000_000)),
        LimitKey(
            "connectionsPerAddress", isServerWide: true,
            .count(\.connectionsPerAddress, 1...1_000_000)),
        LimitKey("openProjects", isServerWide: true, .count(\.openProjects, 1...1_000_000)),
        LimitKey("answerBytes", isServerWide: true, .bytes(\.answerBytes, 1 << 20...1 << 40)),
        LimitKey(
            "answerBytesPerAddress", isServerWide: true,
            .bytes(\.answerBytesPerAddress, 64 << 10...1 << 40)),
        LimitKey(
            "bundleBytes", isServerWide: true, .bytes(\.bundleBytes, 1 << 20...1 << 50)),
        LimitKey("headerBytes", isServerWide: true, .bytes(\.headerBytes, 1 << 10...1 << 20)),
        LimitKey("headerFields", isServerWide: true, .count(\.headerFields, 10...10_000)),
        LimitKey("urlBytes", isServerWide: true, .bytes(\.urlBytes, 256...1 << 20)),
        LimitKey("requestTime", isServerWide: true, .time(\.requestTime, time)),
        LimitKey("uploadTime", isServerWide: true, .time(\.uploadTime, time)),
        LimitKey("idleTime", isServerWide: true, .time(\.idleTime, time)),
        LimitKey("writeTime", isServerWide: true, .time(\.writeTime, time)),
        LimitKey("formBody", .bytes(\.formBody, body)),
        LimitKey("batchBody", .bytes(\.batchBody, body)),
        LimitKey("importBody", .bytes(\.importBody, body)),
        LimitKey("value", .bytes(\.value, 1...16 << 20)),
        LimitKey("remark", .bytes(\.remark, 1...1 << 20)),
        LimitKey("key", .bytes(\.key, 1...1 << 20)),
        LimitKey("guid", .count(\.guid, 36...1000)),
        LimitKey("ids", .count(\.ids, 1...100_000)),
        LimitKey("testerRate", .rate(\.testerRate)),
        LimitKey("addressWriteRate", .rate(\.addressWriteRate)),
        LimitKey("addressReadRate", .rate(\.addressReadRate)),
        LimitKey("personWriteRate", .rate(\.personWriteRate)),
        LimitKey("personReadRate", .rate(\.personReadRate)),
        LimitKey("personBurst", .count(\.personBurst, 1...1_000_000)),
        LimitKey("appRate", .rate(\.appRate)),
        LimitKey("unknownTokenRate", isServerWide: true, .rate(\.unknownTokenRate)),
        LimitKey("openProposals", .count(\.openProposals, 1...1_000_000)),
        LimitKey("dailyProposals", .count(\.dailyProposals, 1...100_000_000)),
        LimitKey("testerPictures", .count(\.testerPictures, 0...100_000)),
        LimitKey("dailyPictures", .count(\.dailyPictures, 0...1_000_000)),
        LimitKey("pictureBytes", .bytes(\.pictureBytes, 0...1 << 50)),
    ]

    func set(_ value: ConfigurationValue, in limits: inout ServerLimits) throws(WrongValue) {
        let text = try value.text()
        switch kind {
        case .count(let path, let range):
            limits[keyPath: path] = try Self.require(
                text.utf8.count <= 9 ? Int(text) : nil, in: range, text, "a number",
                { "\($0)" })
        case .bytes(let path, let range):
            limits[keyPath: path] = try Self.require(
                Quantity.bytes(text), in: range, text, "a size such as 64KiB or 1MiB",
                Quantity.text(bytes:))
        case .time(let path, let range):
            limits[keyPath: path] = try Self.require(
                Quantity.milliseconds(text), in: range, text,
                "a duration with its unit, such as 500ms, 30s or 5min", Quantity.text(milliseconds:)
            )
        case .rate(let path):
            guard let rate = RateLimit(text) else {
                throw WrongValue("“\(text)” is not a rate such as 20/min, 5/s or 1000/h")
            }
            limits[keyPath: path] = rate
        }
    }

    func text(in limits: ServerLimits) -> String {
        switch kind {
        case .count(let path, _): "\(limits[keyPath: path])"
        case .bytes(let path, _): Quantity.text(bytes: limits[keyPath: path])
        case .time(let path, _): Quantity.text(milliseconds: limits[keyPath: path])
        case .rate(let path): limits[keyPath: path].text
        }
    }

    private static func require(
        _ number: Int?, in range: ClosedRange<Int>, _ text: String, _ what: String,
        _ write: (Int) -> String
    ) throws(WrongValue) -> Int {
        guard let number else { throw WrongValue("“\(text)” is not \(what)") }
        guard range.contains(number) else {
            throw WrongValue(
                "“\(text)” is not between \(write(range.lowerBound)) and \(write(range.upperBound))"
            )
        }
        return number
    }
}
