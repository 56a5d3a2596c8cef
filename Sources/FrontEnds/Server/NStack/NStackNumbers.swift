import Crypto
import Hosting
import Translation

/// The whole numbers by which NStack's clients name things that have names here.
///
/// Android keeps them in an `Int`, so they have 31 bits: the first 4 bytes of SHA-256(project ‖ 0 ‖ kind ‖ 0 ‖ name), shifted right by
/// one. The numbers of proposals have 53 bits, and are ``Translation/EventID/proposalNumber``.
enum NStackNumbers {
    /// The kinds of things with numbers.
    enum Kind: String {
        case application, language, platform, resource
    }

    /// Returns the number that a name has if no other name has it.
    static func number(_ kind: Kind, _ name: String, in project: Project) -> Int64 {
        let text = Array(project.id.utf8) + [0] + Array(kind.rawValue.utf8) + [0] + Array(name.utf8)
        let bits = SHA256.hash(data: text).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        return max(Int64(bits >> 1), 1)
    }

    /// Returns the numbers of names, of which no two are equal.
    ///
    /// Of two names with one number, the one that sorts later takes the next free number.
    static func numbers(
        _ kind: Kind, _ names: [String], in project: Project,
        number: (Kind, String, Project) -> Int64 = { Self.number($0, $1, in: $2) }
    ) -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        var taken: Set<Int64> = []
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            var candidate = number(kind, name, project)
            while !taken.insert(candidate).inserted {
                candidate = candidate == Int64(Int32.max) ? 1 : candidate + 1
            }
            numbers[name] = candidate
        }
        return numbers
    }
}

/// What an app runs on, as NStack divides resources.
///
/// Here all platforms have the same texts.
enum NStackPlatform: String, CaseIterable {
    case mobile, backend, web

    /// The platform that a client means by the system that it names when it opens: `ios` and `android` are mobile.
    ///
    /// That other systems are mobile too is a guess.
    init(ofSystem system: String) {
        self = NStackPlatform(rawValue: system.lowercased()) ?? .mobile
    }
}
