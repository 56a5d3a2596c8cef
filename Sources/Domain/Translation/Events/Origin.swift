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
        switch text {
        case "human": self = .human
        case "memory": self = .memory
        case _ where text.hasPrefix("machine:"): self = .machine(String(text.dropFirst(8)))
        case _ where text.hasPrefix("reference:"): self = .reference(String(text.dropFirst(10)))
        default: self = .other(text)
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
