package import JSON
package import ReadModel

extension FindingCounts {
    /// The number of strings with findings in a language.
    ///
    /// The shape is `{"strings", "errors", "warnings", "infos", "checks": {name: strings}}`.
    package var json: JSONValue {
        .object { members in
            members.add("strings", strings)
            members.add("errors", errors)
            members.add("warnings", warnings)
            members.add("infos", infos)
            members.addObject("checks") { members in
                for check in byCheck { members.add(check.name, check.strings) }
            }
        }
    }
}
