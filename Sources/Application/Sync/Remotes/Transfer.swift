import Git

/// A remote, given by its name here or by its address alone.
struct RemotePlace {
    /// The name of the remote, where it has one.
    let name: String?
    /// Its address.
    let address: RemoteAddress
    /// Whether it is the address that a remote is pushed to, and another than that which it is fetched from.
    var isApart = false

    /// What `git` is given: the name, so that its settings count, else the address.
    var argument: String { name ?? address.text }
}

/// What is to be fetched.
struct Fetch {
    /// The refspecs; nothing else is written but tags.
    var refspecs: [String]
    /// Whether what they write to goes where its source is gone there.
    var prunes = false
    /// Whether the remote-tracking branch of the log goes where the branch is gone there, even if others stay.
    var forgetsBranch = false
    /// Which tags come along.
    var tags = TagFollowing.reachable
}

/// What is to be cloned.
struct Clone {
    /// The branch that is checked out, as far as anything is.
    let branch: ReferenceName
    /// How many commits of history come along; `nil` for all.
    let depth: Int?
    /// Whether only the branch comes along.
    let isSingleBranch: Bool
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
    private var rest: [Unicode.Scalar] = []
    private var endsInReturn = false
    private(set) var lines: [String] = []

    /// How many lines are kept: a server may say as much as it likes.
    private static let maximumLines = 200
    /// How many characters of a line are kept.
    private static let maximumLength = 500

    /// How many characters are looked at for a line; what follows in it is left out.
    private static let longestLine = 1 << 13

    /// Takes a part and returns the lines that it completes.
    ///
    /// Cost: the part, whatever came before.
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
                // A return alone ends a line that only showed progress, and one before a line feed belongs to that.
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

    /// Takes the end for the end of a line.
    mutating func finish() -> [String] {
        if endsInReturn { begin() }
        return rest.isEmpty ? [] : take("\n")
    }

    /// A line without what servers put there for terminals: control characters, and those that turn the direction of
    /// text.
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
