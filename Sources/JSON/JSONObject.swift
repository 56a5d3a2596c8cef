/// The members of a JSON object in the order in which they were written; no key stands twice.
///
/// Two objects are equal if they have the same members, in whatever order.
public struct JSONObject: Sendable, Hashable {
    /// The members in order.
    public let members: [(key: String, value: JSONValue)]

    /// Takes members whose keys are known to differ in their bytes.
    public init(uniqueMembers members: [(key: String, value: JSONValue)]) {
        self.members = members
    }

    /// Takes members, or returns `nil` if a key stands twice.
    public init?(_ members: [(key: String, value: JSONValue)]) {
        let keys = Set(members.map { Array($0.key.utf8) })
        guard keys.count == members.count else { return nil }
        self.members = members
    }

    /// The value of a key, compared by bytes.
    ///
    /// Cost: the number of members.
    public subscript(key: String) -> JSONValue? {
        members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    /// Compares as sets of members.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.members.count == b.members.count else { return false }
        // Nearly always both are in the same order.
        let isSameOrder = zip(a.members, b.members).allSatisfy {
            $0.key.utf8.elementsEqual($1.key.utf8)
        }
        if isSameOrder { return zip(a.members, b.members).allSatisfy { $0.value == $1.value } }
        return a.members.allSatisfy { b[$0.key] == $0.value }
    }

    /// Feeds the members so that their order does not count.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var own = Hasher()
            own.combine(bytes: member.key)
            own.combine(member.value)
            sum &+= own.finalize()
        }
        hasher.combine(sum)
    }
}
