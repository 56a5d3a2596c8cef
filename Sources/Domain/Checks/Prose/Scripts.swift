import Cicuchecks
import Texts

/// A Unicode script.
struct Script: Hashable, Sendable {
    private let code: Int32

    /// Creates the script of a character.
    init(of scalar: Unicode.Scalar) { code = cicuchecks_script(scalar.value) }

    /// Creates the script with a four-letter code such as `Cyrl`; nil if Unicode does not define
    /// it.
    init?(code name: String) {
        let code = cicuchecks_script_of(name)
        guard code >= 0 else { return nil }
        self.code = code
    }

    /// The English name.
    var name: String { String(cString: cicuchecks_script_name(code)) }

    /// Returns a language's scripts according to CLDR.
    ///
    /// Japanese and Korean have several scripts.
    static func scripts(of tag: String) -> Set<Script> {
        guard let name = LikelySubtags.script(of: tag) else { return [] }
        // ISO 15924 has codes for combinations of Unicode scripts.
        let parts =
            switch name {
            case "Jpan": ["Hani", "Hira", "Kana"]
            case "Kore": ["Hang", "Hani"]
            case "Hans", "Hant", "Hanb": ["Hani", "Bopo"]
            default: [name]
            }
        return Set(parts.compactMap { Script(code: $0) })
    }
}

/// Latin, Greek, Cyrillic and Armenian letters that look like letters from another of these
/// scripts.
struct LookAlikes: Sendable {
    /// The table, created once.
    static let shared = LookAlikes()

    /// The scripts whose letters are easily confused.
    static let scripts = ["Latn", "Grek", "Cyrl", "Armn"].compactMap { Script(code: $0) }
    private let lookingLike: [Unicode.Scalar: Set<Script>]

    /// The blocks that contain nearly all letters of the four scripts.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x370...0x58F, 0x1E00...0x1FFF,
    ]

    private init() {
        var bySkeleton: [[UInt16]: [Unicode.Scalar]] = [:]
        for value in Self.blocks.joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                Self.scripts.contains(Script(of: scalar))
            else { continue }
            bySkeleton[Self.skeleton(of: scalar), default: []].append(scalar)
        }
        var lookingLike: [Unicode.Scalar: Set<Script>] = [:]
        for alike in bySkeleton.values where alike.count > 1 {
            let scripts = Set(alike.map { Script(of: $0) })
            guard scripts.count > 1 else { continue }
            for scalar in alike {
                lookingLike[scalar] = scripts.subtracting([Script(of: scalar)])
            }
        }
        self.lookingLike = lookingLike
    }

    /// Returns whether a letter looks like a letter from another script.
    func looks(_ scalar: Unicode.Scalar, like script: Script) -> Bool {
        lookingLike[scalar]?.contains(script) ?? false
    }

    private static func skeleton(of scalar: Unicode.Scalar) -> [UInt16] {
        [UInt16](unsafeUninitializedCapacity: 32) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = Int(cicuchecks_skeleton(scalar.value, base, 32))
        }
    }
}
