import JSON
import Texts
import Translation

/// An object built from paths, in which each name has the position of its first occurrence.
///
/// No path may be a prefix of another, and none may be added twice.
struct NestedObject {
    private enum Child {
        case value(JSONValue)
        case object(Int)
    }

    private struct Place: Hashable {
        let object: Int
        let name: Value.Text
    }

    private var objects: [[(name: String, child: Child)]] = [[]]
    private var indices: [Place: Int] = [:]

    /// Adds a value at a path.
    mutating func add(_ value: JSONValue, at path: [String]) {
        var object = 0
        for name in path.dropLast() {
            let place = Place(object: object, name: Value.Text(name))
            if let index = indices[place] {
                object = index
            } else {
                objects[object].append((name, .object(objects.count)))
                indices[place] = objects.count
                object = objects.count
                objects.append([])
            }
        }
        if let name = path.last { objects[object].append((name, .value(value))) }
    }

    /// The object as JSON.
    var json: JSONValue { json(of: 0) }

    private func json(of object: Int) -> JSONValue {
        let members = objects[object].map { name, child in
            switch child {
            case .value(let value): (key: name, value: value)
            case .object(let index): (key: name, value: json(of: index))
            }
        }
        return .object(JSONObject(uniqueMembers: members))
    }
}
