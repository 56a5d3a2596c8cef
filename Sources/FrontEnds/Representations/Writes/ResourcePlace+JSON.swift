package import JSON
import Texts
package import Workspace

extension ResourcePlace {
    /// Returns an object that maps each section to its format and path pattern.
    ///
    /// `emptyFiles` is present, and true, if languages without texts have files too.
    package static func json(_ places: [ResourcePlace]) -> JSONValue {
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
    /// The resource as it appears in the report of an import.
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
