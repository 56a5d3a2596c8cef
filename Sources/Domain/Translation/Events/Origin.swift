/// The origin of a proposed text.
public enum Origin: Sendable, Equatable, CustomStringConvertible {
    /// A person.
    case human
    /// The project's translation memory.
    case memory
    /// A translation service, by name.
    case machine(String)
    /// A list of reference texts, by name.
    case reference(String)
    /// An origin that this version does not know.
    case other(String)

    /// Reads the stored form.
    public init(_ text: String) {
        func name(after prefix: String) -> String? {
            text.utf8.starts(with: prefix.utf8)
                ? String(Substring(text.utf8.dropFirst(prefix.utf8.count))) : nil
        }
        if text == "human" {
            self = .human
        } else if text == "memory" {
            self = .memory
        } else if let name = name(after: "machine:") {
            self = .machine(name)
        } else if let name = name(after: "reference:") {
            self = .reference(name)
        } else {
            self = .other(text)
        }
    }

    /// The name of the machine that wrote the text, or nil if people wrote it.
    ///
    /// The translation memory is a machine too: a program chose its text, which a machine may have
    /// written for another string. Unknown origins count as machines.
    public var machine: String? {
        switch self {
        case .human, .reference: nil
        case .machine(let name): name
        case .memory, .other: description
        }
    }

    /// Whether an origin is this one, or a model of this machine: `machine:NAME` covers
    /// `machine:NAME/MODEL`.
    public func covers(_ other: Origin) -> Bool {
        if case (.machine(let name), .machine(let full)) = (self, other) {
            return full.utf8.starts(with: name.utf8)
                && [nil, UInt8(ascii: "/")].contains(full.utf8.dropFirst(name.utf8.count).first)
        }
        return self == other
    }

    /// The stored form.
    public var description: String {
        switch self {
        case .human: "human"
        case .memory: "memory"
        case .machine(let name): "machine:\(name)"
        case .reference(let name): "reference:\(name)"
        case .other(let text): text
        }
    }
}
