import TestKit
import Texts
import Translation

/// The subjects of a random log: either every kind, or so few that each has a long and tangled
/// history.
struct RandomWorld {
    /// The languages; the first is the source.
    let tags: [LanguageTag]
    let strings: [StringID]
    let people: [Actor]
    /// The idempotency keys.
    let keys: [String]
    /// The event types by their numbers in `RandomLog`, each repeated according to its weight.
    let types: [Int]
    /// Whether many events are referred to before their creation, so that cycles form.
    let isKnotty: Bool

    private static let stories = [
        // Texts, vouching and flagging.
        [2, 2, 7, 7, 7, 8, 10, 11, 12, 15, 15, 16, 16],
        // Definitions, and texts made for them.
        [2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 11, 12, 17],
        // Proposals and decisions on them.
        [7, 11, 12, 17, 17, 18, 19, 20, 21, 22, 23, 26],
        // Languages, settings and sections.
        [0, 0, 1, 13, 13, 14, 24, 25],
    ]

    /// Chooses a world; half of all worlds are small.
    init(_ random: inout SplitMix64) {
        let isSmall = random.oneIn(2)
        tags = Array(RandomLogContent.tags.prefix(isSmall ? 2 : 5))
        strings = Array(RandomLogContent.strings.prefix(isSmall ? random.number(in: 1...2) : 4))
        people = Array(RandomLogContent.people.prefix(isSmall ? 2 : 3))
        keys = isSmall ? ["i"] : ["i", "i", "j", ""]
        types = isSmall ? random.pick(Self.stories) : Array(0...27)
        isKnotty = random.oneIn(3)
    }
}
