import Git

/// What takes objects from one repository to another.
///
/// There are two, the `git` program and libgit2. Both give the same answers, and throw a ``RemoteFailure``.
protocol Carrier {
    /// The references that the other repository has.
    func references(of place: RemotePlace) throws -> [RemoteReference]

    /// Brings objects and moves remote-tracking branches.
    func fetch(_ fetch: Fetch, from place: RemotePlace) throws

    /// Sends objects and asks for each reference to be moved; nothing is forced.
    func push(_ updates: [PushUpdate], to place: RemotePlace) throws -> PushAnswer
}

/// A remote, by its name here or by its address alone.
struct RemotePlace {
    /// The name of the remote, where it has one.
    let name: String?
    /// Its address.
    let address: RemoteAddress

    /// What `git` is given: the name, so that its settings count, else the address.
    var argument: String { name ?? address.text }
}

/// What is to be fetched.
struct Fetch {
    /// The refspecs; empty for those of the remote's settings.
    var refspecs: [String] = []
    /// Whether remote-tracking branches that are gone there go here too; `nil` asks the settings.
    var prunes: Bool?
    /// Which tags come along.
    var tags = TagFollowing.reachable
    /// How many commits of history, from the tips; `nil` for all, or for what a shallow clone lacks.
    var depth: Int?
    /// Whether a history may be taken over that is cut off there.
    var acceptsShallow = false
}

/// What the other side answered to a push.
struct PushAnswer {
    /// What became of each update.
    let statuses: [PushStatus]
    /// What the other side said to people, line by line.
    let words: [String]
}

/// Collects what the other side says, in parts as they come, to whole lines made harmless.
///
/// Lines that only show progress, which end with a carriage return, are left out.
struct RemoteWords {
    private var rest = ""
    private(set) var lines: [String] = []

    /// How many lines are kept: a server may say as much as it likes.
    private static let maximumLines = 200
    /// How many characters of a line are kept.
    private static let maximumLength = 500

    /// Takes a part and returns the lines that it completes.
    mutating func take(_ part: String) -> [String] {
        rest += part
        var complete: [String] = []
        while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) {
            let line = rest[..<end]
            let isProgress = rest[end] == "\r"
            rest = String(rest[rest.index(after: end)...])
            let kept = Self.harmless(line)
            guard !isProgress, !kept.isEmpty, lines.count < Self.maximumLines else { continue }
            lines.append(kept)
            complete.append(kept)
        }
        if rest.utf8.count > 1 << 16 { rest = "" }
        return complete
    }

    /// Takes the end for the end of a line.
    mutating func finish() -> [String] { rest.isEmpty ? [] : take("\n") }

    /// A line without the control characters that servers put there for terminals.
    static func harmless(_ line: some StringProtocol) -> String {
        var text = ""
        var isEscape = false
        for scalar in line.unicodeScalars {
            // `ESC [ … m`: sequences end with a letter.
            if isEscape {
                isEscape = !(scalar.properties.isAlphabetic || scalar == "~")
            } else if scalar.value == 0x1B {
                isEscape = true
            } else if scalar == "\t" {
                text += " "
            } else if scalar.properties.generalCategory != .control {
                text.unicodeScalars.append(scalar)
            }
        }
        return String(text.prefix(maximumLength)).trimmingSpaces
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
