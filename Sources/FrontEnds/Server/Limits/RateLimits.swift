/// Rate limits with token buckets, in bounded memory.
///
/// This is a pure value: the caller passes the time, in Unix milliseconds. Cost: one dictionary
/// lookup.
package struct RateLimits<Key: Hashable & Sendable>: Sendable {
    /// The maximum number of buckets.
    ///
    /// Full buckets are dropped first, then the least recently used buckets.
    package let capacity: Int
    private var buckets: [Key: Bucket] = [:]

    /// A quota: the number of requests per window, and the size of a burst.
    package struct Quota: Sendable, Hashable {
        /// The name of the policy in the response header.
        package var name: String
        /// The number of requests allowed per window.
        package var requests: Int
        /// The length of the window in seconds.
        package var seconds: Int
        /// The number of requests that may arrive at once: the size of a full bucket.
        package var burst: Int

        /// Creates a quota.
        ///
        /// By default, the burst equals the number of requests per window.
        package init(_ name: String, requests: Int, seconds: Int, burst: Int? = nil) {
            self.name = name
            self.requests = requests
            self.seconds = seconds
            self.burst = burst ?? requests
        }

        /// The time in which the bucket regains one request, in milliseconds.
        var interval: Double { Double(seconds) * 1000 / Double(max(requests, 1)) }
    }

    /// The decision on whether a request is allowed, and the state of its bucket.
    package struct Allowance: Sendable, Equatable {
        /// Whether the request is allowed.
        package var isAllowed: Bool
        /// The number of further requests that are allowed immediately.
        package var remaining: Int
        /// The number of seconds until the next request is allowed or, if a request was just taken,
        /// until the bucket is full again.
        ///
        /// The value is rounded up.
        package var seconds: Int
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

    /// Creates limits with at most the given number of buckets.
    package init(capacity: Int = 100_000) {
        self.capacity = max(capacity, 1)
    }

    /// The number of buckets in memory.
    package var count: Int { buckets.count }

    /// Takes one request from a bucket, and creates the bucket if necessary.
    ///
    /// If the clock was set back, no time is considered to have passed.
    package mutating func take(_ key: Key, quota: Quota, at now: Int64) -> Allowance {
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

    /// Returns whether a bucket allows a request, without counting it.
    package func look(at key: Key, quota: Quota, at now: Int64) -> Allowance {
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

    /// Frees at least a tenth of the capacity.
    ///
    /// Drops full buckets first, because they carry no information, and then the least recently
    /// used buckets.
    ///
    /// A sweep therefore runs at most once per `capacity / 10` new buckets, which spreads its cost.
    private mutating func sweep(at now: Int64) {
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        let excess = buckets.count - (capacity - capacity / 10)
        guard excess > 0 else { return }
        let oldest = buckets.sorted { $0.value.time < $1.value.time }.prefix(excess)
        for (key, _) in oldest { buckets[key] = nil }
    }
}
