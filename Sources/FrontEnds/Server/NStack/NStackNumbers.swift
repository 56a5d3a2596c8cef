import Crypto
import Hosting
import Translation

/// Integer ids for NStack clients, for objects that Dragoman identifies by name.
///
/// Android stores them in an `Int`, so they have 31 bits: the first 4 bytes of SHA-256(project ‖ 0
/// ‖ kind ‖ 0 ‖ name), shifted right by one. Proposal numbers have 53 bits; see
/// ``Translation/EventID/proposalNumber``.
enum NStackNumbers {
    /// The kinds of objects that have integer ids.
    enum Kind: String {
        case application, language, platform, resource
    }

    /// Returns the number for a name, before collisions are resolved.
    static func number(_ kind: Kind, _ name: String, in project: Project) -> Int64 {
        let text = Array(project.id.utf8) + [0] + Array(kind.rawValue.utf8) + [0] + Array(name.utf8)
        let bits = SHA256.hash(data: text).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        return max(Int64(bits >> 1), 1)
    }

    /// Returns distinct numbers for names.
    ///
    /// If two names have the same number, the name that sorts later gets the next free number.
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

/// The platform of an app, by which NStack groups resources.
///
/// In Dragoman, all platforms have the same texts.
enum NStackPlatform: String, CaseIterable {
    case mobile, backend, web

    /// Creates the platform for the operating system that an app reports at launch: `ios` and
    /// `android` are mobile.
    ///
    /// Treating other systems as mobile is a guess.
    init(ofSystem system: String) {
        self = NStackPlatform(rawValue: system.lowercased()) ?? .mobile
    }
}
