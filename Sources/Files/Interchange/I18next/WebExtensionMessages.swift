import JSON

/// The `messages.json` of browsers' extensions, which are not read: their texts would look like strings of i18next's.
///
/// Each member is an object with the text as `message`, and perhaps a description and placeholders:
/// <https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/i18n/Locale-Specific_Message_reference>.
public enum WebExtensionMessages {
    private static let members = ["message", "description", "placeholders", "hash"]

    /// Returns whether a file is one: it has the name or a description, and nothing that such a file cannot have.
    ///
    /// Files of i18next may have groups with a text `message`, too; hence the other signs. Cost: that of reading the file
    /// where the word `message` is a key in it.
    public static func isOne(path: String, bytes: [UInt8]) -> Bool {
        guard JSONFile.mayHave(["message"], bytes), let file = try? JSONFile.object(bytes),
            !file.members.isEmpty
        else { return false }
        let isNamed = FilePath(path).name == "messages.json"
        var isDescribed = false
        for (_, value) in file.members {
            guard let item = value.objectValue, item["message"]?.stringValue != nil,
                item.members.allSatisfy({ members.contains($0.key) })
            else { return false }
            if item["description"]?.stringValue != nil || item["placeholders"] != nil {
                isDescribed = true
            }
        }
        return isNamed || isDescribed
    }
}
