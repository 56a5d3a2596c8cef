import JSON

/// Detects the `messages.json` files of browser extensions, which are rejected because their texts
/// would look like i18next strings.
///
/// Each member is an object with the text as `message`, and optionally a description and
/// placeholders:
/// <https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/i18n/Locale-Specific_Message_reference>.
public enum WebExtensionMessages {
    private static let members = ["message", "description", "placeholders", "hash"]

    /// Returns whether a file contains the messages of a browser extension.
    ///
    /// The file must be named `messages.json` or contain a description or placeholders. It must not
    /// contain anything that is impossible in such a file. The name or a description is required
    /// because i18next files can also have groups with a `message` text. A file with a `message`
    /// key is parsed completely.
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
