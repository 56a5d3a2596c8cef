import Languages
import ReadModel
public import Texts
public import Translation

/// A key argument on the command line.
public struct KeyArgument: Sendable {
    /// The argument as typed.
    public let text: String
    /// The section, if it was specified separately.
    public let section: String?

    /// Creates an argument; without `section`, the text may contain a section before a colon.
    public init(_ text: String, section: String? = nil) {
        self.text = text
        self.section = section
    }
}

extension Snapshot {
    /// Resolves an argument to a string.
    ///
    /// If a section is specified, the key is literal. A leading `:` means the default section.
    /// Otherwise, the text can be a key in the default section. If the text contains a `:` and the
    /// section before the first `:` exists, it can also be a key in that section:
    /// - If only one of these strings exists, returns that string.
    /// - If both exist, throws a refusal that lists both spellings.
    /// - If neither exists, returns the string in the section before the `:`.
    ///
    /// `others` are strings that count as existing even though the state lacks them.
    public func string(_ key: KeyArgument, or others: Set<StringID> = []) throws -> StringID {
        let plain = project.defaultSection
        if let section = key.section {
            return StringID(section: project.section(named: section), key: key.text)
        }
        if key.text.utf8.first == UInt8(ascii: ":") {
            // Drop a byte, not a character: a combining mark after the colon belongs to the key.
            let rest = String(decoding: key.text.utf8.dropFirst(), as: UTF8.self)
            return StringID(section: plain, key: rest)
        }
        let whole = StringID(section: plain, key: key.text)
        guard let split = Self.split(key.text, project),
            try others.contains(where: { $0.section.hasSameBytes(as: split.section) })
                || model.sections().contains(where: split.section.hasSameBytes)
        else { return whole }
        guard try model.exists(whole) || others.contains(whole) else { return split }
        guard try model.exists(split) || others.contains(split) else { return whole }
        throw Refusal(
            .ambiguousKey, "“\(Visible.escaping(key.text))” is ambiguous: it matches two strings.",
            hint: Self.oneOf(
                "Write “:\(key.text)” for one, and “\(Self.spelled(split, "-s"))” for the other.",
                [":\(key.text)", Self.spelled(split, "-s")]))
    }

    /// Resolves an argument to a string that will be created, and need not exist yet.
    ///
    /// A key such as `auth:login.title` is rejected if the section does not exist yet, because it
    /// would become a key in the default section. A sentence with a colon, such as
    /// `Note: read this`, is accepted. If `isNewName` is true, another string is renamed to it.
    public func newString(
        _ key: KeyArgument, isNewName: Bool = false
    ) throws -> StringID {
        let string = try string(key)
        guard key.section == nil, string.key.hasSameBytes(as: key.text),
            let split = Self.split(key.text, project), try !model.exists(string)
        else { return string }
        let parts = [split.section, split.key]
        guard !parts.contains(where: { $0.contains(where: \.isWhitespace) }),
            !split.section.isEmpty, !split.key.hasPrefix("/")
        else { return string }
        let spelled = Self.spelled(split, isNewName ? "--new-section" : "-s")
        throw Refusal(
            .ambiguousKey, "There is no section “\(Visible.escaping(split.section))” yet.",
            hint: Self.oneOf(
                "“\(spelled)” creates it; “:\(key.text)” is a key of the default section.",
                [spelled, ":\(key.text)"]))
    }

    private static func oneOf(_ typed: String, _ alternatives: [String]) -> Refusal.Hint {
        Refusal.Hint(
            typed: typed, http: "Specify the section with `section`.", page: "Choose the section.",
            alternatives: alternatives)
    }

    /// Returns the command-line arguments that specify a string.
    private static func spelled(_ string: StringID, _ option: String) -> String {
        "\(option) \(string.section) \(string.key)"
    }

    private static func split(_ text: String, _ project: Project) -> StringID? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let key = text[text.utf8.index(after: colon)...]
        guard !key.isEmpty else { return nil }
        return StringID(
            section: project.section(named: String(text[..<colon])), key: String(key))
    }

    /// Resolves a proposal's id, or a unique beginning or end of an id.
    public func proposal(_ text: String) throws -> EventID {
        let fragment = try Self.fragment(text)
        // A proposal and its aliases count as a single match, whichever ids match.
        var known: Set<EventID> = []
        let matches = try model.proposalIDs(matching: fragment).filter {
            known.insert(try model.event($0)?.id ?? $0).inserted
        }
        return try Self.only(matches, of: text, what: "proposal", code: .unknownProposal)
    }

    /// Resolves an event's id, or a unique beginning or end of an id.
    public func event(_ text: String) throws -> EventID {
        let fragment = try Self.fragment(text)
        let matches = try model.eventIDs(matching: fragment)
        return try Self.only(matches, of: text, what: "event", code: .unknownID)
    }

    private static func fragment(_ text: String) throws -> String {
        let fragment = text.uppercased()
        let isPlain = fragment.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        }
        guard isPlain, (Workspace.shortestFragment...EventID.length).contains(fragment.utf8.count)
        else {
            throw Refusal(
                .unknownID,
                "“\(Visible.escaping(text))” is neither an id nor at least "
                    + "\(Workspace.shortestFragment) characters of one.",
                hint: "Lists show the shortest unique ending of each id.")
        }
        return fragment
    }

    private static func only(
        _ matches: [EventID], of text: String, what: String, code: Refusal.Code
    ) throws -> EventID {
        guard let first = matches.first else {
            throw Refusal(
                code, "There is no \(what) \(text).",
                hint: .listIDs)
        }
        guard matches.count == 1 else {
            throw Refusal(
                .ambiguousID, "\(matches.count) \(what) ids begin or end with \(text).",
                hint: "Give more characters.", nearest: matches.prefix(5).map(\.description))
        }
        return first
    }
}

extension Workspace {
    /// The minimum number of characters in a shortened id.
    static let shortestFragment = 4
}

extension Project {
    /// Returns the stored name of a section: `default`, `translation` and the empty name mean the
    /// default section.
    public func section(named text: String) -> String {
        ["", "default", "translation"].contains(text) ? defaultSection : text
    }
}

extension ProjectScope {
    /// Returns the stored name of a section; see ``Project/section(named:)``.
    public func section(_ text: String) -> String { project.section(named: text) }
}
