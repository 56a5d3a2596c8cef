import JSON
import ReadModel
public import Translation

extension Snapshot {
    /// Who may do what in the project, as its settings say.
    public func roles() throws -> Roles {
        var values: [String: JSONValue] = [:]
        for setting in Roles.settings {
            values[setting.name] = try model.setting(setting.name).value
        }
        return Roles(values)
    }
}
