/// The members of a JSON object in written order, with unique keys.
///
/// Two objects are equal if they have the same members in any order.
public struct JSONObject: Sendable, Hashable {
    /// The members in order.
    public let members: [(key: String, value: JSONValue)]

    /// Creates an object from members whose keys are known to differ in their bytes.
    public init(uniqueMembers members: [(key: String, value: JSONValue)]) {
        self.members = members
    }

    /// Creates an object from members, or returns `nil` if a key occurs twice.
    public init?(_ members: [(key: String, value: JSONValue)]) {
        guard Self.areUnique(members) else { return nil }
        self.members = members
    }

    private static func areUnique(_ members: [(key: String, value: JSONValue)]) -> Bool {
        // Up to this many keys, comparing is faster than hashing.
        guard members.count <= 16 else {
            return Set(members.map { JSONValue.string($0.key) }).count == members.count
        }
        return members.indices.allSatisfy { index in
            !members[..<index].contains { $0.key.isBytewiseEqual(to: members[index].key) }
        }
    }

    /// Returns the value for a key; keys are compared by bytes.
    ///
    /// Cost: linear in the number of members.
    public subscript(key: String) -> JSONValue? {
        // Iterating over indices avoids copying the members that are skipped.
        for index in members.indices where members[index].key.isBytewiseEqual(to: key) {
            return members[index].value
        }
        return nil
    }

    /// Compares the members as sets.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.members.count == b.members.count else { return false }
        // Usually both objects have the same order.
        let isSameOrder = zip(a.members, b.members).allSatisfy {
            $0.key.isBytewiseEqual(to: $1.key)
        }
        if isSameOrder { return zip(a.members, b.members).allSatisfy { $0.value == $1.value } }
        return a.members.allSatisfy { b[$0.key] == $0.value }
    }

    /// Feeds the members to the hasher, independently of their order.
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
