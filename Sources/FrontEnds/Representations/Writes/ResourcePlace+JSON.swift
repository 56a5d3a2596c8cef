public import JSON
import Texts
public import Workspace

extension ResourcePlace {
    /// Where sections have their files, by section.
    public static func json(_ places: [ResourcePlace]) -> JSONValue {
        .object { members in
            for place in places {
                members.add(
                    place.section,
                    .object { members in
                        members.add("format", place.format)
                        members.add("pattern", place.pattern)
                        members.add("emptyFiles", place.hasEmptyFiles ? true : nil)
                    })
            }
        }
    }
}

extension ImportedResource {
    /// The resource as the report of an import has it.
    var json: JSONValue {
        .object { members in
            members.add("pattern", pattern)
            members.add("format", format)
            members.add("section", section)
            members.add("locales", list: locales.map(\.rawValue))
            members.add("strings", strings)
        }
    }
}
