import HTTPTypes

/// Finds the route for a request.
///
/// Literal segments take precedence over parameters, longer suffixes over shorter suffixes, and
/// parameters for one segment over parameters that span several segments.
struct RouteTable: Sendable {
    private var root = Node()
    /// All routes, in their original order.
    let routes: [Route]

    /// The routes at a path.
    struct Match: Sendable {
        /// The index of the route for each method.
        let routes: [HTTPRequest.Method: Int]
        /// The values of the path's parameters, in order.
        let values: [String]
    }

    /// Two routes that match the same request, or have the same id.
    struct Collision: Error, CustomStringConvertible {
        let description: String
    }

    /// Creates a table.
    ///
    /// Throws if two routes have the same id, or the same method and path.
    init(_ routes: [Route]) throws(Collision) {
        self.routes = routes
        var ids: Set<String> = []
        for (index, route) in routes.enumerated() {
            guard ids.insert(route.id).inserted else {
                throw Collision(description: "Two routes have the id \(route.id).")
            }
            guard root.insert(route.path.segments[...], route.method, index) else {
                throw Collision(description: "Two routes answer \(route.method) \(route.path).")
            }
        }
    }

    /// Returns the routes at a path, given as decoded segments, or nil if there are none.
    func match(_ segments: [String]) -> Match? {
        var values: [String] = []
        guard let node = root.find(segments[...], &values) else { return nil }
        return Match(routes: node, values: values)
    }

    /// Returns the methods of a path for the `Allow` header field.
    static func allowed(_ routes: [HTTPRequest.Method: Int]) -> String {
        var methods = Set(routes.keys.map(\.rawValue))
        if methods.contains("GET") { methods.insert("HEAD") }
        methods.insert("OPTIONS")
        return methods.sorted().joined(separator: ", ")
    }
}

/// A node in the tree of paths.
private struct Node: Sendable {
    var literals: [String: Node] = [:]
    /// Parameters of one segment, the longest suffix first.
    var parameters: [(suffix: String, node: Node)] = []
    /// Parameters that span all remaining segments, the longest suffix first.
    var rests: [(suffix: String, routes: [HTTPRequest.Method: Int])] = []
    var routes: [HTTPRequest.Method: Int] = [:]

    /// Inserts a route; returns false if another route has the same method and path.
    mutating func insert(
        _ segments: ArraySlice<PathTemplate.Segment>, _ method: HTTPRequest.Method, _ route: Int
    ) -> Bool {
        guard let first = segments.first else {
            return routes.updateValue(route, forKey: method) == nil
        }
        switch first {
        case .literal(let text):
            return literals[text, default: Node()].insert(segments.dropFirst(), method, route)
        case .parameter(_, let suffix):
            let index = parameters.index(of: suffix, orInsert: Node())
            return parameters[index].node.insert(segments.dropFirst(), method, route)
        case .rest(_, let suffix):
            let index = rests.index(of: suffix, orInsert: [:])
            return rests[index].routes.updateValue(route, forKey: method) == nil
        }
    }

    func find(_ segments: ArraySlice<String>, _ values: inout [String]) -> [HTTPRequest.Method:
        Int]?
    {
        guard let first = segments.first else { return routes.isEmpty ? nil : routes }
        if let node = literals[first], let found = node.find(segments.dropFirst(), &values) {
            return found
        }
        for (suffix, node) in parameters {
            // A parameter for one segment does not match a decoded slash.
            guard !first.utf8.contains(UInt8(ascii: "/")),
                let value = Self.value(of: first, without: suffix)
            else { continue }
            let count = values.count
            values.append(value)
            if let found = node.find(segments.dropFirst(), &values) { return found }
            values.removeLast(values.count - count)
        }
        let rest = segments.joined(separator: "/")
        for (suffix, routes) in rests where Self.isRest(rest) {
            guard let value = Self.value(of: rest, without: suffix) else { continue }
            values.append(value)
            return routes
        }
        return nil
    }

    /// Returns true if no segment is empty: `a//b` and `/a` are not valid names.
    private static func isRest(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty }
    }

    private static func value(of text: String, without suffix: String) -> String? {
        guard !suffix.isEmpty else { return text.isEmpty ? nil : text }
        let bytes = text.utf8
        guard bytes.count > suffix.utf8.count,
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        return String(bytes.dropLast(suffix.utf8.count))
    }
}

extension Array {
    /// Returns the index of a suffix in a list that is sorted from longest to shortest, and inserts
    /// the suffix if necessary.
    fileprivate mutating func index<Value>(of suffix: String, orInsert value: Value) -> Int
    where Element == (suffix: String, node: Value) {
        if let index = firstIndex(where: { $0.suffix == suffix }) { return index }
        let index = firstIndex { $0.suffix.utf8.count < suffix.utf8.count } ?? endIndex
        insert((suffix, value), at: index)
        return index
    }

    fileprivate mutating func index<Value>(of suffix: String, orInsert value: Value) -> Int
    where Element == (suffix: String, routes: Value) {
        if let index = firstIndex(where: { $0.suffix == suffix }) { return index }
        let index = firstIndex { $0.suffix.utf8.count < suffix.utf8.count } ?? endIndex
        insert((suffix, value), at: index)
        return index
    }
}
