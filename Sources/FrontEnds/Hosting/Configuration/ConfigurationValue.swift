import Translation

/// The origin of a value.
package enum ConfigurationOrigin: Sendable, Equatable, CustomStringConvertible {
    /// The default value.
    case usual
    /// A line of the configuration file, counted from 1; nil if the line is unknown.
    case file(path: String, line: Int?)
    /// An environment variable.
    case environment(String)
    /// A flag or argument of the command line, as given.
    case flag(String)

    /// A description for people.
    package var description: String {
        switch self {
        case .usual: "default"
        case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
        case .environment(let name): name
        case .flag(let flag): flag
        }
    }

    /// The precedence of the origin.
    var rank: Int {
        switch self {
        case .usual: 0
        case .file: 1
        case .environment: 2
        case .flag: 3
        }
    }
}

/// An error in a value, as a clause to follow the name of its place.
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
    /// One text per occurrence of the key; nil for a key without `=`.
    let texts: [String?]
    /// The base directory of relative paths.
    let directory: String
    /// The directory for `~/`.
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

    /// Returns one of a fixed set of words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(WrongValue) -> Choice {
        let text = try text()
        let words = Choice.allCases.map(\.rawValue)
        guard let choice = Choice(rawValue: text) else {
            throw WrongValue(
                "“\(text)” is none of \(words.joined(separator: ", "))",
                nearest: NearestMatches.of(text, among: words))
        }
        return choice
    }

    /// Returns the words of all values, which are separated by spaces or commas.
    func list() throws(WrongValue) -> [String] {
        let words = texts.flatMap { ($0 ?? "").split { ", \t\n".contains($0) }.map(String.init) }
        guard !words.isEmpty else { throw WrongValue("a value is missing") }
        return words
    }
}

/// The names of projects on a server: `[a-z0-9][a-z0-9-]{0,62}`.
package enum ProjectName {
    static let form = "1 to 63 small letters, digits and “-”, which does not come first"

    /// Returns true if the text is a valid name of a project.
    package static func isName(_ name: String) -> Bool {
        (1...63).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }

    /// Returns a name for the project in a directory: its last path component, with other
    /// characters replaced by `-`.
    package static func suggested(forDirectory path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        let plain = last.lowercased().map { character in
            isName("a\(character)") ? character : "-"
        }
        let name = String(String(plain).drop { $0 == "-" }.prefix(63))
        return isName(name) ? name : "project"
    }
}
