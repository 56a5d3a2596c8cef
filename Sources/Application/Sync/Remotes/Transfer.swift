import Git

/// A remote, given by its local name or only by its address.
struct RemotePlace {
    /// The name of the remote, if it has one.
    let name: String?
    let address: RemoteAddress
    /// Whether this is a push address that differs from the remote's fetch address.
    var isApart = false

    /// The argument for `git`: the name if there is one, so that the remote's settings apply;
    /// otherwise the address.
    var argument: String { name ?? address.text }
}

/// The options of a fetch.
struct Fetch {
    /// The refspecs; except for tags, only their destinations are written.
    var refspecs: [String] = []
    /// Whether destinations are deleted if their source no longer exists.
    var prunes = false
    /// Whether the log's remote-tracking branch is deleted if its branch no longer exists, even
    /// without `prunes`.
    var forgetsBranch = false
    /// The tags to fetch.
    var tags = TagFollowing.reachable
}

/// The options of a clone.
struct Clone {
    /// The branch that HEAD points at.
    let branch: ReferenceName
    /// The number of commits of history to fetch; nil for all.
    let depth: Int?
    /// Whether only this branch is fetched.
    let isSingleBranch: Bool
}

/// The permission to move a reference to an object that does not descend from its present one.
struct Lease {
    private let name: ReferenceName
    private let object: ObjectID?

    /// Creates the permission for a reference that points at `object`, or does not exist if it is
    /// nil.
    init(_ name: ReferenceName, at object: ObjectID?) {
        self.name = name
        self.object = object
    }

    /// The argument for `git push`.
    var argument: String { "--force-with-lease=\(name):\(object?.description ?? "")" }
}

/// The remote's response to a push.
struct PushAnswer {
    /// The status of each update.
    let statuses: [PushStatus]
    /// The lines of the remote's messages to the user.
    let words: [String]
}

/// Joins the remote's messages, which arrive in parts, into whole lines without control sequences.
///
/// Omits lines that only show progress, which end with a carriage return.
struct RemoteWords {
    private var rest: [Unicode.Scalar] = []
    private var endsInReturn = false
    private(set) var lines: [String] = []

    /// The maximum number of lines that are kept; a server may send any number of lines.
    private static let maximumLines = 200
    /// The maximum number of characters that are kept per line.
    private static let maximumLength = 500

    /// The maximum number of characters that are examined per line.
    ///
    /// The rest of the line is dropped.
    private static let longestLine = 1 << 13

    /// Parses the next part and returns the lines that it completes.
    ///
    /// Cost: proportional to the part, regardless of the earlier parts.
    mutating func take(_ part: String) -> [String] {
        var complete: [String] = []
        for scalar in part.unicodeScalars {
            if scalar == "\n" {
                let kept = Self.harmless(String(String.UnicodeScalarView(rest)))
                begin()
                guard !kept.isEmpty, lines.count < Self.maximumLines else { continue }
                lines.append(kept)
                complete.append(kept)
            } else {
                // A carriage return alone ends a progress line. Before a line feed, it belongs to
                // the line ending.
                if endsInReturn { begin() }
                endsInReturn = scalar == "\r"
                if !endsInReturn, rest.count < Self.longestLine { rest.append(scalar) }
            }
        }
        return complete
    }

    private mutating func begin() {
        rest = []
        endsInReturn = false
    }

    /// Completes and parses the last line at the end of the output.
    mutating func finish() -> [String] {
        if endsInReturn { begin() }
        return rest.isEmpty ? [] : take("\n")
    }

    /// Removes the control characters that servers send for terminals, and characters that change
    /// the direction of text.
    static func harmless(_ line: some StringProtocol) -> String {
        var text = ""
        var isEscape = false
        for scalar in line.unicodeScalars {
            // Escape sequences such as `ESC [ … m` end with a letter.
            if isEscape {
                isEscape = !(scalar.properties.isAlphabetic || scalar == "~")
            } else if scalar.value == 0x1B {
                isEscape = true
            } else if scalar == "\t" {
                text += " "
            } else if !isControl(scalar) {
                text.unicodeScalars.append(scalar)
            }
        }
        return String(text.prefix(maximumLength)).trimmingSpaces
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
