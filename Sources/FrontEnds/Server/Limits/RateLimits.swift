/// Rate limits by token buckets, in bounded memory.
///
/// A pure value: the caller gives the time, in Unix milliseconds. Cost: a look-up.
public struct RateLimits<Key: Hashable & Sendable>: Sendable {
    /// How many buckets are kept.
    ///
    /// A bucket that is full again is the first to go, then the one not used for longest.
    public let capacity: Int
    private var buckets: [Key: Bucket] = [:]

    /// A quota: how often, in which time, and how much at once.
    public struct Quota: Sendable, Hashable {
        /// The name of the policy, as the answer has it.
        public var name: String
        /// Requests in a window.
        public var requests: Int
        /// The window in seconds.
        public var seconds: Int
        /// Requests at once, which is what a full bucket holds.
        public var burst: Int

        /// States a quota, whose burst is all of it unless given.
        public init(_ name: String, requests: Int, seconds: Int, burst: Int? = nil) {
            self.name = name
            self.requests = requests
            self.seconds = seconds
            self.burst = burst ?? requests
        }

        /// The milliseconds in which one request comes back.
        var interval: Double { Double(seconds) * 1000 / Double(max(requests, 1)) }
    }

    /// What a bucket says about a request.
    public struct Allowance: Sendable, Equatable {
        /// Whether the request may go on.
        public var isAllowed: Bool
        /// How many more may follow at once.
        public var remaining: Int
        /// Seconds until the next is allowed, or, where some remain, until the bucket is full again.
        ///
        /// Rounded up.
        public var seconds: Int
    }

    private struct Bucket {
        var tokens: Double
        var time: Int64
        var quota: Quota

        mutating func refill(at now: Int64) {
            if now > time { tokens += Double(now - time) / quota.interval }
            time = now
            tokens = min(tokens, Double(quota.burst))
        }

        func isFull(at now: Int64) -> Bool {
            var copy = self
            copy.refill(at: now)
            return copy.tokens >= Double(quota.burst)
        }
    }

    /// Keeps at most so many buckets.
    public init(capacity: Int = 100_000) {
        self.capacity = max(capacity, 1)
    }

    /// The number of buckets.
    public var count: Int { buckets.count }

    /// Takes one request from a bucket, which is made if need be.
    ///
    /// A clock that was set back gives and takes nothing.
    public mutating func take(_ key: Key, quota: Quota, at now: Int64) -> Allowance {
        var bucket = buckets[key] ?? Bucket(tokens: Double(quota.burst), time: now, quota: quota)
        bucket.quota = quota
        bucket.refill(at: now)
        let isAllowed = bucket.tokens >= 1
        if isAllowed { bucket.tokens -= 1 }
        if buckets.updateValue(bucket, forKey: key) == nil, buckets.count > capacity {
            sweep(at: now)
        }
        let missing = isAllowed ? Double(quota.burst) - bucket.tokens : 1 - bucket.tokens
        return Allowance(
            isAllowed: isAllowed, remaining: Int(bucket.tokens),
            seconds: Int((missing * quota.interval / 1000).rounded(.up)))
    }

    /// Returns whether a bucket has room for a request, which is not taken.
    public func look(at key: Key, quota: Quota, at now: Int64) -> Allowance {
        guard var bucket = buckets[key] else {
            return Allowance(isAllowed: true, remaining: quota.burst, seconds: 0)
        }
        bucket.quota = quota
        bucket.refill(at: now)
        let missing = 1 - bucket.tokens
        return Allowance(
            isAllowed: missing <= 0, remaining: Int(bucket.tokens),
            seconds: Int((max(0, missing) * quota.interval / 1000).rounded(.up)))
    }

    /// Drops full buckets, which say nothing, and of the others those used longest ago, until there is room for a tenth.
    ///
    /// So the cost of a sweep is shared by at least that many new buckets.
    private mutating func sweep(at now: Int64) {
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        let excess = buckets.count - (capacity - capacity / 10)
        guard excess > 0 else { return }
        let oldest = buckets.sorted { $0.value.time < $1.value.time }.prefix(excess)
        for (key, _) in oldest { buckets[key] = nil }
    }
}
