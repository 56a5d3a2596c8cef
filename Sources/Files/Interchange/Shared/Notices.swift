/// The notices for a file, limited so that an untrusted file cannot create millions of them.
struct Notices {
    /// The maximum number of kinds reported by ``once(_:line:_:)``.
    static let maximumKinds = 100

    private(set) var all: [FileNotice] = []
    private var kinds: Set<String> = []

    /// Adds a notice that the value of a key was left out.
    mutating func leftOut(_ key: String, line: Int?, _ message: String) {
        all.append(FileNotice(key: key, line: line, message: message, isLeftOut: true))
    }

    /// Adds a notice about a key whose text was imported.
    mutating func note(_ key: String, line: Int?, _ message: String) {
        all.append(FileNotice(key: key, line: line, message: message))
    }

    /// Adds a notice once per kind, for example once per name of an unknown element.
    mutating func once(_ kind: String, line: Int?, _ message: String) {
        guard kinds.count < Self.maximumKinds, kinds.insert(kind).inserted else { return }
        all.append(FileNotice(line: line, message: message))
    }
}
