import Crypto
import HTTPTypes
import Synchronization

/// The request quotas for each kind of client.
package struct RateQuotas: Sendable, Equatable {
    /// A quota of ``RateLimits``.
    package typealias Quota = RateLimits<RateKey>.Quota

    /// The quota of proposals and withdrawals per guid.
    package var tester = Quota("tester", requests: 20, seconds: 60)
    /// The quota of writes without a token, per address.
    package var addressWrites = Quota("address", requests: 120, seconds: 60)
    /// The quota of reads without a token, per address.
    package var addressReads = Quota("address", requests: 1_200, seconds: 60)
    /// The quota of writes per person.
    package var personWrites = Quota("person", requests: 600, seconds: 60, burst: 300)
    /// The quota of reads per person.
    package var personReads = Quota("person", requests: 6_000, seconds: 60, burst: 300)
    /// The quota of requests per app.
    package var app = Quota("app", requests: 6_000, seconds: 60)
    /// The quota of failed sign-ins per address.
    package var failures = Quota("sign-in", requests: 5, seconds: 60)
    /// The quota of requests with an unknown token, per address.
    package var unknownTokens = Quota("unknown-token", requests: 30, seconds: 60)

    package init() {}
}

/// The client or guid that a rate limit's bucket belongs to.
package struct RateKey: Sendable, Hashable {
    private let policy: String
    private let isWrite: Bool
    private let client: Client

    private enum Client: Sendable, Hashable {
        case address(ClientAddress)
        case token(String)
        /// The hash of a guid, because guids must stay secret even in a core dump.
        case guid(SHA256.Digest)
    }

    static func address(_ address: ClientAddress, _ policy: String, isWrite: Bool) -> RateKey {
        RateKey(policy: policy, isWrite: isWrite, client: .address(address.client))
    }

    static func token(_ id: String, _ policy: String, isWrite: Bool) -> RateKey {
        RateKey(policy: policy, isWrite: isWrite, client: .token(id))
    }

    static func guid(_ guid: String) -> RateKey {
        RateKey(policy: "tester", isWrite: true, client: .guid(SHA256.hash(data: Array(guid.utf8))))
    }
}

final class RateLimiter: Sendable {
    private let quotas: RateQuotas
    private let limits = Mutex(RateLimits<RateKey>())
    private let acquaintances = Mutex(RecentSet<Acquaintance>(capacity: 50_000))

    /// A token that was accepted from an address.
    private struct Acquaintance: Hashable {
        let tokenID: String
        let address: ClientAddress
    }

    init(_ quotas: RateQuotas) { self.quotas = quotas }

    /// Counts a request, and throws `too-many` if it exceeds one of its sender's quotas.
    func check(
        _ principal: Principal, guid: String?, address: ClientAddress?, isWrite: Bool,
        at now: Int64,
        quotas own: RateQuotas? = nil
    ) throws(Problem) {
        let quotas = own ?? quotas
        switch principal.kind {
        case .person:
            let quota = isWrite ? quotas.personWrites : quotas.personReads
            try take(.token(principal.tokenID ?? "", quota.name, isWrite: isWrite), quota, now)
        case .app:
            try take(.token(principal.tokenID ?? "", "app", isWrite: false), quotas.app, now)
        case .anonymous:
            let quota = isWrite ? quotas.addressWrites : quotas.addressReads
            let address = address ?? .local
            try take(.address(address, quota.name, isWrite: isWrite), quota, now)
        }
        if isWrite, let guid, principal.guid == nil {
            try countTester(guid, at: now, quotas: own)
        }
    }

    /// Counts a write with a guid.
    ///
    /// Throws `too-many` if the guid exceeds its quota.
    func countTester(
        _ guid: String, at now: Int64, quotas own: RateQuotas? = nil
    ) throws(Problem) {
        try take(.guid(guid), (own ?? quotas).tester, now)
    }

    /// Counts a failed sign-in.
    ///
    /// Throws `too-many` if the address has failed too often.
    func countFailure(_ address: ClientAddress?, at now: Int64) throws(Problem) {
        try take(
            .address(address ?? .local, "sign-in", isWrite: true), quotas.failures, now)
    }

    /// Throws `too-many` if the address has failed too often.
    ///
    /// The call does not count as an attempt.
    func requireRoomForFailure(_ address: ClientAddress?, at now: Int64) throws(Problem) {
        let key = RateKey.address(address ?? .local, "sign-in", isWrite: true)
        let allowance = limits.withLock { $0.look(at: key, quota: quotas.failures, at: now) }
        guard !allowance.isAllowed else { return }
        throw Self.problem(quotas.failures, allowance)
    }

    /// Counts an unknown token.
    ///
    /// Throws `too-many` if the address has sent too many unknown tokens.
    func countUnknownToken(_ address: ClientAddress?, at now: Int64) throws(Problem) {
        try take(
            .address(address ?? .local, "unknown-token", isWrite: false), quotas.unknownTokens,
            now, of: "requests with unknown tokens")
    }

    /// Throws `too-many` for a valid token from an address that has sent too many unknown tokens.
    ///
    /// A guesser therefore cannot recognize a valid token.
    ///
    /// Tokens that were accepted from the address earlier stay admitted, so that a guesser does not
    /// affect other users at the address.
    func admit(_ principal: Principal, from address: ClientAddress?, at now: Int64) throws(Problem)
    {
        let address = (address ?? .local).client
        let acquaintance = Acquaintance(tokenID: principal.tokenID ?? "", address: address)
        if acquaintances.withLock({ $0.touch(acquaintance) }) { return }
        let key = RateKey.address(address, "unknown-token", isWrite: false)
        let allowance = limits.withLock { $0.look(at: key, quota: quotas.unknownTokens, at: now) }
        guard allowance.isAllowed else {
            throw Self.problem(quotas.unknownTokens, allowance, of: "requests with unknown tokens")
        }
        acquaintances.withLock { $0.insert(acquaintance) }
    }

    private func take(
        _ key: RateKey, _ quota: RateQuotas.Quota, _ now: Int64, of things: String = "requests"
    ) throws(Problem) {
        let allowance = limits.withLock { $0.take(key, quota: quota, at: now) }
        guard !allowance.isAllowed else { return }
        throw Self.problem(quota, allowance, of: things)
    }

    /// Returns the problem for an exceeded quota.
    ///
    /// Source of the header fields: draft-ietf-httpapi-ratelimit-headers-10.
    static func problem(
        _ quota: RateQuotas.Quota, _ allowance: RateLimits<RateKey>.Allowance,
        of things: String = "requests"
    ) -> Problem {
        Problem(
            .tooMany,
            "The rate limit for \(things) is exceeded: \(quota.requests) in \(quota.seconds) s.",
            hint: "Retry in \(allowance.seconds) s.",
            onPages: .init(
                "Too many \(things).",
                hint:
                    "Try again in \(allowance.seconds) second\(allowance.seconds == 1 ? "" : "s")."),
            headers: [
                .retryAfter: String(allowance.seconds),
                .rateLimitPolicy: "\"\(quota.name)\";q=\(quota.requests);w=\(quota.seconds)",
                .rateLimit: "\"\(quota.name)\";r=\(allowance.remaining);t=\(allowance.seconds)",
            ])
    }
}
