package import JSON
package import Translation

extension Setting {
    /// Returns an object that maps each setting's name to its value, or to its default if no value
    /// is set.
    ///
    /// Settings with neither a value nor a default are absent.
    package static func json(_ values: [(setting: Setting, value: JSONValue?)]) -> JSONValue {
        .object { members in
            for (setting, value) in values {
                members.add(setting.name, value ?? setting.defaultValue)
            }
        }
    }
}
