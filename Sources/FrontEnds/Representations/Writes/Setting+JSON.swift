package import JSON
package import Translation

extension Setting {
    /// Settings as an object that maps each name to its value, or to its default if no value is
    /// set.
    ///
    /// Settings without a value and a default are absent.
    package static func json(_ values: [(setting: Setting, value: JSONValue?)]) -> JSONValue {
        .object { members in
            for (setting, value) in values {
                members.add(setting.name, value ?? setting.defaultValue)
            }
        }
    }
}
