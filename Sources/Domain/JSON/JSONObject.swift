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
        guard Self.areUnique(members) else { return nil }
        self.members = members
    }

    private static func areUnique(_ members: [(key: String, value: JSONValue)]) -> Bool {
        // Few keys are compared faster than hashed.
        guard members.count <= 16 else {
            return Set(members.map { JSONValue.string($0.key) }).count == members.count
        }
        return members.indices.allSatisfy { index in
            !members[..<index].contains { $0.key.isBytewiseEqual(to: members[index].key) }
        }
    }

    /// The value of a key, compared by bytes.
    ///
    /// Cost: the number of members.
    public subscript(key: String) -> JSONValue? {
        // By index, so that the members passed by are not copied.
        for index in members.indices where members[index].key.isBytewiseEqual(to: key) {
            return members[index].value
        }
        return nil
    }

    /// Compares as sets of members.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.members.count == b.members.count else { return false }
        // Nearly always both are in the same order.
        let isSameOrder = zip(a.members, b.members).allSatisfy {
            $0.key.isBytewiseEqual(to: $1.key)
        }
        if isSameOrder { return zip(a.members, b.members).allSatisfy { $0.value == $1.value } }
        return a.members.allSatisfy { b[$0.key] == $0.value }
    }

    /// Feeds the members so that their order does not count.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var own = Hasher()
            member.key.feedBytes(to: &own)
            own.combine(member.value)
            sum &+= own.finalize()
        }
        hasher.combine(sum)
    }
}
