import Translation

/// The place where a configuration value was set.
package enum ConfigurationOrigin: Sendable, Equatable, CustomStringConvertible {
    /// The built-in default, because the value was not set.
    case usual
    /// A line in the configuration file, counted from 1; nil if the line is unknown.
    case file(path: String, line: Int?)
    /// An environment variable.
    case environment(String)
    /// A command-line flag or argument, as given.
    case flag(String)

    /// A human-readable description of the origin.
    package var description: String {
        switch self {
        case .usual: "default"
        case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
        case .environment(let name): name
        case .flag(let flag): flag
        }
    }

    /// The precedence of the origin: the value with the highest rank applies.
    var rank: Int {
        switch self {
        case .usual: 0
        case .file: 1
        case .environment: 2
        case .flag: 3
        }
    }
}

/// An error in a value, worded as a clause that follows the value's location.
struct WrongValue: Error {
    let sentence: String
    let nearest: [String]

    init(_ sentence: String, nearest: [String] = []) {
        self.sentence = sentence
        self.nearest = nearest
    }
}

/// The unparsed value of one key.
struct ConfigurationValue {
    /// The value of each occurrence of the key; nil for an occurrence without `=`.
    let texts: [String?]
    /// The directory against which relative paths are resolved.
    let directory: String
    /// The home directory that `~/` refers to.
    let home: String?

    /// Returns the last value.
    ///
    /// Throws if it is missing or empty.
    func text() throws(WrongValue) -> String {
        guard let text = texts.last ?? nil, !text.isEmpty else {
            throw WrongValue("a value is missing")
        }
        return text
    }

    /// Parses a Boolean as Git does; a key without `=` is true.
    func bool() throws(WrongValue) -> Bool {
        guard let text = texts.last ?? nil else { return true }
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0", "": return false
        default: throw WrongValue("“\(text)” is neither true nor false")
        }
    }

    func path() throws(WrongValue) -> String {
        let text = try text()
        if text.hasPrefix("/") { return text }
        if text == "~" || text.hasPrefix("~/") {
            guard let home else { throw WrongValue("“\(text)” needs HOME, which is not set") }
            return home + text.dropFirst()
        }
        return directory + "/" + text
    }

    /// Parses the value as one of a fixed set of words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(WrongValue) -> Choice {
        let text = try text()
        let words = Choice.allCases.map(\.rawValue)
        guard let choice = Choice(rawValue: text) else {
            throw WrongValue(
                "“\(text)” is not one of \(words.joined(separator: ", "))",
                nearest: NearestMatches.of(text, among: words))
        }
        return choice
    }

    /// Splits all values at whitespace and commas, and returns the words.
    func list() throws(WrongValue) -> [String] {
        let words = texts.flatMap { ($0 ?? "").split { ", \t\n".contains($0) }.map(String.init) }
        guard !words.isEmpty else { throw WrongValue("a value is missing") }
        return words
    }
}

/// The format of project names on a server: `[a-z0-9][a-z0-9-]{0,62}`.
package enum ProjectName {
    static let form = "use 1 to 63 lowercase letters, digits or “-”, not starting with “-”"

    /// Returns true if the text is a valid project name.
    package static func isName(_ name: String) -> Bool {
        (1...63).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }

    /// Returns a project name derived from the last component of a directory's path.
    ///
    /// Replaces invalid characters with `-`. Falls back to `project` if no valid name remains.
    package static func suggested(forDirectory path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        let plain = last.lowercased().map { character in
            isName("a\(character)") ? character : "-"
        }
        let name = String(String(plain).drop { $0 == "-" }.prefix(63))
        return isName(name) ? name : "project"
    }
}
