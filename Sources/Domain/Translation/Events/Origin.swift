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

    /// Reads an origin that a user states; throws a refusal if this version does not know it.
    public init(known text: String) throws(Refusal) {
        self.init(text)
        guard case .other = self else { return }
        throw Refusal(
            .invalidValue, "“\(text)” is not a valid origin.",
            hint: "Use human, memory, machine:NAME or reference:NAME.")
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
