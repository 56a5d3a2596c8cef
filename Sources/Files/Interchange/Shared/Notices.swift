/// The notices of one file, bounded so that a foreign file cannot make millions of them.
struct Notices {
    /// How many kinds of things that are unknown are named.
    static let maximumKinds = 100

    private(set) var all: [FileNotice] = []
    private var kinds: Set<String> = []

    /// Says that what a key says was left out.
    mutating func leftOut(_ key: String, line: Int?, _ message: String) {
        all.append(FileNotice(key: key, line: line, message: message, isLeftOut: true))
    }

    /// Says something about a key whose text was taken.
    mutating func note(_ key: String, line: Int?, _ message: String) {
        all.append(FileNotice(key: key, line: line, message: message))
    }

    /// Says something once for each kind, such as the name of an unknown element.
    mutating func once(_ kind: String, line: Int?, _ message: String) {
        guard kinds.count < Self.maximumKinds, kinds.insert(kind).inserted else { return }
        all.append(FileNotice(line: line, message: message))
    }
}
