import JSON

/// Detects the `messages.json` of browser extensions, which is rejected because its texts would
/// look like i18next strings.
///
/// Each member is an object with the text as `message`, and optional description and placeholders:
/// <https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/i18n/Locale-Specific_Message_reference>.
public enum WebExtensionMessages {
    private static let members = ["message", "description", "placeholders", "hash"]

    /// Returns whether a file is one: it has the name or a description, and no contents that are
    /// impossible in such a file.
    ///
    /// i18next files can also have groups with a text `message`, so other signs are required. Cost:
    /// that of reading the file, if it has a key `message`.
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
