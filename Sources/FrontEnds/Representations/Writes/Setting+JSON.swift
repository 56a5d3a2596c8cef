public import JSON
public import Translation

extension Setting {
    /// Settings as an object: the name of each with its value, or its default if no value is set.
    ///
    /// Settings with neither are absent.
    public static func json(_ values: [(setting: Setting, value: JSONValue?)]) -> JSONValue {
        .object { members in
            for (setting, value) in values {
                members.add(setting.name, value ?? setting.defaultValue)
            }
        }
    }
}
