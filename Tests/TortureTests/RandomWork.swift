import TestKit
import Testing

/// Chooses random commands in clones; many are refused, which is intended.
struct RandomWork {
    private static let keys = ["greeting", "farewell", "menu:open", "hello", "menu:close"]
    private static let texts = ["Salut", "Bonjour", "Ade", "Coucou", ""]
    private static let languages = ["fr", "fr", "fr", "de", "en"]

    private let clones: Clones
    private var random: SplitMix64

    init(in clones: Clones, seed: UInt64) {
        self.clones = clones
        random = SplitMix64(seed: seed &+ 1)
    }

    /// Runs one command in one of the clones.
    mutating func step() throws {
        let clone = random.pick(clones.all)
        if random.chance(1, in: 7) { return try exchange(clone) }
        if random.chance(1, in: 40) { _ = try clones.digest(clone) }
        clones.work(command(in: clone), in: clone)
    }

    // MARK: Exchanging work

    private mutating func exchange(_ clone: Clones.Clone) throws {
        let others = clones.all.filter { $0.name != clone.name }
        guard clone.hasWorkTree else { return clones.sync(clone) }
        switch random.number(in: 0...9) {
        case 0, 1: try merge(random.pick(others), into: clone)
        case 2:
            // A squashed merge adds the same files again, without their commits.
            try clones.git(
                "fetch", "-q", "../\(random.pick(others).name)", "translations", in: clone)
            if try clones.git("merge", "-q", "--squash", "FETCH_HEAD", in: clone) {
                try clones.git("commit", "-q", "--allow-empty", "-m", "All of it", in: clone)
            }
        case 3:
            // The push is refused if another clone was faster.
            try clones.git("push", "-q", "origin", "translations", in: clone)
        case 4:
            try clones.git(
                "pull", "-q", "--no-edit", "--no-rebase", "origin", "translations", in: clone)
        case 5:
            clones.sync(clone)
            clones.work(["gather", "--all"], in: clone)
        default: clones.sync(clone)
        }
    }

    /// Merges a clone's branch; Git must find no conflict.
    private func merge(_ other: Clones.Clone, into clone: Clones.Clone) throws {
        try clones.git("fetch", "-q", "../\(other.name)", "translations", in: clone)
        let isMerged = try clones.git("merge", "-q", "--no-edit", "FETCH_HEAD", in: clone)
        clones.expect(isMerged, "git merge in \(clone.name)")
    }

    // MARK: Working

    private mutating func command(in clone: Clones.Clone) -> [String] {
        let (key, text) = (random.pick(Self.keys), random.pick(Self.texts))
        let locale = random.pick(Self.languages)
        switch random.number(in: 0...99) {
        case ..<12: return ["set", locale, key] + value(text)
        case ..<32:
            // A command repeated in another clone with its key is an alias of the first.
            let isRepeated = random.chance(1, in: 3)
            return ["propose", locale, key] + value(text)
                + (isRepeated ? ["--idempotency-key", random.pick(["k1", "k2"])] : [])
        case ..<44: return ["accept", proposal(in: clone)] + acceptance(text)
        case ..<49: return ["reject", proposal(in: clone), "--reason", "style: too long"]
        case ..<53: return ["delete", proposal(in: clone)] + option("--force")
        case ..<57: return remark(locale, key, in: clone)
        case ..<61: return ["string", "rename", key, random.pick(Self.keys)]
        case ..<66: return ["string", "add", key] + value(text)
        case ..<69: return ["string", "edit", key] + value(text) + option("--minor")
        case ..<70: return ["string", "remove", key]
        case ..<73:
            return ["locale", "add", random.pick(["da", "fr-CA"])]
                + (random.chance(1, in: 2) ? ["--fallback", "de,en"] : [])
        case ..<74: return ["locale", "remove", random.pick(["da", "fr-CA"])]
        case ..<76: return ["config", "self-review", random.pick(["true", "false", "true"])]
        case ..<84: return keep(in: clone)
        case ..<93:
            return ["revert", event(), "--yes"]
                + random.pick([[], ["--force"], ["--force"], ["--keep-later"]])
        default: return ["string", "carry", key] + option("--force")
        }
    }

    private mutating func remark(
        _ locale: String, _ key: String, in clone: Clones.Clone
    ) -> [String] {
        switch random.number(in: 0...4) {
        case 0: ["comment", proposal(in: clone), "Hm."]
        case 1: ["comment", "--locale", locale, key, "Hm."]
        case 2: ["endorse", proposal(in: clone)]
        case 3: ["vouch", locale, key]
        default: ["flag", locale, key, "--reason", "too long"]
        }
    }

    private mutating func option(_ name: String) -> [String] {
        random.chance(1, in: 2) ? [name] : []
    }

    /// Returns a text as arguments; an empty one needs an option.
    private func value(_ text: String) -> [String] {
        text.isEmpty ? [text, "--empty"] : [text]
    }

    private mutating func acceptance(_ text: String) -> [String] {
        option("--force") + (random.chance(1, in: 4) ? ["--value"] + value(text) : [])
            + (random.chance(1, in: 4) ? ["--reject-others"] : [])
    }

    /// Returns a proposal that the clone knows; sometimes one in any state, or by an alias.
    private mutating func proposal(in clone: Clones.Clone) -> String {
        if random.chance(1, in: 8) { return event() }
        let state = random.chance(1, in: 4) ? "all" : "open"
        let known = clones.strings("id", of: "proposals --state \(state)", in: clone)
        return known.isEmpty ? event() : random.pick(known)
    }

    private mutating func keep(in clone: Clones.Clone) -> [String] {
        let side = random.pick(["winner", "loser"])
        let sides = clones.strings(side, of: "conflicts", in: clone)
        return ["conflicts", "--keep", sides.isEmpty ? event() : random.pick(sides)]
    }

    /// Returns a recent event, perhaps of another clone, including settlements and reverts.
    private mutating func event() -> String {
        let lately = clones.acknowledged.suffix(15)
        return lately.isEmpty ? "01M7YQ3R434TFF59TDWH9EDD1R" : random.pick(Array(lately))
    }
}
