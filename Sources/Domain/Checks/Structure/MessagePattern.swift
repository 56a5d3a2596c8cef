import Cicuchecks
import Texts

/// An ICU message as parsed by ICU: its arguments, with the branches of choices.
///
/// The grammar: <https://unicode-org.github.io/icu/userguide/format_parse/messages/>.
struct MessagePattern {
    /// An argument, at any nesting depth of the message.
    struct Argument {
        /// The argument's name or number.
        let name: String
        /// The use of the argument.
        let kind: Kind
        /// The branches, if the argument is a choice.
        var branches: [Branch] = []
        /// For a plural, the number that is subtracted before a category is chosen.
        var offset: UInt64 = 0

        var selectors: [String] { branches.map(\.word) }
        /// The exact numbers that have a branch, such as 0 for `=0`.
        var exactNumbers: Set<UInt64> {
            Set(selectors.filter { $0.hasPrefix("=") }.compactMap { UInt64($0.dropFirst()) })
        }
    }

    /// A branch of a choosing argument.
    struct Branch {
        /// The selecting word.
        let word: String
        /// Whether the branch shows the choosing argument, as with `#`.
        var showsArgument = false
    }

    /// The use of an argument.
    enum Kind: Equatable {
        /// Inserted unformatted, as in `{name}`.
        case plain
        /// Formatted, as in `{n, number}`.
        case formatted(String)
        /// Chooses a branch.
        case choice, plural, select, selectordinal

        /// The word used in findings.
        var word: String {
            switch self {
            case .plain: "no type"
            case .formatted(let type): type
            case .choice: "choice"
            case .plural: "plural"
            case .select: "select"
            case .selectordinal: "selectordinal"
            }
        }

        /// Whether the argument chooses a branch.
        var isChoosing: Bool {
            switch self {
            case .plain, .formatted: false
            case .choice, .plural, .select, .selectordinal: true
            }
        }
    }

    /// The reason that a text is not a valid message.
    struct Fault: Error {
        /// The kind of fault.
        let kind: cicuchecks_fault
        /// The text from the position where ICU stopped.
        let rest: String
    }

    /// The arguments in text order.
    let arguments: [Argument]
    /// The names in braces that an apostrophe quotes.
    ///
    /// The app shows such a name instead of the argument's value.
    let quotedNames: [String]

    /// Parses a message.
    init(_ text: String) throws(Fault) {
        let units = Array(text.utf16)
        var fault = CICUCHECKS_FINE
        var offset: Int32 = 0
        // Each part takes at least one code unit, except for the beginnings and ends of messages.
        let capacity = units.count * 2 + 4
        let parts = [cicuchecks_part](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = min(
                capacity,
                Int(
                    cicuchecks_parse(
                        units, Int32(clamping: units.count), base, Int32(clamping: capacity),
                        &fault, &offset)))
        }
        guard fault == CICUCHECKS_FINE else {
            let start = min(max(0, Int(offset)), units.count)
            throw Fault(kind: fault, rest: String(decoding: units[start...], as: UTF16.self))
        }
        arguments = Self.arguments(of: parts, in: units)
        let braces = Set(parts.filter { $0.type == Int32(CICUCHECKS_ARGUMENT_START) }.map(\.start))
        quotedNames = parts.compactMap { part in
            guard part.type == Int32(CICUCHECKS_SKIPPED), !braces.contains(part.start + 1) else {
                return nil
            }
            return Self.quotedName(after: Int(part.start), in: units)
        }
    }

    private static func arguments(of parts: [cicuchecks_part], in units: [UInt16]) -> [Argument] {
        func text(_ part: cicuchecks_part) -> String {
            let start = Int(part.start)
            return String(decoding: units[start..<(start + Int(part.length))], as: UTF16.self)
        }
        var arguments: [Argument] = []
        var open: [Int] = []
        for (index, part) in parts.enumerated() {
            switch Int(part.type) {
            case Int(CICUCHECKS_ARGUMENT_START):
                let name = index + 1 < parts.count ? text(parts[index + 1]) : ""
                for outer in open where arguments[outer].name.hasSameBytes(as: name) {
                    arguments[outer].showArgument()
                }
                var kind = kind(part.value)
                if case .formatted = kind, index + 2 < parts.count {
                    kind = .formatted(text(parts[index + 2]))
                }
                open.append(arguments.count)
                arguments.append(Argument(name: name, kind: kind))
            case Int(CICUCHECKS_ARGUMENT_LIMIT): _ = open.popLast()
            case Int(CICUCHECKS_ARGUMENT_SELECTOR):
                if let last = open.last {
                    arguments[last].branches.append(Branch(word: text(part)))
                }
            case Int(CICUCHECKS_NUMBER):
                if let last = open.last, arguments[last].branches.isEmpty {
                    arguments[last].offset = UInt64(clamping: part.value)
                }
            case Int(CICUCHECKS_HASH):
                let plural = open.last {
                    arguments[$0].kind == .plural || arguments[$0].kind == .selectordinal
                }
                if let plural { arguments[plural].showArgument() }
            default: break
            }
        }
        return arguments
    }

    /// Returns the name of the argument that would start after an apostrophe; nil if there is none.
    private static func quotedName(after apostrophe: Int, in units: [UInt16]) -> String? {
        let brace = apostrophe + 1
        guard brace < units.count, units[apostrophe] == UInt16(UInt8(ascii: "'")),
            units[brace] == UInt16(UInt8(ascii: "{"))
        else { return nil }
        let rest = units[(brace + 1)...]
        guard let end = rest.firstIndex(where: { $0 == 0x7D || $0 == 0x2C }) else { return nil }
        return String(decoding: rest[..<end], as: UTF16.self).split(separator: " ").first.map(
            String.init)
    }

    private static func kind(_ value: Int32) -> Kind {
        switch Int(value) {
        case Int(CICUCHECKS_SIMPLE): .formatted("")
        case Int(CICUCHECKS_CHOICE): .choice
        case Int(CICUCHECKS_PLURAL): .plural
        case Int(CICUCHECKS_SELECT): .select
        case Int(CICUCHECKS_SELECTORDINAL): .selectordinal
        default: .plain
        }
    }
}

extension MessagePattern.Argument {
    /// Records that the current branch shows the argument.
    fileprivate mutating func showArgument() {
        guard !branches.isEmpty else { return }
        branches[branches.count - 1].showsArgument = true
    }
}
